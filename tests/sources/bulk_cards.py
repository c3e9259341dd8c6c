"""The bulk card data that the server serves."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

Document = dict[str, Any]


class BulkCards:
    """A folder with ``cards/en/*.json`` and ``sets/en.json``, read when it is needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def files(self) -> dict[str, bytes]:
        """Return what stands in an archive of it."""
        names = ["sets/en.json", *sorted(f"cards/en/{each.name}" for each in self._card_files)]
        return {name: (self._folder / name).read_bytes() for name in sorted(names)}

    @cached_property
    def sets(self) -> dict[str, Document]:
        listed = json.loads((self._folder / "sets/en.json").read_bytes())
        return {each["id"]: each for each in listed}

    @cached_property
    def cards(self) -> list[Document]:
        """All cards, each with its set under ``set``."""
        found = []
        for file in sorted(self._card_files):
            card_set = self.sets.get(file.stem, {"id": file.stem, "name": file.stem})
            found += [{**card, "set": card_set} for card in json.loads(file.read_bytes())]
        return found

    @cached_property
    def by_id(self) -> dict[str, Document]:
        return {card["id"]: card for card in self.cards}

    def of_set(self, set_id: str) -> list[Document]:
        return [card for card in self.cards if card["set"]["id"] == set_id]

    @property
    def _card_files(self) -> list[Path]:
        return list((self._folder / "cards/en").glob("*.json"))
