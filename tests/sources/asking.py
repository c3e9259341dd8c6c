"""Asking the server of these tests, and how that ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from cardkit.sources.http import Http, Reason
from tests.sources.server import Fault

T = TypeVar("T")

MEBIBYTE = 1 << 20
HUNG_S = 30.0
"""A request that takes longer hangs: far above every budget here."""


def within(work: Callable[[], T]) -> T:
    """Return what work returns, and fail the test when it never does."""
    outcome: list[Callable[[], T]] = []

    def run() -> None:
        try:
            result = work()
        except BaseException as error:  # raised again below
            caught = error
            outcome.append(lambda: _raise(caught))
        else:
            outcome.append(lambda: result)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(HUNG_S)
    assert outcome, "hangs"
    return outcome[0]()


def _raise(error: BaseException) -> Any:
    raise error


def impatient(**changes: Any) -> Http:
    """Return what does not really wait between attempts, and not long for bytes."""
    usual: dict[str, Any] = {"budget_s": 20.0, "connect_s": 0.25, "read_s": 0.25}
    return Http(**usual | {"sleep": lambda _: None} | changes)


def assert_own_exceptions_only(error: BaseException | None) -> None:
    """Exceptions of libraries may hold requests with all their headers."""
    while error is not None:
        assert type(error).__module__.startswith("cardkit."), type(error)
        error = error.__cause__ or error.__context__


class Row(NamedTuple):
    """A fault, and how a request for JSON ends.

    Attributes:
        lasting: why it fails when every answer is like this; None when it succeeds.
        words: what the message then says.
        passing: why it fails when only the first answer is like this; None when it succeeds.
        budget_s: for everything; far less where nothing but the budget ends it.
    """

    name: str
    fault: Fault
    lasting: Reason | None
    words: str = ""
    passing: Reason | None = None
    budget_s: float = 20.0
