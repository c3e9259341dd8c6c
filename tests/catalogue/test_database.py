from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cardkit.catalogue import Catalogue
from cardkit.catalogue.database import _SCHEMAS, APPLICATION_ID, SCHEMA_VERSION, Database
from cardkit.catalogue.rows import card_to_row
from cardkit.catalogue.starter import starter_cards
from cardkit.errors import InputError
from tests.catalogue.making import OWN_SET, card


def execute(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def use(path: Path) -> None:
    with Catalogue.open(path) as catalogue:
        tuple(catalogue.cards())
        catalogue.search("anything")


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        use(path)
    (fault,) = caught.value.faults
    assert fault.where == str(path)
    assert fault.remedy
    return fault.what


def test_a_new_file_is_marked_as_a_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "a folder é" / "catalogue #1?.db"
    with Catalogue.open(path) as catalogue:
        assert catalogue.info().stored
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()


def test_an_empty_file_becomes_a_catalogue(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    path.touch()
    with Catalogue.open(path) as catalogue:
        assert catalogue.info().cards == len(starter_cards()[1])


def test_files_of_other_kinds(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    for content in (b"\xff\xd8\xff\xe0JFIF" * 500, b"name,set\n" * 500, b"x"):
        path.write_bytes(content)
        assert "got a file of another kind" in refusal(path)
        assert path.read_bytes() == content


def test_another_database(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    execute(path, "CREATE TABLE card (id)")
    assert refusal(path) == "expected a cardkit catalogue, got another SQLite database"


def test_a_catalogue_of_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    Catalogue.open(path).close()
    execute(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    assert f"got version {SCHEMA_VERSION + 1}" in refusal(path)


def test_a_catalogue_of_the_first_version_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    own = card("own1-1")
    execute(
        path,
        *_SCHEMAS[0].split(";\n"),
        f"PRAGMA application_id = {APPLICATION_ID}",
        "PRAGMA user_version = 1",
        "INSERT INTO batch VALUES (7, 'bulk data: mine', '2026-01-01')",
        """INSERT INTO card_set VALUES ('own1', 7, '{"id":"own1","name":"Own Set"}')""",
    )
    connection = sqlite3.connect(path)
    row = ("own1-1", "own1", "1", "testmander", 7, card_to_row(own).content)
    connection.execute(
        "INSERT INTO card (card_id, set_id, number_key, name_key, batch_id, row)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        row,
    )
    connection.commit()
    connection.close()
    for _ in range(2):
        with Catalogue.open(path, starter=False) as catalogue:
            assert catalogue.card("own1-1") == own
            assert catalogue.verify() == ()
            catalogue.add([card("own1-1", hp=70)], source="tcgdex")
            assert [each.source for each in catalogue.provenance("own1-1")] == [
                "bulk data: mine",
                "tcgdex",
            ]


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    assert "got a folder" in refusal(tmp_path)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9])
def test_a_file_that_was_cut_off(share: float, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    Catalogue.open(path).close()
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    assert "damaged" in refusal(path)


def test_overwritten_pages(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    Catalogue.open(path).close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    assert "damaged" in refusal(path)


ROWS = ["[]", "no json", '["name"]', "{}", "null"]


@pytest.mark.parametrize("row", ROWS)
def test_rows_that_somebody_else_has_written(row: str, tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    with Catalogue.open(path, starter=False) as catalogue:
        catalogue.add([card("own1-1")], [OWN_SET])
    execute(path, f"UPDATE card SET row = '{row}'")  # noqa: S608
    with (
        Catalogue.open(path, starter=False) as catalogue,
        pytest.raises(InputError, match="damaged"),
    ):
        catalogue.card("own1-1")


def test_a_catalogue_that_another_command_writes_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "catalogue.db"
    monkeypatch.setattr("cardkit.catalogue.database._TIMEOUT_S", 0.01)
    with Catalogue.open(path) as one, Catalogue.open(path) as other:
        with one.adding("one") as addition:
            addition.put_cards([card("own1-1")])
            assert other.card("own1-1") is None
            with pytest.raises(InputError, match="another cardkit command is writing"):
                other.add([card("own1-2")])
            addition.finish()
        assert other.card("own1-1") is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_catalogue_that_may_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    Catalogue.open(path).close()
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    with Catalogue.open(path) as catalogue:
        assert catalogue.card(starter_cards()[1][0].card_id) is not None
        with pytest.raises(InputError, match="cannot be written to"):
            catalogue.add([card("own1-1")])
    tmp_path.chmod(0o755)


KILLED = """
import sys
from pathlib import Path
from cardkit.catalogue import Catalogue, database
from tests.catalogue.making import card

database._CACHE_KIB = 100  # so that the file is written to long before the end
with Catalogue.open(Path(sys.argv[1])) as catalogue, catalogue.adding("killed") as addition:
    addition.put_cards(card(f"own1-{number}", rules=("x" * 400,)) for number in range(4_000))
    print("half way", flush=True)
    sys.stdin.read()
"""


def test_a_killed_addition_leaves_the_old_state(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.db"
    with Catalogue.open(path, starter=False) as catalogue:
        catalogue.add([card(f"old-{number}") for number in range(500)], source="old")
        before = list(catalogue.cards())
    size_bytes = path.stat().st_size
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parent.parent.parent,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"half way\n"
        process.send_signal(signal.SIGKILL)
    assert path.stat().st_size > size_bytes
    assert path.with_name("catalogue.db-journal").exists()
    with Catalogue.open(path, starter=False) as catalogue:
        assert list(catalogue.cards_of("old")) == before
        assert catalogue.by_name("Testmander") == tuple(before)
        assert catalogue.add([card("own1-1")]).cards_added == 1
    database = Database.open(path)
    assert database.value("PRAGMA integrity_check") == "ok"
    database.close()
