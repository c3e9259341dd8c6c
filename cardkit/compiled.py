"""Which modules run compiled, and what the compiler is told that types do not say.

Everything is plain Python, and runs as it is. ``pyproject.toml`` lists the modules that mypyc may
compile when a wheel is built; then each lies beside its source as an extension.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

_Class = TypeVar("_Class", bound=type)
_PACKAGE = Path(__file__).parent

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_told: Any) -> Callable[[_Class], _Class]:
        """Tell the compiler something about a class; read by it alone, nothing at run time.

        ``allow_interpreted_subclasses`` is said of what copies itself, too: of other compiled
        classes ``__new__`` asks for the arguments of ``__init__``, and calls it.
        """
        return lambda told_of: told_of


def compiled_modules() -> tuple[str, ...]:
    """Return the names of the modules that lie there compiled; empty when all are pure Python."""
    return tuple(
        sorted(
            ".".join((*path.parent.relative_to(_PACKAGE.parent).parts, path.name.partition(".")[0]))
            for path in _PACKAGE.rglob("*")
            if path.name[path.name.find(".") :] in EXTENSION_SUFFIXES
        )
    )


def how_built() -> str:
    """Return in words how many modules run compiled."""
    compiled = compiled_modules()
    return f"compiled modules: {len(compiled)}" if compiled else "all modules are pure Python"
