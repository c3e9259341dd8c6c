"""A series of validation games, here or on several processors.

Every game has a seed of its own, so it does not matter who plays it: results come in the order of
the games and are the same for any number of workers.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import connection
from multiprocessing.synchronize import Event
from types import TracebackType
from typing import NamedTuple, Self

from cardkit.errors import CardkitError, UsageError
from cardkit.manifest import Manifest
from cardkit.referee.autopilots import PlayerMaker, player_maker
from cardkit.referee.games import GameResult, Limits, game_seed, play_game
from cardkit.referee.records import Record
from cardkit.referee.table import Table

_BATCH_GAMES = 4
"""Games that a worker plays before it reports."""
_SERIES_KEPT = 4
"""Series that a worker keeps laid out; the next begins while the last ends."""
_BATCHES_AHEAD = 2
"""Batches per worker that are handed out, so that no worker waits for the next."""


class WorkerLost(CardkitError):  # noqa: N818 - the name says what happened
    """A worker process ended without a result, for want of memory perhaps."""


class Played(NamedTuple):
    """A game that was played; the record only when it was asked for."""

    result: GameResult
    record: Record | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """What is played in all games of a series.

    Attributes:
        player: name of an autopilot.
        seed: of all games.
        recorded: numbers of the games that are written down.
    """

    manifest: Manifest
    player: str
    seed: int
    limits: Limits
    recorded: Container[int] = ()

    def play(self, numbers: Sequence[int]) -> Generator[Played, None, None]:
        """Play games one after the other; which games were played before does not matter.

        Raises:
            InputError: when the manifest cannot be played.
            UsageError: when there is no such player.
        """
        play = self.prepared()
        for number in numbers:
            yield play(number)

    def prepared(self) -> Callable[[int], Played]:
        """Lay the table and seat the player; what is returned plays the game of a number.

        Raises:
            InputError: when the manifest cannot be played.
            UsageError: when there is no such player.
        """
        table = Table.lay(self.manifest)
        return partial(self._play_one, table, player_maker(self.player, table))

    def _play_one(self, table: Table, make: PlayerMaker, number: int) -> Played:
        records: list[Record] = []
        seed = game_seed(self.seed, number)
        result = play_game(
            table,
            make(seed),
            number=number,
            seed=seed,
            limits=self.limits,
            name=self.player,
            on_record=(lambda _number, record: records.append(record))
            if number in self.recorded
            else None,
        )
        return Played(result, records[0] if records else None)


class Crew:
    """Plays series, on as many processors as it has workers; a context manager.

    One worker plays in this process. More are processes of their own, started afresh (``spawn``),
    so a script that uses them keeps its top level under ``if __name__ == "__main__"``. They end
    with the ``with`` block, and by themselves when this process is killed.
    """

    def __init__(self, workers: int = 1) -> None:
        """Take a number of workers.

        Raises:
            UsageError: when it is below 1.
        """
        if workers < 1:
            raise UsageError(f"at least one worker plays, got {workers}")
        self.workers = workers
        self._executor: ProcessPoolExecutor | None = None
        self._stop: Event | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._executor is not None and self._stop is not None:
            self._stop.set()
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None

    def play(self, series: Series, numbers: Sequence[int]) -> Generator[Played, None, None]:
        """Yield the games with these numbers, in their order; close the generator to stop.

        Raises:
            InputError: when the manifest cannot be played.
            UsageError: when there is no such player.
            WorkerLost: when a worker process was ended from outside.
        """
        yield from self.play_all([(series, numbers)])

    def play_all(
        self, jobs: Sequence[tuple[Series, Sequence[int]]]
    ) -> Generator[Played, None, None]:
        """Yield the games of several series, one series after the other.

        Raises:
            InputError: when a manifest cannot be played.
            UsageError: when there is no such player.
            WorkerLost: when a worker process was ended from outside.
        """
        if self.workers == 1:
            for series, numbers in jobs:
                yield from series.play(numbers)
            return
        executor = self._started()
        waiting: deque[Future[list[Played]]] = deque()
        try:
            for series, numbers in jobs:
                packed = pickle.dumps(series)
                for batch in _batches(numbers):
                    with _undisturbed():
                        waiting.append(executor.submit(_play_batch, packed, batch))
                    if len(waiting) >= self.workers * _BATCHES_AHEAD:
                        yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except BrokenProcessPool as error:
            raise WorkerLost(
                "a process that played games was ended from outside; try --workers 1"
            ) from error
        finally:
            for future in waiting:
                future.cancel()

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            spawning = multiprocessing.get_context("spawn")
            self._stop = spawning.Event()
            self._executor = ProcessPoolExecutor(
                self.workers,
                mp_context=spawning,
                initializer=_begin_work,
                initargs=(self._stop,),
            )
        return self._executor


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Hold Ctrl-C back, here for a moment and in the processes that are begun inside for good.

    A worker that hears it while it still reads its modules would show where it was in them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(numbers), _BATCH_GAMES):
        yield numbers[first : first + _BATCH_GAMES]


_stops: list[Event] = []
"""In a worker: what tells it to end before its batch is played."""


def _begin_work(stop: Event) -> None:
    """Prepare a worker: the first process answers Ctrl-C, and no worker outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stops.append(stop)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)  # nobody is left to report to


@lru_cache(maxsize=_SERIES_KEPT)
def _prepared(packed: bytes) -> Callable[[int], Played]:
    """Prepare a series once in each worker: its table and player know more with every game."""
    series: Series = pickle.loads(packed)  # noqa: S301 - it comes from the process that began us
    return series.prepared()


def _play_batch(packed: bytes, numbers: Sequence[int]) -> list[Played]:
    play = _prepared(packed)
    played: list[Played] = []
    for number in numbers:
        played.append(play(number))
        if any(stop.is_set() for stop in _stops):
            break
    return played
