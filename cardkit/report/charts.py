"""What the charts of a report show: values and words, no drawing.

A chart is rows of one bar each, because rows keep long names readable on narrow screens and on
paper; each is a table just as well, which is how it is read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from cardkit.plurals import agreeing, counted, out_of
from cardkit.referee.effects import Advice
from cardkit.referee.shares import Share
from cardkit.referee.trial_parts import Fight
from cardkit.referee.trials_report import TrialsReport

_WORST_SHOWN = 12
_CHANGES_SHOWN = 10
_BINS = 16
_WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


class Shade(StrEnum):
    """How a bar stands out; its words say the same, so nothing hangs on a colour."""

    PLAIN = "plain"
    GOOD = "good"
    BAD = "bad"
    FAINT = "faint"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One row of a chart.

    Attributes:
        label: what it is about.
        value: the length of the bar, in the chart's unit; below 0 it goes to the left.
        shown: the value in words, with its interval if there is one.
        least, most: between which values the truth lies; None without an interval.
    """

    label: str
    value: float
    shown: str
    least: float | None = None
    most: float | None = None
    shade: Shade = Shade.PLAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart and its table.

    Attributes:
        key: name of its place on the page and of its file, e.g. ``outcomes``.
        summary: what it says, in a sentence.
        rows_are: heading of the labels in the table.
        values_are: heading of the values, with the unit.
        whole: the value at the end of the axis, when that is not the longest bar.
    """

    key: str
    title: str
    summary: str
    rows_are: str
    values_are: str
    bars: tuple[Bar, ...]
    whole: float | None = None

    @property
    def least(self) -> float:
        """Where the axis begins: 0, or below when something is."""
        lows = [bar.value if bar.least is None else min(bar.least, bar.value) for bar in self.bars]
        return min(0.0, *lows)

    @property
    def most(self) -> float:
        """Where the axis ends."""
        if self.whole is not None:
            return self.whole
        highs = [bar.value if bar.most is None else max(bar.most, bar.value) for bar in self.bars]
        return max(0.0, *highs) or (0.0 if self.least < 0 else 1.0)


def charts_of(report: TrialsReport) -> tuple[Chart, ...]:
    """Return the charts of a report; one that would be empty is left out."""
    makers: tuple[Callable[[TrialsReport], Chart | None], ...] = (
        _outcomes,
        _milestones,
        _rounds,
        _stalls,
        _first_tries,
        _beaters,
        _energies,
        _changes,
    )
    made = (make(report) for make in makers)
    return tuple(chart for chart in made if chart is not None and chart.bars)


def _outcomes(report: TrialsReport) -> Chart | None:
    games = report.finished
    if not games:
        return None
    ends = [("won", report.wins, Shade.GOOD)]
    for badges in range(4):
        given_up = sum(not game.won and game.badges == badges for game in games)
        words = f"given up with {counted(badges, 'badge')}"
        ends.append((words, given_up, Shade.BAD))
    bars = tuple(
        _share_bar(label, report.certainty.share(count, len(games)), shade)
        for label, count, shade in ends
    )
    return Chart(
        key="outcomes",
        title="How adventures end",
        summary=f"{out_of(report.wins, len(games), 'adventure')} "
        f"{agreeing(report.wins, 'was', 'were')} won within "
        f"{counted(report.limits.rounds, 'round')}. Thin lines: where the true share lies, with "
        f"{report.certainty.confidence:.0%} confidence.",
        rows_are="End",
        values_are="Share of adventures",
        bars=bars,
        whole=1.0,
    )


def _milestones(report: TrialsReport) -> Chart | None:
    if not report.wins or not report.milestones:
        return None
    bars = tuple(
        _share_bar(counted(one.rounds, "round"), one.won, Shade.GOOD) for one in report.milestones
    )
    return Chart(
        key="milestones",
        title="Won within so many rounds",
        summary="How many adventures were won when so many rounds had been played. Thin lines: "
        "where the true share lies.",
        rows_are="Within",
        values_are="Share of adventures",
        bars=bars,
        whole=1.0,
    )


def _share_bar(label: str, share: Share, shade: Shade) -> Bar:
    least, most = share.interval
    return Bar(
        label=label,
        value=share.share,
        shown=f"{share.share:.1%} ({least:.1%} to {most:.1%})",
        least=least,
        most=most,
        shade=shade,
    )


def _rounds(report: TrialsReport) -> Chart | None:
    won = sorted(game.rounds for game in report.games if game.won)
    length = report.rounds
    if not won or length is None:
        return None
    width = next((one for one in _WIDTHS if (won[-1] - won[0]) / one < _BINS), won[-1])
    first = (won[0] - 1) // width
    bars = []
    for number in range(first, ceil(won[-1] / width)):
        low, high = number * width + 1, (number + 1) * width
        count = sum(low <= rounds <= high for rounds in won)
        label = str(low) if width == 1 else f"{low} to {high}"
        bars.append(Bar(label=label, value=count, shown=str(count)))
    minutes = report.minutes
    at_table = "" if minutes is None else f", about {minutes.middle / 60:.1f} hours at a table"
    return Chart(
        key="rounds",
        title="Rounds to the win",
        summary=f"Half of the adventures that were won took {length.quarter:.0f} to "
        f"{length.three_quarters:.0f} rounds; the middle one {length.middle:.0f}{at_table}.",
        rows_are="Rounds",
        values_are="Adventures",
        bars=tuple(bars),
    )


def _stalls(report: TrialsReport) -> Chart | None:
    worst = {fight.label: fight for fight in report.stalls}
    if not worst:
        return None
    first = report.stalls[0]
    bars = tuple(
        Bar(
            label=fight.label,
            value=fight.rounds,
            shown=f"{fight.rounds:.1f} rounds; {fight.lost} lost of {fight.fought}; "
            f"{fight.given_up} given up here",
            shade=Shade.BAD if fight.given_up or fight is first else Shade.PLAIN,
        )
        for fight in report.fights
    )
    return Chart(
        key="stalls",
        title="Where adventures stall",
        summary=f"Adventures stall most at: {first.label} ({', '.join(_stalling(first))}). "
        "Bars: rounds spent there per adventure.",
        rows_are="Event",
        values_are="Rounds per adventure, and events",
        bars=bars,
    )


def _stalling(fight: Fight) -> Iterator[str]:
    if fight.given_up:
        yield f"{counted(fight.given_up, 'adventure')} given up there"
    if fight.lost:
        yield f"{out_of(fight.lost, fight.fought, 'event')} lost"


def _first_tries(report: TrialsReport) -> Chart | None:
    bars = tuple(
        _share_bar(fight.label, fight.first_try, Shade.PLAIN)
        for fight in report.fights
        if fight.first_try is not None and fight.first_try.of
    )
    return Chart(
        key="first-tries",
        title="Gyms won at the first try",
        summary="Of the adventures that finished such a fight, how many won it at once. Thin "
        "lines: where the true share lies.",
        rows_are="Fight",
        values_are="Share of adventures",
        bars=bars,
        whole=1.0,
    )


def _beaters(report: TrialsReport) -> Chart | None:
    if not report.beaters:
        return None
    worst = report.beaters[:_WORST_SHOWN]
    bars = tuple(
        Bar(
            label=f"{card.name} ({card.key})",
            value=card.lost_events,
            shown=f"{card.lost_events:,}; {card.deck} deck, met {counted(card.met, 'time')}",
            shade=Shade.BAD,
        )
        for card in worst
    )
    return Chart(
        key="beaters",
        title="Enemies that beat most players",
        summary=f"{worst[0].name} stood at the end of "
        f"{counted(worst[0].lost_events, 'lost event')}. "
        f"Shown: {out_of(len(worst), len(report.beaters), 'card')} that ended one.",
        rows_are="Enemy",
        values_are="Events lost to it",
        bars=bars,
    )


def _energies(report: TrialsReport) -> Chart | None:
    games = max(1, len(report.finished))
    dead = [energy.kind.value for energy in report.dead_energies]
    said = f"No attack asked for: {', '.join(dead)}." if dead else "Every type was asked for."
    bars = tuple(
        Bar(
            label=f"{energy.kind.value} (dead)" if energy.dead else energy.kind.value,
            value=energy.attacks / games,
            shown=f"{energy.attacks / games:.1f} attacks; attached {energy.attached / games:.1f}, "
            f"spent {energy.spent / games:.1f} times",
            shade=Shade.BAD if energy.dead else Shade.PLAIN,
        )
        for energy in report.energies
    )
    return Chart(
        key="energies",
        title="What each Energy is good for",
        summary=f"{said} Bars: attacks per adventure whose cost asks for the type.",
        rows_are="Energy",
        values_are="Per adventure",
        bars=bars,
    )


def _changes(report: TrialsReport) -> Chart | None:
    advice = report.advice
    if advice is None:
        return None
    bars = tuple(_change_bars(advice))[:_CHANGES_SHOWN]
    best = advice.best
    said = f"What helps most: {best.what}." if best else "No single change helps for certain."
    return Chart(
        key="changes",
        title="The one change that helps",
        summary=f"{said} Tried in {counted(advice.games, 'more game')}; a bar to the left "
        "makes adventures shorter. Thin lines: where the truth lies.",
        rows_are="Change",
        values_are=f"Rounds more or less, of {advice.rounds:.0f}",
        bars=bars,
    )


def _change_bars(advice: Advice) -> Iterator[Bar]:
    for one in advice.tried:
        effect = one.effect
        if effect is None:
            continue
        least, most = effect.rounds_interval
        shade = Shade.GOOD if effect.shorter else Shade.BAD if effect.longer else Shade.FAINT
        yield Bar(
            label=one.what,
            value=effect.rounds,
            shown=f"{effect.rounds:+.0f} ({least:+.0f} to {most:+.0f})",
            least=least,
            most=most,
            shade=shade,
        )
