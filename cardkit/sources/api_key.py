"""The key of a service: read from the environment or a file, shown to nobody but the service."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cardkit.errors import InputError
from cardkit.files import read_text

KEY_VARIABLE = "CARDKIT_API_KEY"
KEY_FILE_VARIABLE = "CARDKIT_API_KEY_FILE"

_KEY = re.compile(r"[\x21-\x7e]{8,200}")


class _Hidden(str):
    """A text that debug output of local variables does not show."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'hidden'"


class ApiKey:
    """A key that does not show itself: not in messages, not in debug output, not in a copy.

    >>> key = ApiKey("0123-4567-89ab")
    >>> key, str(key), f"{[key]!r}"
    (ApiKey(hidden), 'ApiKey(hidden)', '[ApiKey(hidden)]')
    """

    __slots__ = ("__secret",)

    def __init__(self, secret: str, *, where: str = KEY_VARIABLE) -> None:
        if not _KEY.fullmatch(secret):
            # Not even a wrong key is shown: it may be the right one with a blank in it.
            raise InputError(
                "expected a key of 8 to 200 letters, digits and signs without blanks,"
                f" got {len(secret)} characters that are none",
                where=where,
                remedy="copy the key again, or remove it to go on without one",
            )
        self.__secret = secret

    def headers(self) -> dict[str, str]:
        """Return the header that carries the key."""
        return {"X-Api-Key": _Hidden(self.__secret)}

    def __repr__(self) -> str:
        return "ApiKey(hidden)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a key is not written down")


def find_api_key(
    environment: Mapping[str, str] = os.environ, file: Path | None = None
) -> ApiKey | None:
    """Return the key of this person; None when there is none.

    Args:
        environment: ``CARDKIT_API_KEY`` holds the key, ``CARDKIT_API_KEY_FILE`` names a file
            that does.
        file: a file that the settings name; the environment comes first.

    Raises:
        InputError: the file cannot be read, or what it holds cannot be a key.
    """
    secret = environment.get(KEY_VARIABLE, "").strip()
    if secret:
        return ApiKey(secret)
    named = environment.get(KEY_FILE_VARIABLE, "").strip()
    path = Path(named).expanduser() if named else file
    if path is None:
        return None
    return ApiKey(read_text(path, limit_mb=1).strip(), where=str(path))
