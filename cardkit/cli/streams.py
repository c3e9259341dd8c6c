"""The three standard streams, also where one is closed, full, or its reader has gone."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def prepare() -> None:
    """Open what is closed on nothing, and write UTF-8 whatever the machine's habit.

    Without this a file that is opened later would get the number of a closed stream, and be
    written into by whoever believes in that number.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is given out, and those below are open by now.
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")


def tell(text: str) -> None:
    """Write a line to the error output; where that cannot be written to, nobody is told."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def forget_reader() -> None:
    """Let what is still to be written go nowhere, after the reader has gone."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
