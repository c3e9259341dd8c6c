"""What can go wrong, said so that a person can act on it.

Failures are exceptions; what a check has to say about a collection is a value
(:mod:`cardkit.findings`). Every message names the expectation, the value and the remedy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Self


class ExitCode(IntEnum):
    """Exit codes of the command line; the one place where they are numbered."""

    OK = 0
    FINDING = 1
    """A check did its work and found something."""
    USAGE = 2
    BAD_INPUT = 3
    SOURCE_UNAVAILABLE = 4
    INTERNAL = 70
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with an input.

    ``where`` is ``file:line``, a JSON path such as ``$.energy[2].count``, or empty.
    ``what`` is lower case and ends with the offending value; ``remedy`` is an imperative;
    ``rule`` is the number of the rule of the game that it breaks, e.g. ``S4``, or empty.
    """

    what: str
    where: str = ""
    remedy: str = ""
    rule: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        text = f"{text} ({self.rule})" if self.rule else text
        return f"{text}; {self.remedy}" if self.remedy else text


class CardkitError(Exception):
    """Base of all failures that cardkit reports itself."""

    exit_code: ExitCode = ExitCode.INTERNAL


class InputError(CardkitError):
    """Something given to cardkit cannot be used; carries every fault of the input at once."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.faults: tuple[Fault, ...] = (Fault(what=what, where=where, remedy=remedy),)
        super().__init__(str(self.faults[0]))

    @classmethod
    def of(cls, faults: Iterable[Fault]) -> Self:
        """Build one error from all faults of an input; at least one is required."""
        every = tuple(faults)
        error = cls(every[0].what, where=every[0].where, remedy=every[0].remedy)
        error.faults = every
        error.args = ("\n".join(str(fault) for fault in every),)
        return error


class UsageError(CardkitError):
    """The command was called in a way that it cannot be carried out."""

    exit_code = ExitCode.USAGE


class SourceUnavailable(CardkitError):
    """A card source did not answer; the message names what is still usable."""

    exit_code = ExitCode.SOURCE_UNAVAILABLE
