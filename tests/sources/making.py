"""Card data in the bulk layout, small and made up here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def pokemon(serial: int | str = 1, /, **fields: Any) -> dict[str, Any]:
    """Return an ordinary Pokemon of a set ``own1``; None takes a key away."""
    document = {
        "id": f"own1-{serial}",
        "name": "Testmander",
        "supertype": "Pokémon",
        "subtypes": ["Basic"],
        "hp": "60",
        "types": ["Fire"],
        "attacks": [
            {"name": "Try", "cost": ["Fire", "Colorless"], "convertedEnergyCost": 2, "damage": "30"}
        ],
        "weaknesses": [{"type": "Water", "value": "×2"}],
        "retreatCost": ["Colorless"],
        "convertedRetreatCost": 1,
        "number": str(serial),
        "rarity": "Common",
        "artist": "A. Uthor",
        "images": {"small": "https://example.org/1.png"},
    } | fields
    return {key: value for key, value in document.items() if value is not None}


SETS = [
    {
        "id": "own1",
        "name": "Own Set",
        "series": "Own Era",
        "printedTotal": 10,
        "total": 12,
        "ptcgoCode": "OWN",
        "releaseDate": "2024/02/29",
    }
]


def write_bulk(folder: Path, files: dict[str, Any], sets: Any = SETS) -> Path:
    """Write files of cards and the list of sets; a text is written as it stands."""
    named = {f"cards/en/{name}": content for name, content in files.items()}
    for name, content in (named | {"sets/en.json": sets}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        path.write_text(text, encoding="utf-8")
    return folder
