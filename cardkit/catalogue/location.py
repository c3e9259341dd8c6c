"""Where the catalogue of this user is."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from cardkit.errors import InputError

_VARIABLE = "CARDKIT_CATALOGUE"


def default_path() -> Path:
    """Return where this user's catalogue is: ``CARDKIT_CATALOGUE``, or the data folder."""
    given = os.environ.get(_VARIABLE)
    return Path(given).expanduser() if given else user_data_path("cardkit") / "catalogue.db"


def refuse_missing_folder() -> None:
    """Keep a slip in ``CARDKIT_CATALOGUE`` from becoming a second, small catalogue elsewhere.

    Raises:
        InputError: the folder that it names is missing.
    """
    folder = default_path().parent
    # A folder that cannot be looked at is not missing; then the catalogue lives in memory.
    if not os.environ.get(_VARIABLE) or not _is_missing(folder):
        return
    raise InputError(
        f"expects {_VARIABLE} to name a file in a folder that exists, "
        f"got {os.environ[_VARIABLE]!r}",
        where=str(folder),
        remedy=f"correct {_VARIABLE}, or make the folder; cardkit catalogue update makes it, too",
    )


def _is_missing(folder: Path) -> bool:
    try:
        folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False
