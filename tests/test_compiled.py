from __future__ import annotations

import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import cardkit
from cardkit import compiled
from cardkit.compiled import compiled_modules, how_built
from tests.conftest import REPOSITORY

PACKAGE = Path(cardkit.__file__).parent


def sources() -> list[str]:
    """The sources that pyproject.toml hands to the compiler."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    listed: list[str] = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"][
        "include"
    ]
    return listed


def names() -> list[str]:
    return [source.removeprefix("/").removesuffix(".py").replace("/", ".") for source in sources()]


@pytest.mark.parametrize("source", sources())
def test_a_source_that_is_compiled_is_in_the_package(source: str) -> None:
    assert (PACKAGE.parent / source.removeprefix("/")).is_file()


def test_all_that_is_listed_runs_compiled_or_nothing_does() -> None:
    suffixes = {Path(str(import_module(name).__file__)).suffix for name in names()}
    assert suffixes == ({Path(EXTENSION_SUFFIXES[0]).suffix} if compiled_modules() else {".py"})
    assert compiled_modules() in ((), tuple(sorted(names())))


def test_extensions_of_this_python_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "cardkit"
    (package / "referee").mkdir(parents=True)
    monkeypatch.setattr(compiled, "_PACKAGE", package)
    for name in ("state.py", "turns.py", "turns.cpython-27-other.so"):
        (package / "referee" / name).touch()
    assert compiled_modules() == ()
    assert how_built() == "all modules are pure Python"
    (package / "referee" / f"state{EXTENSION_SUFFIXES[0]}").touch()
    assert compiled_modules() == ("cardkit.referee.state",)
    assert how_built() == "compiled modules: 1"
