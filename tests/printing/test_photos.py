"""Pictures of owners are trusted in nothing: each gives a print or a message that names it."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from cardkit.cards import CardId
from cardkit.errors import InputError
from cardkit.printing import papers, proxies_pdf
from cardkit.printing.layouts import layout_named
from cardkit.printing.photos import Photo, find_photos, photo_findings, read_photo, read_photos
from tests.printing.making import proxy, text_of

A4 = papers()["a4"]
PHOTO = layout_named("photo")
PLACE = PHOTO.parts["picture"]
SIZE = (820, 600)


def picture(mode: str = "RGB", colour: object = "red", size: tuple[int, int] = SIZE) -> Image.Image:
    return Image.new(mode, size, colour)  # type: ignore[arg-type]


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def chunk(kind: bytes, content: bytes) -> bytes:
    length, check = struct.pack(">I", len(content)), struct.pack(">I", zlib.crc32(kind + content))
    return length + kind + content + check


def png(width: int, height: int, *more: bytes) -> bytes:
    """A PNG that claims a size, whatever it holds."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(b"\0" * 1000))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + body + chunk(b"IEND", b"")


def opened(photo: Photo) -> Image.Image:
    return Image.open(io.BytesIO(photo.content))


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "expects a picture, got an empty file"),
    "drawing.svg as png": (
        lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        "expects a JPEG, PNG or WebP picture, got a file that begins with b'<svg xmlns=\"'",
    ),
    "text": (lambda: b"hello", "expects a JPEG, PNG or WebP picture"),
    "gif": (lambda: saved(picture(), "GIF"), "expects a JPEG, PNG or WebP picture"),
    "bomb": (lambda: png(60_000, 60_000), "20000 pixels a side and 64 million in all, got more"),
    "many pixels": (lambda: png(9_000, 9_000), "64 million in all, got 9000 x 9000"),
    "wide": (
        lambda: saved(picture("1", 0, (30_000, 2)), "PNG"),
        "at most 20000 pixels a side",
    ),
    "truncated jpeg": (
        lambda: saved(Image.effect_noise(SIZE, 90).convert("RGB"), "JPEG")[:9_000],
        "damaged and cannot be read",
    ),
    "truncated png": (
        lambda: saved(Image.effect_noise(SIZE, 90), "PNG")[:9_000],
        "damaged and cannot be read",
    ),
    "truncated webp": (
        lambda: saved(Image.effect_noise(SIZE, 90).convert("RGB"), "WEBP")[:2_000],
        "damaged and cannot be read",
    ),
    "broken body": (lambda: png(400, 400), "damaged and cannot be read"),
    "no body": (lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 40, ""),
    "text bomb": (
        lambda: png(20, 20, chunk(b"zTXt", b"a\0\0" + zlib.compress(b"\0" * 9_000_000))),
        "damaged and cannot be read",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_usable_picture_is_refused_by_name(case: str, tmp_path: Path) -> None:
    make, message = REFUSED[case]
    path = tmp_path / "test1-7.png"
    path.write_bytes(make())
    with pytest.raises(InputError) as caught:
        read_photo(path, PLACE)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
    assert caught.value.faults[0].remedy


USED: dict[str, tuple[Callable[[], bytes], tuple[int, int, int], list[str]]] = {
    "jpeg": (lambda: saved(picture(), "JPEG"), (254, 0, 0), []),
    "png": (lambda: saved(picture(), "PNG"), (254, 0, 0), []),
    "webp": (lambda: saved(picture(), "WEBP", lossless=True), (254, 0, 0), []),
    "cmyk": (lambda: saved(picture("CMYK", (0, 255, 255, 0)), "JPEG"), (254, 0, 0), []),
    "grey": (lambda: saved(picture("L", 128), "JPEG"), (128, 128, 128), []),
    "16 bit": (lambda: saved(picture("I;16", 32_768), "PNG"), (128, 128, 128), []),
    "1 bit": (lambda: saved(picture("1", 1), "PNG"), (255, 255, 255), []),
    "palette": (lambda: saved(picture().convert("P"), "PNG"), (254, 0, 0), []),
    "clear": (lambda: saved(picture("RGBA", (0, 0, 0, 0)), "PNG"), (255, 255, 255), []),
    "half clear": (lambda: saved(picture("RGBA", (0, 0, 0, 128)), "PNG"), (127, 127, 127), []),
    "grey and clear": (lambda: saved(picture("LA", (0, 0)), "PNG"), (255, 255, 255), []),
    "clear colour": (
        lambda: saved(picture("L", 0), "PNG", transparency=0),
        (255, 255, 255),
        [],
    ),
    "animated": (
        lambda: saved(
            picture(), "PNG", save_all=True, append_images=[picture(colour="blue")], duration=9
        ),
        (254, 0, 0),
        ["picture-moves"],
    ),
    "animated webp": (
        lambda: saved(
            picture(), "WEBP", save_all=True, append_images=[picture(colour="blue")], lossless=True
        ),
        (254, 0, 0),
        ["picture-moves"],
    ),
    "one pixel": (lambda: saved(picture(size=(1, 1)), "PNG"), (254, 0, 0), ["picture-coarse"]),
    "coarse": (lambda: saved(picture(size=(200, 150)), "PNG"), (254, 0, 0), ["picture-coarse"]),
    "thin": (lambda: saved(picture(size=(900, 1)), "PNG"), (254, 0, 0), ["picture-coarse"]),
    "broken exif": (
        lambda: saved(picture(), "JPEG", exif=b"Exif\0\0MM\0*\xff\xff\xff\xff" + b"\xff" * 30),
        (254, 0, 0),
        [],
    ),
}


@pytest.mark.parametrize("case", USED)
def test_whatever_kind_of_picture_becomes_a_flat_jpeg(case: str, tmp_path: Path) -> None:
    make, colour, codes = USED[case]
    path = tmp_path / "test1-7.jpg"
    path.write_bytes(make())
    photo = read_photo(path, PLACE)
    with opened(photo) as made:
        assert (made.format, made.mode) == ("JPEG", "RGB")
        middle = made.getpixel((made.width // 2, made.height // 2))
    assert middle == pytest.approx(colour, abs=4)
    assert [finding.code for finding in photo.findings] == codes
    assert all(finding.where == str(path) for finding in photo.findings)


def test_a_picture_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    image = picture(size=(600, 820))
    image.paste("blue", (0, 0, 600, 410))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright: turn a quarter to the right
    path = tmp_path / "turned.jpg"
    path.write_bytes(saved(image, "JPEG", exif=exif))
    with opened(read_photo(path, PLACE)) as made:
        assert made.getpixel((20, made.height // 2))[0] > 200  # type: ignore[index]
        assert made.getpixel((made.width - 20, made.height // 2))[2] > 200  # type: ignore[index]


def test_fine_pictures_are_made_smaller_and_grey_where_the_layout_is_black(tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    path.write_bytes(saved(picture(size=(4_000, 3_000)), "PNG"))
    photo = read_photo(path, PLACE, grey=True)
    with opened(photo) as made:
        assert made.width == pytest.approx(PLACE["width"] / 25.4 * 300, abs=1)
        assert made.mode == "L"


@pytest.mark.parametrize(("fit", "size"), [("cover", (51.8, 37.6)), ("contain", (18.8, 37.6))])
def test_a_picture_covers_its_place_or_stands_in_it_whole(
    fit: str, size: tuple[float, float], tmp_path: Path
) -> None:
    path = tmp_path / "tall.png"
    path.write_bytes(saved(picture(size=(700, 1_400)), "PNG"))
    photo = read_photo(path, {**PLACE, "fit": fit})
    assert (photo.width_mm, photo.height_mm) == pytest.approx(size)
    with opened(photo) as made:
        assert made.width / made.height == pytest.approx(size[0] / size[1], rel=0.01)


def test_files_are_found_by_id_whatever_the_case(tmp_path: Path) -> None:
    for name in ("TEST1-7.JPG", "test1-7.webp", "ex10-_.png", "notes.txt", "other.png"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "test1-9.png").mkdir()
    os.mkfifo(tmp_path / "test1-8.png")
    ids = [CardId(name) for name in ("test1-7", "test1-8", "test1-9", "ex10-?", "../other")]
    found = find_photos(tmp_path, ids)
    assert {card_id: path.name for card_id, path in found.items()} == {
        "test1-7": "TEST1-7.JPG",
        "ex10-?": "ex10-_.png",
    }


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the folder of pictures"):
        find_photos(tmp_path / "nowhere", [])


def test_every_bad_picture_is_named_at_once(tmp_path: Path) -> None:
    paths = {}
    for name in ("one", "two"):
        paths[CardId(name)] = tmp_path / f"{name}.png"
        paths[CardId(name)].write_bytes(b"")
    with pytest.raises(InputError) as caught:
        read_photos(paths, PHOTO)
    assert [fault.where for fault in caught.value.faults] == list(map(str, paths.values()))


def test_a_proxy_with_its_picture_is_sound_and_says_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "test1-7.png"
    path.write_bytes(saved(picture("RGBA", (0, 200, 0, 255)), "PNG"))
    photos = read_photos({CardId("test1-7"): path}, PHOTO)
    cards = [proxy(count=3), proxy("Other", card_id=CardId("test1-8"))]
    job = proxies_pdf(cards, paper=A4, title="", layout=PHOTO, photos=photos)
    with pikepdf.open(io.BytesIO(job.content)) as pdf:
        assert pdf.check_pdf_syntax() == []
        pictures = [part for part in pdf.objects if _is_picture(part)]
        assert len(pictures) == 1  # copies share it
        assert pictures[0].ColorSpace == "/DeviceRGB"
        assert list(pictures[0].Filter) == ["/DCTDecode"]
    text = text_of(job.content)
    assert text.count("Testachu") == 3
    assert text.count("Lightning") == 4
    assert [finding.code for finding in job.warnings] == ["picture-missing"]
    assert "Other (test1-8)" in job.warnings[0].what
    again = proxies_pdf(cards, paper=A4, title="", layout=PHOTO, photos=photos)
    assert again.content == job.content


def _is_picture(part: pikepdf.Object) -> bool:
    return isinstance(part, pikepdf.Stream) and part.get("/Subtype") == "/Image"


def test_many_cards_without_pictures_are_counted() -> None:
    cards = [(CardId(f"test1-{number}"), f"Card {number}") for number in range(20)]
    (finding,) = photo_findings({}, cards)
    assert "and 14 more" in finding.what
