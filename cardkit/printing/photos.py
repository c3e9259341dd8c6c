"""The owner's own pictures of cards: found by card id, checked, made ready for print.

Whatever lies in the folder is treated as hostile: a picture is measured before it is unpacked,
and what cannot be used becomes a fault that names the file.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.cards import CardId
from cardkit.errors import Fault, InputError
from cardkit.files import os_fault, read_bytes
from cardkit.findings import Finding, Severity
from cardkit.printing.layouts import Layout
from cardkit.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (".jpg", ".jpeg", ".png", ".webp")
_FORMATS = ("JPEG", "PNG", "WEBP")
_MOST_MB = 64
_MOST_PIXELS = 64_000_000
_MOST_SIDE = 20_000
_QUALITY = 90
_UNSAFE = str.maketrans(dict.fromkeys('<>:"/\\|?*', "_"))
"""What file names cannot hold on every system stands as ``_`` in them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A picture ready to print: flat, upright, cut to its place, as JPEG."""

    content: bytes
    width_mm: float
    height_mm: float
    findings: tuple[Finding, ...] = ()


def find_photos(folder: Path, card_ids: Iterable[CardId]) -> dict[CardId, Path]:
    """Return the picture of each card that has one: a file called like the card's id.

    Case does not matter; of several endings the first of :data:`ENDINGS` wins.

    Raises:
        InputError: the folder cannot be read.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix.casefold() in ENDINGS)
    except OSError as error:
        raise os_fault(error, folder, "read the folder of pictures") from error
    known: dict[str, Path] = {}
    for path in sorted(files, key=lambda path: ENDINGS.index(path.suffix.casefold())):
        if path.is_file():
            known.setdefault(path.stem.casefold(), path)
    found = {}
    for card_id in card_ids:
        for name in (card_id, card_id.translate(_UNSAFE)):
            if name.casefold() in known:
                found[card_id] = known[name.casefold()]
    return found


def read_photos(paths: Mapping[CardId, Path], layout: Layout) -> dict[CardId, Photo]:
    """Make pictures ready for the place that a layout has for them.

    Raises:
        InputError: pictures cannot be used; names all of them.
    """
    place = layout.parts.get("picture")
    if place is None:
        return {}
    photos: dict[CardId, Photo] = {}
    faults: list[Fault] = []
    for card_id, path in paths.items():
        try:
            photos[card_id] = read_photo(path, place, grey=layout.black)
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError.of(faults)
    return photos


def read_photo(path: Path, place: Mapping[str, Any], *, grey: bool = False) -> Photo:
    """Make one picture ready.

    Args:
        path: the file.
        place: the ``picture`` of a layout.
        grey: take the colours away.

    Raises:
        InputError: it is no picture that can be used.
    """
    content = read_bytes(path, limit_mb=_MOST_MB)
    findings: list[Finding] = []
    width_mm, height_mm = place["width"], place["height"]
    enough = round(2 * max(width_mm, height_mm) / MM_PER_INCH * place["most_dpi"])
    image = _opened(content, path, enough, findings)
    if place["fit"] == "contain":
        shape = min(width_mm / image.width, height_mm / image.height)
        width_mm, height_mm = shape * image.width, shape * image.height
    else:
        image = _cropped(image, width_mm / height_mm)
    image = _sized(image, image.width / width_mm * MM_PER_INCH, place, path, findings)
    target = io.BytesIO()
    if grey:
        image = image.convert("L")
    image.save(target, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return Photo(
        content=target.getvalue(),
        width_mm=width_mm,
        height_mm=height_mm,
        findings=tuple(findings),
    )


def _sized(
    image: Image, resolution_dpi: float, place: Mapping[str, Any], path: Path, found: list[Finding]
) -> Image:
    """Make a picture that is finer than can be printed smaller, and note one that is coarse."""
    if resolution_dpi < place["least_dpi"]:
        wanted = place["least_dpi"]
        what = f"the picture has {resolution_dpi:.0f} dpi in its place, {wanted} look well"
        found.append(_finding("picture-coarse", path, what, "take a larger picture"))
    if resolution_dpi <= place["most_dpi"]:
        return image
    share = place["most_dpi"] / resolution_dpi
    size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
    return image.resize(size, reducing_gap=3.0)


def photo_findings(
    photos: Mapping[CardId, Photo], cards: Sequence[tuple[CardId, str]]
) -> tuple[Finding, ...]:
    """Return what there is to say about the pictures, and which cards have none.

    Args:
        photos: that were found.
        cards: id and name of each card that is printed.
    """
    missing = [f"{name} ({card_id})" for card_id, name in cards if card_id not in photos]
    found = [finding for photo in photos.values() for finding in photo.findings]
    if missing:
        shown = ", ".join(missing[:6]) + (f" and {len(missing) - 6} more" if missing[6:] else "")
        found.append(
            Finding(
                code="picture-missing",
                severity=Severity.WARNING,
                what=f"no picture for {shown}; drawn without",
                where="pictures",
                remedy=f"put files called like {cards[0][0]}.jpg into the folder of --photos",
            )
        )
    return tuple(found)


def _opened(content: bytes, path: Path, enough: int, findings: list[Finding]) -> Image:
    """Return the picture upright, in red, green and blue, without transparency.

    Pictures whose sides are much longer than ``enough`` pixels are made smaller on the way.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    where = str(path)
    if not content:
        raise InputError("expects a picture, got an empty file", where=where, remedy=_REMEDY)
    try:
        with warnings.catch_warnings():
            # Our own bound is lower than the one that Pillow warns about.
            warnings.simplefilter("ignore")
            image: Image.Image = Image.open(io.BytesIO(content), formats=_FORMATS)
            _check_size(image.size, where)
            if getattr(image, "is_animated", False):
                findings.append(_finding("picture-moves", path, "only the first picture is used"))
            image.draft(None, (enough, enough))  # spares JPEGs most of the work
            image.load()
            factor = min(image.size) // enough
            if factor > 1 and image.mode in ("L", "LA", "RGB", "RGBA"):
                image = image.reduce(factor)
            return _flat(ImageOps.exif_transpose(image))
    except InputError:
        raise
    except Image.DecompressionBombError as error:
        raise _too_large("more", where) from error
    except UnidentifiedImageError as error:
        raise InputError(
            f"expects a JPEG, PNG or WebP picture, got a file that begins with {content[:12]!r}",
            where=where,
            remedy=_REMEDY,
        ) from error
    except Exception as error:  # decoders raise whatever their format makes them stumble over
        why = str(error)[:100] or type(error).__name__
        raise InputError(
            f"the picture is damaged and cannot be read: {why}", where=where, remedy=_REMEDY
        ) from error


_REMEDY = "save the picture again as JPEG, or take it out of the folder"


def _check_size(size: tuple[int, int], where: str) -> None:
    width, height = size
    if max(size) > _MOST_SIDE or width * height > _MOST_PIXELS:
        raise _too_large(f"{width} x {height}", where)


def _too_large(got: str, where: str) -> InputError:
    return InputError(
        f"expects a picture of at most {_MOST_SIDE} pixels a side and "
        f"{_MOST_PIXELS // 1_000_000} million in all, got {got}",
        where=where,
        remedy="make it smaller: 750 x 550 pixels are enough",
    )


def _flat(image: Image) -> Image:
    """Lay a picture on white and bring it to eight bits of red, green and blue."""
    from PIL import Image

    if image.mode.startswith(("I", "F")):  # sixteen bits and more: keep the upper eight
        scale = 1 / 256 if image.mode.startswith("I") else 1.0
        wide = image.convert("I") if image.mode.startswith("I;") else image
        image = wide.point(lambda value: value * scale).convert("L")
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        over = image.convert("RGBA")
        ground = Image.new("RGBA", over.size, "white")
        image = Image.alpha_composite(ground, over)
    return image.convert("RGB")


def _cropped(image: Image, shape: float) -> Image:
    """Cut the middle out of a picture, in the shape (width to height) of its place."""
    width, height = image.size
    if width / height > shape:
        wanted = max(1, round(height * shape))
        left = (width - wanted) // 2
        return image.crop((left, 0, left + wanted, height))
    wanted = max(1, round(width / shape))
    top = (height - wanted) // 2
    return image.crop((0, top, width, top + wanted))


def _finding(code: str, path: Path, what: str, remedy: str = "") -> Finding:
    return Finding(code=code, severity=Severity.WARNING, what=what, where=str(path), remedy=remedy)
