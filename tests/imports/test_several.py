from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.cli.build import PRODUCTS
from cardkit.collection import Collection, Repeat
from cardkit.collection.cells import card_to_cells
from cardkit.errors import InputError
from cardkit.imports import UnreadFilesError, import_file, import_several
from cardkit.imports.rows import RowReader
from cardkit.imports.several import BUILD_FILES

AT = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as people have it: collections, other files, and the pool's own."""
    inside = tmp_path / "lists"
    inside.mkdir()
    (inside / "a.csv").write_text("Name,Set,Number\nAlakazam,Base,1\n")
    (inside / "b.txt").write_text("2 Pikachu BS 5\n1 Alakazam BS 1\n")
    (inside / "c.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    (inside / "d.csv").write_text("Name,Set,Number\nAlakazam,Base,1\n")
    (inside / ".hidden.csv").write_text("Name,Set\nOddish,Misty Hills\n")
    (inside / "cardkit.toml").write_text("name = 'x'\n")
    (inside / "more").mkdir()
    return inside


def test_a_folder_is_imported_and_what_is_left_out_is_said(
    folder: Path, catalogue: Catalogue, tmp_path: Path
) -> None:
    with Collection.open(tmp_path) as collection:
        batch = import_several([folder], catalogue, collection, at=AT)
        assert [each.report.file for each in batch.imported] == ["a.csv", "b.txt"]
        assert [(fault.where.rpartition("/")[2], fault.what[:20]) for fault in batch.left_out] == [
            (".hidden.csv", "its name begins with"),
            ("c.jpg", "this is a JPEG pictu"),
            ("cardkit.toml", "a file of the pool i"),
            ("d.csv", "the content is the s"),
            ("more", "a folder inside the "),
        ]
        assert sum(stored.row.count for stored in collection.rows()) == 4
        assert len(collection.changes()) == 2
        with pytest.raises(InputError, match="was imported on"):
            import_several([folder], catalogue, collection, at=AT)
        (folder / "e.csv").write_text("Name,Set,Number\nAlakazam,Base,1\nPikachu,Base,5\n")
        batch = import_several([folder], catalogue, collection, at=AT)
        assert [each.report.file for each in batch.imported] == ["e.csv"]


def test_files_that_are_named_must_be_collections(
    folder: Path, catalogue: Catalogue, tmp_path: Path
) -> None:
    with Collection.open(tmp_path) as collection:
        with pytest.raises(UnreadFilesError) as refused:
            import_several(
                [folder / "a.csv", folder / "c.jpg", folder / "none.csv"],
                catalogue,
                collection,
                at=AT,
            )
        assert [fault.what[:17] for fault in refused.value.faults] == [
            "this is a JPEG pi",
            "no such file",
        ]
        assert refused.value.readable == (folder / "a.csv",)
        assert [fault.where for fault in refused.value.faults] == [
            str(folder / "c.jpg"),
            str(folder / "none.csv"),
        ]
        assert collection.rows() == ()
        empty = tmp_path / "empty"
        empty.mkdir()
        with pytest.raises(InputError, match="no file to import in the folder"):
            import_several([empty], catalogue, collection, at=AT)


def test_a_dry_run_reads_everything_and_changes_nothing(
    folder: Path, catalogue: Catalogue, tmp_path: Path
) -> None:
    with Collection.open(tmp_path) as collection:
        batch = import_several([folder], catalogue, collection, at=AT, dry_run=True)
        assert [each.change for each in batch.imported] == [None, None]
        assert not collection.path.exists()


def test_the_copies_of_twins_are_counted_when_asked(
    folder: Path, catalogue: Catalogue, tmp_path: Path
) -> None:
    with Collection.open(tmp_path) as collection:
        import_several([folder], catalogue, collection, at=AT, repeat=Repeat.ADD)
        assert sum(stored.row.count for stored in collection.rows()) == 5


def test_what_a_build_has_made_is_no_collection(
    folder: Path, catalogue: Catalogue, tmp_path: Path
) -> None:
    assert frozenset(PRODUCTS) == BUILD_FILES
    (folder / "decks.txt").write_text("1 Pikachu BS 5\n")
    with Collection.open(tmp_path) as collection:
        batch = import_several([folder], catalogue, collection, at=AT, dry_run=True)
        assert "decks.txt" in [each.report.file for each in batch.imported]
        (folder / "cardkit.db").touch()
        batch = import_several([folder], catalogue, collection, at=AT, dry_run=True)
        assert "decks.txt" not in [each.report.file for each in batch.imported]


ROWS = 12
TEXT = "Name,Set,Number\n" + "".join(f"Pikachu,Base,{n}\n" for n in range(1, ROWS + 1))


@pytest.mark.parametrize("at_row", range(1, ROWS + 1))
@pytest.mark.parametrize("where", ["read", "written"])
def test_interrupted_at_any_row_the_collection_is_as_before(
    where: str, at_row: int, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = at_row

    def interrupted(function: object) -> object:
        def call(*arguments: object) -> object:
            nonlocal left
            left -= 1
            if not left:
                raise KeyboardInterrupt
            return function(*arguments)  # type: ignore[operator]

        return call

    with Collection.open(tmp_path) as collection:
        import_file(b"Name,Set\nAlakazam,Base\n", catalogue, collection, at=AT)
        before = (collection.rows(), collection.changes(), collection.path.read_bytes())
        if where == "read":
            monkeypatch.setattr(RowReader, "read", interrupted(RowReader.read))
        else:
            monkeypatch.setattr(
                "cardkit.collection.store.card_to_cells", interrupted(card_to_cells)
            )
        with pytest.raises(KeyboardInterrupt):
            import_file(TEXT.encode(), catalogue, collection, at=AT)
        assert (collection.rows(), collection.changes()) == before[:2]
    assert (tmp_path / "cardkit.db").read_bytes() == before[2]


def test_a_full_disk_leaves_the_collection_and_is_said(
    catalogue: Catalogue, tmp_path: Path
) -> None:
    with Collection.open(tmp_path) as collection:
        import_file(b"Name,Set\nAlakazam,Base\n", catalogue, collection, at=AT)
        before = collection.rows()
        # SQLite says that the disk is full when the file may not grow.
        pages = collection._database.value("PRAGMA page_count")
        collection._database.rows(f"PRAGMA max_page_count = {pages}")
        text = "Name,Set\n" + "".join(f"Pikachu {n},Base\n" for n in range(3_000))
        with pytest.raises(InputError, match=r"no space left.*free some space"):
            import_file(text.encode(), catalogue, collection, at=AT)
        assert collection.rows() == before
