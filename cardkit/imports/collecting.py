"""Keeping Python's garbage collector out of the way of large files."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep the garbage collector from looking through rows that all live to the end.

    A hundred thousand rows are a million values; looking through them again and again takes a
    sixth of the time and never finds anything.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()
