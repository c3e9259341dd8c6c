from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the catalogue of the person who runs it."""
    path = tmp_path / "catalogue.db"
    monkeypatch.setenv("CARDKIT_CATALOGUE", str(path))
    return path


@pytest.fixture(scope="session")
def bulk_folder() -> Path:
    """A copy of the public bulk card data, where one is at hand: not part of this project."""
    given = os.environ.get("CARDKIT_BULK_DATA")
    folder = Path(given) if given else REPOSITORY.parent / "shared/data/pokemon-tcg-data"
    if not (folder / "cards/en").is_dir():
        pytest.skip(f"no bulk card data in {folder}; set CARDKIT_BULK_DATA to a copy")
    return folder


@pytest.fixture(scope="session")
def samples_folder() -> Path:
    """Exports of real apps, where they are at hand: not part of this project."""
    given = os.environ.get("CARDKIT_SAMPLES")
    folder = Path(given) if given else REPOSITORY.parent / "shared/samples"
    if not folder.is_dir():
        pytest.skip(f"no sample exports in {folder}; set CARDKIT_SAMPLES to a copy")
    return folder
