"""Reading TOML that people write, with faults that name the line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from cardkit.errors import InputError

_FORM = "write settings as name = value, texts in quotes, tables as [table.name]"


def parse_toml(content: bytes, where: str, *, remedy: str = _FORM) -> dict[str, Any]:
    """Return what a TOML file says.

    Args:
        content: the file, UTF-8.
        where: its name, for messages.
        remedy: how its lines are to be written.

    Raises:
        InputError: it is no UTF-8 or no TOML; names the line.
    """
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise InputError(
            f"expects UTF-8 text, got the byte {content[error.start]:#04x}",
            where=f"{where}:{line}",
            remedy="save the file as UTF-8",
        ) from error
    except RecursionError:
        raise InputError(
            "tables and lists are nested too deeply to be read", where=where, remedy="flatten them"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise _syntax_fault(str(error), content.decode("utf-8-sig"), where, remedy) from error


def _syntax_fault(message: str, text: str, where: str, remedy: str) -> InputError:
    """Turn the TOML reader's message into ours: the line stands in front, the line's text after."""
    lines = text.splitlines() or [""]
    position = re.search(r"\(at line (\d+), column \d+\)$", message)
    number = int(position[1]) if position else len(lines)
    complaint = re.sub(r"\s*\(at [^()]*\)$", "", message)
    line = lines[number - 1].strip() if number <= len(lines) else ""
    return InputError(
        f"expects TOML, got {line[:60]!r} ({complaint[:1].lower()}{complaint[1:]})",
        where=f"{where}:{number}",
        remedy=remedy,
    )
