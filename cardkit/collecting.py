"""Keeping Python's garbage collector out of the way of much that stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the garbage collector from looking through values that all live to the end.

    A hundred thousand rows are a million values, and readings of all texts a hundred thousand;
    looking through them again and again takes a tenth of the time and never finds anything.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()
