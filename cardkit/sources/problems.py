"""What a source has to say about cards that it could not fetch or read as they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cardkit.findings import Finding, Severity
from cardkit.plurals import counted
from cardkit.sources.bulk_values import Note

_MOST_NOTES = 100
_MOST_NAMED = 12


class Problems:
    """Findings of one batch; not more than anybody would read.

    Args:
        prefix: begins every code, e.g. ``tcgdex``.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._findings: list[Finding] = []
        self._notes = 0

    def error(self, code: str, what: str, *, where: str = "", remedy: str = "") -> None:
        """Say that something is missing."""
        self._add(code, Severity.ERROR, what, where, remedy)

    def warning(self, code: str, what: str, *, where: str = "", remedy: str = "") -> None:
        """Say that something may not be as it should."""
        self._add(code, Severity.WARNING, what, where, remedy)

    def note(self, code: str, what: str, *, where: str = "", remedy: str = "") -> None:
        """Say something that is good to know."""
        self._add(code, Severity.NOTE, what, where, remedy)

    def unread(self, where: str, kind: str, notes: Iterable[Note]) -> None:
        """Say which values of a card or set could not be read.

        Args:
            where: identifier of the card or set.
            kind: ``card`` or ``set``.
            notes: what the reader noted.
        """
        for each in notes:
            self._notes += 1
            if self._notes > _MOST_NOTES:
                continue
            code = f"{kind}-refused" if each.refused else "value-left-out"
            add = self.error if each.refused else self.warning
            add(code, f"{each.path}: {each.what}" if each.path else each.what, where=where)

    def novelties(self, where: str, found: Counter[tuple[str, str]]) -> None:
        """Say what cards carry that is not known yet, and forget it."""
        for (kind, text), count in found.items():
            consequence = "counts as rare" if kind == "rarity" else "no rule knows it"
            self.warning(
                f"new-{kind}",
                f"{kind} {text!r} is new, on {counted(count, 'card')}: kept, {consequence}",
                where=where,
                remedy="update cardkit when a version knows it",
            )
        found.clear()

    def taken(self) -> tuple[Finding, ...]:
        """Return the findings and begin anew."""
        if self._notes > _MOST_NOTES:
            left_out = self._notes - _MOST_NOTES
            self.warning("more", f"{counted(left_out, 'more value')} of this set could not be read")
        findings = tuple(self._findings)
        self._findings, self._notes = [], 0
        return findings

    def _add(self, code: str, severity: Severity, what: str, where: str, remedy: str) -> None:
        self._findings.append(
            Finding(
                code=f"{self._prefix}-{code}",
                severity=severity,
                what=what,
                where=where,
                remedy=remedy,
            )
        )


def named(things: Iterable[str]) -> str:
    """Return a list of names for a sentence, cut off where nobody would read on.

    >>> named(["a", "b"]), named(str(each) for each in range(40))
    ('a, b', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 28 more')
    """
    every = list(things)
    shown = ", ".join(every[:_MOST_NAMED])
    return shown if len(every) <= _MOST_NAMED else f"{shown} and {len(every) - _MOST_NAMED} more"
