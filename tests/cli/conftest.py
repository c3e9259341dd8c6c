"""A pool for the print commands, without a collection behind it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardkit.cli.output import Invocation
from cardkit.cli.pool import OpenedPool, ProxyWishes
from cardkit.decks import RarityDeck, choose_proxies
from cardkit.settings import Settings
from tests.cli.printed import Pools
from tests.decks.making import RULES, card_of, full_pool


@pytest.fixture
def a_folder_in_germany(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Pools:
    """Let the command find a pool that lacks cards, without a collection behind it."""

    def put(*, without: int = 0, name: str = "Toy box", **settings: Any) -> None:
        there = full_pool(without=without)
        shelf = [
            card_of(deck, f"{deck.label} {number}", card_id=f"test-{deck}-{number}")
            for deck in RarityDeck
            for number in range(4)
        ]

        def open_pool(_invocation: Invocation, wishes: ProxyWishes | None = None) -> OpenedPool:
            assert wishes is not None
            return OpenedPool(
                name=name,
                settings=Settings.from_dict(settings),
                pool=there,
                proxies=choose_proxies(
                    there, shelf, RULES, choose=wishes.choose, count=wishes.count
                ),
                findings=(),
            )

        monkeypatch.setattr("cardkit.cli.pool.open_pool", open_pool)

    return put
