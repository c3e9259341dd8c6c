"""Two pools side by side, for people: text of at most 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cli.output import table, wrap
from cardkit.plurals import agreeing, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardkit.referee.comparison import Comparison
    from cardkit.referee.trials_report import TrialsReport


def comparison_text(found: Comparison) -> str:
    """Return what the games of two pools say about each other."""
    one, two = found.first, found.second
    head = (
        f"A is {one.name}, B is {two.name}: the {one.player} player, "
        f"{counted(len(one.games), 'game')} of each with the same seeds (seed {one.seed}), at most "
        f"{counted(one.limits.rounds, 'round')}."
    )
    rows = [
        (name, first, second)
        for (name, first), (_, second) in zip(_lines(one), _lines(two), strict=True)
    ]
    return "\n\n".join(
        [wrap(head), table(("", "A", "B"), rows, right="<>>"), wrap(_verdict(found))]
    )


def _lines(report: TrialsReport) -> Iterator[tuple[str, str]]:
    won, rounds, minutes = report.won, report.rounds, report.minutes
    yield "adventures won", f"{won.share:.1%}"
    yield "  95% sure", f"{won.interval.least:.1%} to {won.interval.most:.1%}"
    yield "rounds of a win, middle", f"{rounds.middle:.0f}" if rounds else "-"
    quarters = f"{rounds.quarter:.0f} to {rounds.three_quarters:.0f}" if rounds else "-"
    yield "  half of them", quarters
    yield "minutes at a table (estimate)", f"{minutes.middle:.0f}" if minutes else "-"
    for fight in report.fights:
        if fight.first_try is not None:
            share = fight.first_try
            yield f"{fight.label} won at first try", f"{share.share:.0%}" if share.of else "-"
    yield "skirmishes per adventure", f"{_skirmishes(report):.1f}"
    yield "attacks not read", f"{report.texts.unread} of {report.texts.attacks}"


def _skirmishes(report: TrialsReport) -> float:
    fought = sum(fight.fought for fight in report.fights if fight.won is None)
    return fought / max(1, len(report.finished))


def _verdict(found: Comparison) -> str:
    effect = found.effect
    least, most = effect.rounds_interval
    if effect.shorter:
        text = f"B is shorter by {_rounds(-effect.rounds)} (95% sure: {-most:.0f} to {-least:.0f})"
    elif effect.longer:
        text = f"B is longer by {_rounds(effect.rounds)} (95% sure: {least:.0f} to {most:.0f})"
    elif effect.few:
        text = f"{counted(effect.games, 'game')} of each say nothing sure of their length"
    else:
        text = (
            f"no difference in length is certain: {effect.rounds:+.0f} "
            f"{agreeing(round(effect.rounds), 'round')}, "
            f"95% sure {least:+.0f} to {most:+.0f}"
        )
    least, most = effect.won_interval
    won = (
        f"Of 100 adventures B wins {_more(effect.won)} than A (95% sure: {_more(least)} to "
        f"{_more(most)})."
    )
    return f"An adventure that is given up counts the whole limit. Then {text}. {won}"


def _more(share: float) -> str:
    number = round(100 * share, 1)
    return f"{abs(number):.1f} {'fewer' if number < 0 else 'more'}"


def _rounds(number: float) -> str:
    return counted(round(number), "round")
