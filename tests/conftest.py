from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is no fault of what is tested.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

REPOSITORY = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write golden files anew; review them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a file that a person has reviewed; ``--renew`` writes the file anew."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--renew"):
            path.write_bytes(text.encode())
        assert text == path.read_bytes().decode()

    return compare


@pytest.fixture(autouse=True)
def own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test away from the catalogue of the person who runs it."""
    path = tmp_path / "catalogue.db"
    monkeypatch.setenv("CARDKIT_CATALOGUE", str(path))
    return path


@pytest.fixture(scope="session")
def bulk_folder() -> Path:
    """A copy of the public bulk card data, where one is at hand: not part of this project."""
    return _at_hand(
        "CARDKIT_BULK_DATA", "data/pokemon-tcg-data", "bulk card data", must_hold="cards/en"
    )


@pytest.fixture(scope="session")
def samples_folder() -> Path:
    """Exports of real apps, where they are at hand: not part of this project."""
    return _at_hand("CARDKIT_SAMPLES", "samples", "sample exports")


@pytest.fixture(scope="session")
def oracles_folder() -> Path:
    """What attacks do, observed in other engines, where it is at hand: not part of this project."""
    return _at_hand("CARDKIT_ORACLES", "data/oracles", "observed effects")


def _at_hand(variable: str, usual: str, what: str, *, must_hold: str = ".") -> Path:
    """Return the folder that a variable names, or where it usually lies; without it, skip."""
    given = os.environ.get(variable)
    folder = Path(given) if given else REPOSITORY.parent / "shared" / usual
    if not (folder / must_hold).is_dir():
        pytest.skip(f"no {what} in {folder}; set {variable} to a copy")
    return folder
