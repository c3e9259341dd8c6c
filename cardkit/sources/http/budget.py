"""The time that a command has for the network, all requests together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from threading import Thread
from typing import Any, TypeVar

from cardkit.sources.http.failures import Reason, RequestFailed, duration_words

T = TypeVar("T")


class Budget:
    """Seconds to spend.

    Args:
        seconds: counted from now.
        clock: seconds that only ever rise.
        sleep: waits so many seconds.
    """

    def __init__(
        self, seconds: float, clock: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        self._seconds, self._clock, self._sleep = seconds, clock, sleep
        self._end_s = clock() + seconds
        self._ended: Future[None] = Future()

    def end(self) -> None:
        """Give up what is under way in other threads, and whatever would come after it."""
        if not self._ended.done():
            self._ended.set_result(None)

    @property
    def remaining_s(self) -> float:
        """How much is left; 0 when it is used up."""
        return 0.0 if self._ended.done() else max(0.0, self._end_s - self._clock())

    def check(self, host: str) -> None:
        """Raise :class:`RequestFailed` when nothing is left."""
        if not self.remaining_s:
            raise self._used_up(host)

    def pause(self, seconds: float, host: str) -> None:
        """Wait, or raise :class:`RequestFailed` at once when there is not so much left."""
        if seconds >= self.remaining_s:
            raise self._used_up(host)
        if seconds > 0:
            self._sleep(seconds)

    def spend(
        self,
        work: Callable[[], T],
        host: str,
        *,
        late: Callable[[Future[T]], None],
        interrupt: Callable[[], None],
    ) -> T:
        """Do something that may hang, for as long as something is left.

        Time limits of sockets bound the wait for a byte, not for an answer, and looking up a name
        has none. So the work has a thread of its own, which is left behind when time is up.

        Args:
            work: what to do.
            host: whom it has to do with, for the message.
            late: told the outcome that nobody waits for any more.
            interrupt: makes work that is left behind fail soon, if that is possible.

        Raises:
            RequestFailed: time is up.
        """
        future: Future[T] = Future()

        def run() -> None:
            try:
                result = work()
            except BaseException as error:  # raised again where it is waited for
                future.set_exception(error)
            else:
                future.set_result(result)

        Thread(target=run, name="cardkit-http", daemon=True).start()
        try:
            either: tuple[Future[Any], ...] = (future, self._ended)
            wait(either, self.remaining_s, return_when=FIRST_COMPLETED)
            if future.done():
                return future.result()
        finally:
            if not future.done():
                future.add_done_callback(late)
                interrupt()
        raise self._used_up(host)

    def _used_up(self, host: str) -> RequestFailed:
        words = f"the {duration_words(self._seconds)} that the command may take are over"
        return RequestFailed(f"{host} took too long: {words}", host=host, reason=Reason.BUDGET)
