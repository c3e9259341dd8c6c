"""Findings: what a check has to say, as values that commands print and tests compare."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding matters."""

    ERROR = "error"
    """The game cannot be played by the rules as things stand."""
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One statement of a check.

    Attributes:
        code: stable kebab-case identifier, e.g. ``deck-short``.
        severity: see :class:`Severity`.
        what: one sentence for a person.
        where: the deck, card or row that it is about; empty when it is about the whole pool.
        remedy: what to do about it, as an imperative; empty when there is nothing to do.
        rule: number of the rule behind it, e.g. ``S4``; empty when none applies.
    """

    code: str
    severity: Severity
    what: str
    where: str = ""
    remedy: str = ""
    rule: str = ""

    def to_dict(self) -> dict[str, str]:
        """Return the JSON form: every field, in declaration order."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "what": self.what,
            "where": self.where,
            "remedy": self.remedy,
            "rule": self.rule,
        }
