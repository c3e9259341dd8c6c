"""One page of HTML that needs no other file and no network: results, charts, a game to step."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any

from cardkit.findings import Finding
from cardkit.plurals import agreeing, counted, out_of
from cardkit.referee.records import Record
from cardkit.referee.trial_parts import CardUse
from cardkit.referee.trials_report import TrialsReport
from cardkit.report.charts import Chart, charts_of
from cardkit.report.drawing import NARROW, svg
from cardkit.report.markup import script_json, text
from cardkit.report.steps import COLUMNS, steps_of

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""What a browser may load for the page: nothing but what stands on it."""
_COMMAND = re.compile("`([^`]+)`")


def report_page(report: TrialsReport, record: Record | None = None) -> str:
    """Return the page of a report, with one of its games to step through.

    Args:
        report: what is shown.
        record: a game; without it there is nothing to step through.

    Raises:
        RecordError: when the record does not prove right.
    """
    charts = charts_of(report)
    sections = [("in-short", "In short", "".join(_in_short(report)))]
    sections += [(chart.key, chart.title, _chart(chart)) for chart in charts]
    cards = "".join(_cards(report))
    if cards:
        sections.append(("cards", "Cards that did little", cards))
    steps = steps_of(record) if record is not None else None
    if steps is not None:
        sections.append(("replay", "One of the games, step by step", _replay(steps)))
    games = (
        f"{counted(len(report.finished), 'adventure')} of the {report.player} player, seed "
        f"{report.seed}"
    )
    return _page(report.name, games, report.digest, sections, steps)


def replay_page(record: Record, where: str = "record") -> str:
    """Return the page of one recorded game.

    Raises:
        RecordError: when the record does not prove right.
    """
    steps = steps_of(record, where)
    opening = record.opening
    sections = [("replay", "The game, step by step", _replay(steps))]
    return _page(opening.manifest.name, "A recorded game", opening.manifest_digest, sections, steps)


def _page(
    title: str,
    about: str,
    digest: str,
    sections: list[tuple[str, str, str]],
    steps: Mapping[str, Any] | None,
) -> str:
    links = "".join(f'<li><a href="#{key}">{text(name)}</a></li>' for key, name, _ in sections)
    contents = f'<nav aria-label="On this page"><ul>{links}</ul></nav>' if len(sections) > 1 else ""
    body = "\n".join(
        f'<section id="{key}" aria-labelledby="{key}-heading">'
        f'<h2 id="{key}-heading">{text(name)}</h2>\n{inside}</section>'
        for key, name, inside in sections
    )
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{text(_POLICY)}">
<title>{text(title)}: {text(about)}</title>
<style>{_part("page.css")}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header><h1>{text(title)}</h1><p>{text(about)}.</p></header>
{contents}
<main id="main">
{body}
</main>
<footer><section aria-label="About this page"><p>Made by cardkit from the manifest
<code>{text(digest[:12])}</code>. The page needs no network.</p></section></footer>
{_script(steps)}</body>
</html>
"""


def _script(steps: Mapping[str, Any] | None) -> str:
    if steps is None:
        return ""
    return (
        f'<script type="application/json" id="steps">{script_json(steps)}</script>\n'
        f"<script>{_part('page.js')}</script>\n"
    )


def _part(name: str) -> str:
    return (files("cardkit.report") / name).read_text(encoding="utf-8")


def _in_short(report: TrialsReport) -> Iterator[str]:
    yield "<dl>"
    for name, words in _facts(report):
        yield f"<dt>{text(name)}</dt><dd>{text(words)}</dd>"
    yield "</dl>"
    if report.findings:
        yield "<h3>Findings</h3><ul>"
        yield from (f"<li>{_finding(finding)}</li>" for finding in report.findings)
        yield "</ul>"


def _facts(report: TrialsReport) -> Iterator[tuple[str, str]]:
    won, certainty, pace = report.won, report.certainty, report.pace
    least, most = won.interval
    yield (
        "Won",
        f"{won.count:,} of {won.of:,}: {won.share:.1%}; with {certainty.confidence:.0%} confidence "
        f"{least:.1%} to {most:.1%} within {counted(report.limits.rounds, 'round')}",
    )
    if certainty.early:
        yield (
            "Stopped early",
            f"the answer was known before all {counted(certainty.planned, 'game')}",
        )
    if report.crashes:
        yield "Left out", f"{counted(len(report.crashes), 'game')} that a fault of cardkit ended"
    rounds, minutes = report.rounds, report.minutes
    if rounds is not None and minutes is not None:
        yield (
            "Length",
            f"half of the won adventures take {rounds.quarter:.0f} to {rounds.three_quarters:.0f} "
            f"rounds, about {minutes.quarter / 60:.1f} to {minutes.three_quarters / 60:.1f} hours "
            f"at a table, {pace.evenings(minutes.middle):.1f} evenings for the middle one "
            "(an estimate)",
        )
    if report.advice is not None:
        best = report.advice.best
        yield "Would help most", best.what if best else "no single change for certain"
    texts = report.texts
    read = texts.attacks - texts.unread
    said = f"{out_of(read, texts.attacks, 'attack')} {agreeing(read, 'is', 'are')} read"
    if texts.abilities:
        said += f"; {counted(texts.abilities, 'ability has', 'abilities have')} no effect (S43)"
    yield "Card texts", said


def _finding(finding: Finding) -> str:
    where = f"{finding.where}: " if finding.where else ""
    rule = f" ({finding.rule})" if finding.rule else ""
    remedy = f" - {finding.remedy}" if finding.remedy else ""
    said = f"{where}{finding.what}{rule}{remedy}"
    marked = _COMMAND.sub(r"<code>\1</code>", text(said))
    return f"<strong>{text(finding.severity.value)}</strong>: {marked}"


def _chart(chart: Chart) -> str:
    rows = "".join(
        f'<tr><th scope="row">{text(bar.label)}</th><td>{text(bar.shown)}</td></tr>'
        for bar in chart.bars
    )
    return (
        f"<p>{text(chart.summary)}</p>\n"
        f"{svg(chart)}{svg(chart, shape=NARROW)}\n"
        f"<details><summary>{text(chart.title)}, as a table</summary>"
        f'<table class="chart"><thead><tr><th scope="col">{text(chart.rows_are)}</th>'
        f'<th scope="col">{text(chart.values_are)}</th></tr></thead><tbody>{rows}</tbody></table>'
        "</details>\n"
    )


def _cards(report: TrialsReport) -> Iterator[str]:
    for title, cards in (
        ("Never met", report.never_met),
        ("Owned, but never attacked", report.idle),
    ):
        if cards:
            head = f"<summary>{title}: {len(cards):,}</summary>"
            yield f"<details>{head}{_card_list(cards)}</details>"


def _card_list(cards: Iterable[CardUse]) -> str:
    named = "".join(
        f"<li>{text(card.name)} ({text(card.key)}, {text(card.deck)} deck)</li>" for card in cards
    )
    return f"<ul>{named}</ul>"


def _replay(steps: Mapping[str, Any]) -> str:
    columns = "".join(f'<th scope="col" role="columnheader">{text(name)}</th>' for name in COLUMNS)
    return f"""<p>{text(steps["title"])}. {text(steps["ending"])}</p>
<noscript><p>Stepping through the game needs JavaScript; everything else on this page does not.
The game as a text: <code>cardkit replay RECORD --log</code>.</p></noscript>
<div id="stepping" hidden>
<div class="controls" role="group" aria-label="Steps of the game">
<button type="button" id="first">First</button>
<button type="button" id="previous">Previous</button>
<button type="button" id="next">Next</button>
<button type="button" id="last">Last</button>
<output id="at" for="slider"></output>
<span class="wide"><label for="slider">Step</label>
<input type="range" id="slider" min="0" value="0" step="1"></span>
<span class="wide"><label for="events">Go to event</label><select id="events"></select></span>
</div>
<p class="keys quiet">Keys, while something in here has the focus: left and right arrow for one
step, Home and End for the first and the last.</p>
<div id="told" aria-live="polite"><h3 id="action"></h3><p id="why" class="quiet"></p>
<ul id="happenings"></ul></div>
<h3>The table after this step</h3>
<dl id="game"></dl>
<table id="board" role="table"><caption>Who lies where.</caption>
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Place</th>{columns}</tr>
</thead><tbody role="rowgroup"></tbody></table>
</div>
"""
