"""The files that travel with cardkit: ``schemas/`` and ``templates/``.

They stay at the top of the repository, where an owner finds them, and are put inside the
package when a wheel is built. This is the one place that knows both homes.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any


def resource(folder: str, name: str) -> Traversable:
    """Return a shipped file, e.g. ``resource("templates", "decks.toml")``."""
    packaged = files("cardkit") / folder / name
    if packaged.is_file():
        return packaged
    return Path(__file__).resolve().parent.parent / folder / name


def names(folder: str) -> tuple[str, ...]:
    """Return the names of the files in a shipped folder, sorted."""
    packaged = files("cardkit") / folder
    home = packaged if packaged.is_dir() else Path(__file__).resolve().parent.parent / folder
    return tuple(sorted(entry.name for entry in home.iterdir() if entry.is_file()))


@cache
def schema(name: str) -> dict[str, Any]:
    """Return ``schemas/<name>.schema.json`` as a dict; treat it as read-only."""
    loaded = json.loads(resource("schemas", f"{name}.schema.json").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


@cache
def template(name: str) -> dict[str, Any]:
    """Return ``templates/<name>.toml`` as a dict; treat it as read-only."""
    return tomllib.loads(resource("templates", f"{name}.toml").read_text(encoding="utf-8"))
