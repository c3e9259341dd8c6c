"""Layouts of cards: named boxes in TOML, one built on another with ``extends``.

A layout that is given by name comes from the owner's folder or from ``templates/layouts/``; one
that is given as a file extends those beside it. No name leads out of its folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cardkit.errors import Fault, InputError
from cardkit.files import read_bytes
from cardkit.json_text import located
from cardkit.printing.areas import Area
from cardkit.resources import names, template
from cardkit.schema_check import schema_faults
from cardkit.toml_text import parse_toml

DEFAULT_LAYOUT = "solo"
LAYOUT_FOLDER = "layouts"
"""Own layouts stand in this folder beside ``cardkit.toml``."""
PLACEHOLDERS = (
    "name",
    "hp",
    "stage",
    "types",
    "set",
    "number",
    "id",
    "artist",
    "deck",
    "energy",
)
"""What a line of an own box may name in braces."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_ENDING = ".toml"
_DEEPEST = 8
_ROUNDING_MM = 1e-6
_HEAD = ("title", "extends", "without", "inks", "sticker", "card")
"""Keys of a layout that are no boxes."""
_BOX = ("x", "y", "width", "height")
_TEXT = (*_BOX, "size_pt")
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "frame": (*_BOX, "stroke_mm"),
    "tints": (),
    "header": ("bottom",),
    "panel": (*_BOX, "rays", "emblem_radius", "halo", "ring_radius", "ring_count", "ring_size"),
    "picture": (*_BOX, "fit", "least_dpi", "most_dpi"),
    "chips": ("inset", "height", "size_pt"),
    "moves": (*_BOX, "name_pt", "text_pt", "least_pt", "badge", "gap"),
    "facts": (*_BOX, "caption_pt", "caption_height", "value_pt", "badge"),
    "deck": (*_BOX, "inset", "mark_pt", "name_pt", "least_pt", "number_pt"),
}
"""What a box must have when all that it extends is laid together; a text needs ``_TEXT``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A layout with all that it extends laid together.

    Attributes:
        name: as options and settings spell it.
        title: what it is for.
        card: the size that it is drawn for.
        parts: its boxes by name, in the form of ``schemas/layout.schema.json``.
        black: whether it is drawn in black on white.
        sticker: whether it is made for labels.
    """

    name: str
    title: str
    card: Area
    parts: Mapping[str, Any]
    black: bool = False
    sticker: bool = False

    @classmethod
    def from_dict(cls, name: str, document: Mapping[str, Any], *, where: str = "") -> Layout:
        """Read a document that extends nothing.

        Raises:
            InputError: with every fault of it.
        """
        faults = (*schema_faults(document, "layout", where=where),)
        if not faults:
            faults = tuple(_misfits(document, where))
        if faults:
            raise InputError.of(faults)
        size = document["card"]
        return cls(
            name=name,
            title=document.get("title", name),
            card=Area(x_mm=0, y_mm=0, width_mm=size["width"], height_mm=size["height"]),
            parts={key: part for key, part in document.items() if key not in _HEAD},
            black=document.get("inks") == "black",
            sticker=document.get("sticker", False),
        )


def shipped_layouts() -> tuple[str, ...]:
    """Return the names of the layouts that come with cardkit."""
    listed = names(f"templates/{LAYOUT_FOLDER}")
    return tuple(name.removesuffix(_ENDING) for name in listed if name.endswith(_ENDING))


def layout_named(name: str, folder: Path | None = None) -> Layout:
    """Return a layout.

    Args:
        name: of an own layout or of a shipped one; or the path of a file, which ends in ``.toml``.
        folder: where own layouts stand; None where there are none.

    Raises:
        InputError: there is none of that name, or it has faults.
    """
    if name.endswith(_ENDING):
        path = Path(name)
        return _Shelf(path.parent).layout(path.stem, path)
    if not _NAME.fullmatch(name):
        raise InputError(
            "a layout's name is made of small letters, digits and hyphens, or it is a file that "
            f"ends in {_ENDING}, got {name!r}",
            remedy=f"choose one of {', '.join(_Shelf(folder).names())}",
        )
    return _shipped(name) if folder is None else _Shelf(folder).layout(name)


@cache
def _shipped(name: str) -> Layout:
    return _Shelf(None).layout(name)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Where layouts are looked up: the owner's folder first, then those that are shipped."""

    folder: Path | None
    chain: list[str] = field(default_factory=list)

    def names(self) -> list[str]:
        """Return every name that can be given."""
        own = sorted(self.folder.glob(f"*{_ENDING}")) if self.folder is not None else []
        return list(dict.fromkeys((*shipped_layouts(), *(path.stem for path in own))))

    def layout(self, name: str, path: Path | None = None) -> Layout:
        """Read a layout and all that it extends."""
        document, where = self._laid_together(name, path)
        return Layout.from_dict(name, document, where=where)

    def _laid_together(self, name: str, path: Path | None = None) -> tuple[dict[str, Any], str]:
        document, where = self._read(name, path)
        faults = schema_faults(document, "layout", where=where)
        if faults:
            raise InputError.of(faults)
        parent = document.get("extends")
        if parent is not None:
            if len(self.chain) >= _DEEPEST:
                raise InputError(
                    f"a layout may build on {_DEEPEST} others, got {' > '.join(self.chain)} > ...",
                    where=where,
                    remedy="extend one nearer to the end",
                )
            below, _ = self._laid_together(parent)
            for part in document.get("without", ()):
                below.pop(part, None)
            document = _merged(below, document)
        return {k: v for k, v in document.items() if k not in ("extends", "without")}, where

    def _read(self, name: str, path: Path | None) -> tuple[dict[str, Any], str]:
        """Return a document. A layout that extends its own name means the shipped one."""
        own = path or self._own(name)
        shipped = name in shipped_layouts()
        if own is not None and str(own) not in self.chain:
            self.chain.append(str(own))
            return parse_toml(read_bytes(own, limit_mb=1), str(own), remedy=_FORM), str(own)
        if shipped and name not in self.chain:
            self.chain.append(name)
            return dict(template(f"{LAYOUT_FOLDER}/{name}")), f"layout {name}"
        if own is not None or shipped:
            raise InputError(
                f"a layout cannot build on itself, got {' > '.join((*self.chain, name))}",
                where=self.chain[-1],
                remedy="take one 'extends' out",
            )
        raise InputError(
            f"expects the name of a layout, got {name!r}",
            where=self.chain[-1] if self.chain else "",
            remedy=f"choose one of {', '.join(self.names())}",
        )

    def _own(self, name: str) -> Path | None:
        if self.folder is None:
            return None
        path = self.folder / f"{name}{_ENDING}"
        if not path.is_file():
            return None
        if not path.resolve().is_relative_to(self.folder.resolve()):
            raise InputError(
                f"a layout must stand in its folder, got a link to {str(path.resolve())!r}",
                where=str(path),
                remedy="copy the file into the folder, or name it itself with --layout FILE",
            )
        return path


_FORM = 'write boxes as [name], lengths as x = 5.6, texts in quotes: extends = "solo"'


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Lay one document over another, box by box and key by key."""
    merged = dict(below)
    for key, value in above.items():
        inner = merged.get(key)
        both = isinstance(inner, Mapping) and isinstance(value, Mapping)
        merged[key] = _merged(inner, value) if both else value  # type: ignore[arg-type]
    return merged


def _misfits(document: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """Find what is fine for itself but not together: absent keys, boxes outside the card."""
    for needed in ("card", "name", "proxy"):
        if needed not in document:
            yield Fault(
                what=f"expects the box {needed!r}, got none",
                where=located((needed,), where),
                remedy='add it, or begin with extends = "solo"',
            )
    size = {"width": 0.0, "height": 0.0} | document.get("card", {})
    for key, part in document.items():
        if key not in _HEAD and key != "texts":
            yield from _box_faults(part, _NEEDED.get(key, _TEXT), (key,), size, where)
    for key, part in document.get("texts", {}).items():
        path = ("texts", key)
        yield from _box_faults(part, (*_TEXT, "text"), path, size, where)
        for placeholder in _PLACEHOLDER.findall(part.get("text", "")):
            if placeholder not in PLACEHOLDERS:
                yield Fault(
                    what=f"expects one of {', '.join(PLACEHOLDERS)} in braces, "
                    f"got {'{' + placeholder + '}'!r}",
                    where=located((*path, "text"), where),
                    remedy="change it",
                )
    if "chips" in document and "panel" not in document and "x" not in document["chips"]:
        yield Fault(
            what="expects x, y and width, as there is no panel whose corners the chips could take",
            where=located(("chips",), where),
            remedy="add them",
        )


def _box_faults(
    part: Mapping[str, Any],
    needed: tuple[str, ...],
    path: tuple[str, ...],
    size: Mapping[str, float],
    where: str,
) -> Iterator[Fault]:
    for key in needed:
        if key not in part:
            yield Fault(
                what=f"expects the key {key!r}, got only {', '.join(map(repr, part)) or 'none'}",
                where=located(path, where),
                remedy="add it",
            )
    for start, side in (("x", "width"), ("y", "height")):
        if start not in part or side not in part:
            continue
        end = part[start] + part[side]
        if end > size[side] + _ROUNDING_MM:
            yield Fault(
                what=f"expects a box inside the {side} of {size[side]:g} mm, "
                f"got {start} + {side} = {end:g}",
                where=located(path, where),
                remedy=f"lower {start} or {side}",
            )
    if part.get("least_pt", 0) > part.get("size_pt", part.get("text_pt", 100)):
        yield Fault(
            what=f"expects least_pt to be at most the wanted size, got {part['least_pt']!r}",
            where=located((*path, "least_pt"), where),
            remedy="lower it",
        )
