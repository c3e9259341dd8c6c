"""Manifests that commands are given, and the house rules of ``--rules FILE`` (Rule: S46)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardkit.cli.hints import quoted
from cardkit.errors import InputError

if TYPE_CHECKING:
    from cardkit.manifest import Manifest

_MANIFEST = "manifest.json"
"""What ``build`` calls a pool's manifest."""


def manifest_of(path: Path) -> Manifest:
    """Return the manifest of a file; ``-`` is the standard input.

    Raises:
        InputError: naming everything that is wrong with it.
    """
    from cardkit.files import read_text
    from cardkit.manifest import read_manifest

    _refuse_folder(path)
    where = "standard input" if str(path) == "-" else str(path)
    return read_manifest(read_text(path), where)


def _refuse_folder(path: Path) -> None:
    """Say which file is meant where a pool's folder is named, or a manifest that is not made."""
    from cardkit.collection.database import FILE_NAME

    folder = path if path.is_dir() else path.parent
    made = folder / _MANIFEST
    if path.is_dir() and made.is_file():
        what, remedy = "expects a manifest, got a folder", f"name the manifest in it: {made}"
    elif not path.exists() and not path.is_symlink() and (folder / FILE_NAME).is_file():
        what = "the pool of this folder has no such file"
        remedy = f"make its manifest: cardkit -C {quoted(folder)} manifest -o {quoted(made)}"
    else:
        return
    raise InputError(what, where=str(path), remedy=remedy)


def with_house_rules(manifest: Manifest, file: Path | None) -> Manifest:
    """Return a manifest with the switches of a file; what it leaves out stays.

    Args:
        manifest: whose rules they change.
        file: TOML: the switches themselves, or a ``cardkit.toml`` with a table ``[rules]``.

    Raises:
        InputError: naming everything that is wrong with the file.
    """
    from cardkit.files import read_bytes
    from cardkit.rules import HouseRules, with_preset
    from cardkit.settings import Settings
    from cardkit.toml_text import parse_toml

    if file is None:
        return manifest
    document = parse_toml(read_bytes(file), str(file))
    written = document["rules"] if isinstance(document.get("rules"), dict) else document
    Settings.from_dict({"rules": written}, where=str(file))
    rules = HouseRules.from_dict({**manifest.rules.to_dict(), **with_preset(written)})
    return replace(manifest, rules=rules)
