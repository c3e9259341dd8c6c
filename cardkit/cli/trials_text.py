"""The results of validation games for people: text of at most 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cli.output import table, wrap
from cardkit.plurals import agreeing, counted, out_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardkit.referee.effects import Advice, Effect
    from cardkit.referee.trial_parts import CardUse, Fight
    from cardkit.referee.trials_report import TrialsReport

_BAR_COLUMNS = 30
_WORST_SHOWN = 8
_CHANGES_SHOWN = 5


def trials_text(report: TrialsReport) -> str:
    """Return the results of validation games, without the findings."""
    paragraphs = [wrap(wins_text(report))]
    if report.rounds is not None:
        paragraphs.append(wrap(_length_text(report)))
    if report.milestones:
        paragraphs.append(_milestones_text(report))
    paragraphs += [_badges_text(report), _fights_text(report)]
    if report.stalls:
        paragraphs.append(wrap(_stalls_text(report)))
    if report.beaters:
        paragraphs.append(_beaters_text(report))
    paragraphs.append(_energies_text(report))
    if report.never_met:
        paragraphs.append(wrap(f"Never met in these games: {_names(report.never_met)}."))
    if report.idle:
        paragraphs.append(wrap(f"Owned, but never attacked: {_names(report.idle)}."))
    if report.advice is not None:
        paragraphs.append(advice_text(report.advice))
    return "\n\n".join(paragraphs)


def wins_text(report: TrialsReport) -> str:
    """Return how often the games were won, in a sentence or two."""
    won = report.won
    least, most = won.interval
    text = (
        f"{report.name}: the {report.player} player wins "
        f"{out_of(won.count, won.of, 'adventure')} (seed {report.seed}); with "
        f"{report.certainty.confidence:.0%} confidence {least:.1%} to {most:.1%} within "
        f"{_rounds(report.limits.rounds)}."
    )
    if report.median_rounds is not None:
        text += f" The middle win takes {_rounds(round(report.median_rounds))}."
    looks = len(report.certainty.looks)
    if report.certainty.early:
        text += (
            " That is known well enough after "
            f"{out_of(len(report.games), report.certainty.planned, 'game')}; the "
            f"{counted(looks, 'look at it is', 'looks at it are')} allowed for."
        )
    return text


def _rounds(number: int) -> str:
    return counted(number, "round")


def _length_text(report: TrialsReport) -> str:
    rounds, minutes = report.rounds, report.minutes
    if rounds is None or minutes is None:
        return ""
    evening = report.pace.minutes_of_an_evening
    return (
        f"Half of the wins take {rounds.quarter:.0f} to {rounds.three_quarters:.0f} rounds: at a "
        f"table {_hours(minutes.quarter)} to {_hours(minutes.three_quarters)}, or "
        f"{minutes.middle / evening:.1f} evenings of {_hours(evening)} "
        f"(an estimate: {report.pace.minutes_per_round:g} min a round, "
        f"{report.pace.minutes_per_event:g} around an event)."
    )


def _hours(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min" if hours else f"{rest} min"


def _milestones_text(report: TrialsReport) -> str:
    last = max((game.rounds for game in report.finished if game.won), default=0)
    enough = next((one.rounds for one in report.milestones if one.rounds >= last), 0)
    rows = [
        (
            one.rounds,
            f"{one.won.share:.0%}",
            f"{one.won.interval.least:.0%} to {one.won.interval.most:.0%}",
            _bar(one.won.share),
        )
        for one in report.milestones
        if one.rounds <= enough or not last
    ]
    sure = f"{report.certainty.confidence:.0%} sure"
    return table(("within rounds", "won", sure, ""), rows, right=">>>")


def _badges_text(report: TrialsReport) -> str:
    finished = max(1, len(report.finished))
    rows = [(badges, games, _bar(games / finished)) for badges, games in enumerate(report.badges)]
    return table(("badges", "games", ""), rows, right=">>")


def _bar(share: float) -> str:
    return "#" * round(_BAR_COLUMNS * share)


def _fights_text(report: TrialsReport) -> str:
    rows = [_fight_row(fight) for fight in report.fights if fight.fought]
    headers = ("event", "fought", "won", "lost", "first try", "95% sure", "rounds")
    return table(headers, rows, right="<>>>>>>")


def _fight_row(fight: Fight) -> tuple[object, ...]:
    first = fight.first_try
    sure = f"{first.interval.least:.0%} to {first.interval.most:.0%}" if first else ""
    return (
        fight.label,
        fight.fought,
        "-" if fight.won is None else fight.won,
        fight.lost,
        f"{first.share:.0%}" if first and first.of else "",
        sure if first and first.of else "",
        f"{fight.rounds:.1f}",
    )


def _stalls_text(report: TrialsReport) -> str:
    worst, games = report.stalls[0], max(1, len(report.finished))
    parts = []
    if worst.given_up:
        were = agreeing(worst.given_up, "was", "were")
        parts.append(f"{worst.given_up:,} of {games:,} {were} given up there")
    if worst.lost:
        parts.append(f"it was lost {worst.lost / games:.1f} times in an adventure")
    return f"Adventures stall most at the {worst.label}: {', '.join(parts)}."


def _beaters_text(report: TrialsReport) -> str:
    lost = sum(one.lost_events for one in report.beaters)
    rows = [
        (
            one.name,
            one.deck.label,
            one.lost_events,
            f"{one.lost_events / lost:.0%}",
            f"{one.lost_events / max(1, one.met):.0%}",
        )
        for one in report.beaters[:_WORST_SHOWN]
    ]
    headers = ("most events are lost to", "deck", "lost", "share", "of meetings")
    return table(headers, rows, right="<<>>>")


def _energies_text(report: TrialsReport) -> str:
    rows = [
        (
            one.kind.value,
            one.cards,
            one.asked_by,
            f"{one.attached / max(1, one.attached + one.spent):.0%}",
            one.attacks,
            "dead: no attack used it" if one.dead else "",
        )
        for one in report.energies
    ]
    headers = ("Energy", "cards", "asked by", "attached", "attacks", "")
    return table(headers, rows, right="<>>>>")


def _names(cards: Iterable[CardUse]) -> str:
    every = [f"{card.name} ({card.key})" for card in cards]
    more = len(every) - _WORST_SHOWN
    return ", ".join(every[:_WORST_SHOWN]) + (f" and {more} more" if more > 0 else "")


def advice_text(advice: Advice) -> str:
    """Return which one change would help most, and what else was tried."""
    best = advice.best
    if best is None or best.effect is None:
        head = (
            "No single change helped for certain: "
            f"{counted(len(advice.tried), 'was', 'were')} tried in "
            f"{counted(advice.games, 'more game')}."
        )
    else:
        head = (
            f"What would help most, of {counted(len(advice.tried), 'change')} tried in "
            f"{counted(advice.games, 'more game')}: {best.what}. "
            f"{_effect_text(best.effect, advice.rounds)}"
        )
    rows = [
        (one.what, f"{one.effect.rounds:+.0f}", _between(one.effect))
        for one in advice.tried[:_CHANGES_SHOWN]
        if one.effect is not None
    ]
    tried = table(("tried", "rounds", "sure"), rows, right="<>>") if rows else ""
    return f"{wrap(head)}\n\n{tried}" if tried else wrap(head)


def _effect_text(effect: Effect, rounds: float) -> str:
    least, most = effect.rounds_interval
    return (
        f"It makes an adventure {_rounds(round(-effect.rounds))} shorter, of {rounds:.0f} "
        f"({effect.confidence:.1%} sure: {-most:.0f} to {-least:.0f}), in "
        f"{counted(effect.games, 'game')} with the same seeds."
    )


def _between(effect: Effect) -> str:
    least, most = effect.rounds_interval
    return f"{least:+.0f} to {most:+.0f}"
