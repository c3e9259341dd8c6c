"""The owner's settings: ``cardkit.toml`` in the pool's folder, laid over the defaults.

Every setting is optional. Defaults stand in ``templates/decks.toml`` and ``templates/rules.toml``;
the form is that of ``schemas/settings.schema.json``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardkit.cards import EnergyType
from cardkit.decks.energy import NEEDED_ENERGY
from cardkit.decks.requirements import Requirements
from cardkit.errors import Fault, InputError
from cardkit.files import os_fault
from cardkit.json_text import located
from cardkit.resources import schema, template
from cardkit.rules import HouseRules
from cardkit.schema_check import schema_faults

SETTINGS_FILE = "cardkit.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingSettings:
    """What the owner prints on; None leaves the choice to the command.

    Attributes:
        paper: name of a paper in ``templates/papers.toml``.
        labels: name of a label sheet in ``templates/labels.toml``.
    """

    paper: str | None = None
    labels: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxySettings:
    """Which proxies the owner wants (Rule: S9).

    Attributes:
        choose: ids or names of cards.
        types: types that come before others.
    """

    choose: tuple[str, ...] = ()
    types: tuple[EnergyType, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnMapping:
    """What the owner says of the columns of some files.

    Attributes:
        name: the owner's name for it.
        columns: names of columns, each with what it means.
    """

    name: str
    columns: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings of one pool.

    Attributes:
        name: name of the pool; empty when the owner has given none.
        mappings: what columns of collection files mean.
    """

    requirements: Requirements
    house_rules: HouseRules
    name: str = ""
    printing: PrintingSettings = field(default_factory=PrintingSettings)
    proxies: ProxySettings = field(default_factory=ProxySettings)
    mappings: tuple[ColumnMapping, ...] = ()

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], *, where: str = "") -> Settings:
        """Read the document form, which is what TOML gives, over the defaults.

        Raises:
            InputError: with every fault of the document, by JSON path.
        """
        found = schema_faults(document, "settings", where=where)
        faults = [_with_table_name(fault) for fault in found]
        if not faults:
            faults = [*_contradictions(document, where), *_unknown_sheet(document, where)]
        if faults:
            raise InputError.of(faults)
        proxies = document.get("proxies", {})
        return cls(
            requirements=Requirements.from_dict(_over("decks", document)),
            house_rules=HouseRules.from_dict(_over("rules", document)),
            name=document.get("name", ""),
            printing=PrintingSettings(**document.get("printing", {})),
            proxies=ProxySettings(
                choose=tuple(proxies.get("choose", ())),
                types=tuple(EnergyType(kind) for kind in proxies.get("types", ())),
            ),
            mappings=tuple(
                ColumnMapping(name=name, columns=tuple(columns.items()))
                for name, columns in document.get("imports", {}).get("mappings", {}).items()
            ),
        )


def load_settings(folder: Path) -> Settings:
    """Read the settings of a pool's folder; an absent file means the defaults.

    Raises:
        InputError: the file cannot be read, is no TOML, or has faults; all of them at once.
    """
    path = folder / SETTINGS_FILE
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return Settings.from_dict({})
    except OSError as error:
        raise os_fault(error, path, "read the settings") from error
    return Settings.from_dict(_parse(content, str(path)), where=str(path))


def _parse(content: bytes, where: str) -> dict[str, Any]:
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
        raise _syntax_fault(str(error), content.decode("utf-8-sig"), where) from error


def _syntax_fault(message: str, text: str, where: str) -> InputError:
    """Turn the TOML reader's message into ours: the line stands in front, the line's text after."""
    lines = text.splitlines() or [""]
    position = re.search(r"\(at line (\d+), column \d+\)$", message)
    number = int(position[1]) if position else len(lines)
    complaint = re.sub(r"\s*\(at [^()]*\)$", "", message)
    line = lines[number - 1].strip() if number <= len(lines) else ""
    return InputError(
        f"expects TOML, got {line[:60]!r} ({complaint[:1].lower()}{complaint[1:]})",
        where=f"{where}:{number}",
        remedy="write settings as name = value, texts in quotes, tables as [decks.minimums]",
    )


def _with_table_name(fault: Fault) -> Fault:
    """Name the table of a setting that stands outside it, e.g. ``[minimums]`` for ``[decks]``."""
    top_level = re.fullmatch(r"(?:.*: )?\$\.(\w+)", fault.where)
    if top_level is None or not fault.what.startswith("unknown key"):
        return fault
    for table, part in schema("settings")["properties"].items():
        if top_level[1] in part.get("properties", {}):
            return replace(fault, remedy=f"put it under [{table}]")
    return fault


def _contradictions(document: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """Find numbers that are fine alone but not together (Rule: S5)."""
    energy = _over("decks", document)["energy"]
    per_type, least, most = energy["per_type"], energy["least"], energy["most"]
    path = ("decks", "energy")
    if least > most:
        yield Fault(
            what=f"expects least to be at most {most}, as most is, got {least}",
            where=located((*path, "least"), where),
            remedy="lower least or raise most",
            rule="S5",
        )
    if per_type * len(NEEDED_ENERGY) > most:
        yield Fault(
            what=f"expects room for {len(NEEDED_ENERGY)} types of {per_type}, "
            f"{per_type * len(NEEDED_ENERGY)} cards, got most = {most}",
            where=located((*path, "most"), where),
            remedy="raise most or lower per_type",
            rule="S5",
        )


def _unknown_sheet(document: Mapping[str, Any], where: str) -> Iterator[Fault]:
    wanted = document.get("printing", {}).get("labels")
    sheets = template("labels")["sheets"]
    known = [name for sheet in sheets for name in (sheet, *sheets[sheet].get("also", ()))]
    if wanted is not None and wanted.casefold() not in map(str.casefold, known):
        yield Fault(
            what=f"expects one of {', '.join(known)}, got {wanted!r}",
            where=located(("printing", "labels"), where),
            remedy="choose a sheet with the same grid",
        )


def _over(name: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Lay a table of the settings over its template."""
    return _merged(template(name), document.get(name, {}))


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        inner = merged.get(key)
        merged[key] = _merged(inner, value) if isinstance(inner, Mapping) else value
    return merged
