from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources.making import pokemon, write_bulk
from tests.sources.server import CardServer


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reach 127.0.0.1 directly, whatever the network of the person who runs this."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[CardServer]:
    """A server of two small sets made up here."""
    cards = {
        "own1.json": [pokemon(number) for number in range(1, 4)],
        "own2.json": [pokemon(1, id="own2-1", rarity="Rare"), pokemon(2, id="own2-2")],
    }
    sets = [
        {"id": "own1", "name": "Own Set", "releaseDate": "2024/02/29", "printedTotal": 3},
        {"id": "own2", "name": "Second Set", "releaseDate": "2026/07/17", "printedTotal": 2},
    ]
    folder = write_bulk(tmp_path / "served", cards, sets)
    with CardServer(folder) as running:
        yield running
