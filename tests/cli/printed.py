"""What the tests of the print commands share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Pools = Callable[..., None]
"""Puts a pool where the command finds it; see the fixture ``pool``."""


def said_by(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    captured = capsys.readouterr()
    return captured.out, " ".join(captured.err.split())
