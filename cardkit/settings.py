"""The owner's settings: ``cardkit.toml`` in the pool's folder, laid over the defaults.

Every setting is optional. Defaults stand in ``templates/decks.toml``, ``templates/rules.toml`` and
``templates/sources.toml``; the form is that of ``schemas/settings.schema.json``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardkit.cards import EnergyType
from cardkit.errors import Fault, InputError
from cardkit.files import os_fault
from cardkit.json_text import located
from cardkit.resources import schema, template
from cardkit.rules import HouseRules, with_preset
from cardkit.schema_check import schema_faults
from cardkit.toml_text import parse_toml

if TYPE_CHECKING:
    from cardkit.decks.proxies import Count
    from cardkit.decks.requirements import Requirements

SETTINGS_FILE = "cardkit.toml"
PAPER_SIZE = r"(\d{1,4}(?:\.\d{1,4})?)\s*[x×X]\s*(\d{1,4}(?:\.\d{1,4})?)(?:\s*mm)?"
"""A width and a height in millimetres, as a person writes them."""
PAPER_EDGES_MM = (40.0, 5000.0)
"""The shortest and the longest edge that a paper has; PDF ends at 200 inches."""
_FORM = "write settings as name = value, texts in quotes, tables as [decks.minimums]"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintingSettings:
    """What the owner prints on; None leaves the choice to the command.

    Attributes:
        paper: name of a paper in ``templates/papers.toml``, or its size such as ``210x297``.
        labels: name of a label sheet in ``templates/labels.toml``.
        printer: name of the printer whose profile is to be used.
        owner: whose cards they are, for labels; empty leaves it out.
        sheet: how pieces lie on their sheets, and what is printed around them; the keys are those
            of ``$defs/sheet`` in the schema.
        presets: by name, what else a sheet may be, in the same keys.
        printers: by name, what a printer gets wrong; the keys are those of ``$defs/printer``.
        sheets: own label sheets by name; the keys are those of the schema ``label-sheet``.
    """

    paper: str | None = None
    labels: str | None = None
    printer: str | None = None
    owner: str = ""
    sheet: Mapping[str, Any] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    printers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> PrintingSettings:
        """Read the table ``[printing]``, which the schema has passed."""
        named = ("paper", "labels", "printer", "owner", "presets", "printers", "sheets")
        return cls(
            **{key: document[key] for key in named if key in document},
            sheet={key: value for key, value in document.items() if key not in named},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxySettings:
    """Which proxies the owner wants (Rule: S9).

    Attributes:
        choose: ids or names of cards.
        types: types that come before others; they take turns in this order.
        count: how many in all or for each deck; None fills what the decks lack.
        layout: how they look: a name that ``--layout`` takes; empty is the default.
        photos: the folder of the owner's pictures, from the pool's folder; empty is none.
    """

    choose: tuple[str, ...] = ()
    types: tuple[EnergyType, ...] = ()
    count: Count = None
    layout: str = ""
    photos: str = ""


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
        sources: ``templates/sources.toml`` with the owner's changes, table by table.
        mappings: what columns of collection files mean.
    """

    requirements: Requirements
    house_rules: HouseRules
    name: str = ""
    printing: PrintingSettings = field(default_factory=PrintingSettings)
    proxies: ProxySettings = field(default_factory=ProxySettings)
    sources: Mapping[str, Any] = field(default_factory=lambda: template("sources"))
    mappings: tuple[ColumnMapping, ...] = ()

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], *, where: str = "") -> Settings:
        """Read the document form, which is what TOML gives, over the defaults.

        Raises:
            InputError: with every fault of the document, by JSON path.
        """
        # Imported here: who asks for card sources needs no decks.
        from cardkit.decks.requirements import Requirements

        _check(document, where)
        proxies = document.get("proxies", {})
        rules = _over("rules", document)
        decks = _over("decks", document) | {"multi_piece": rules["multi_piece"]}
        return cls(
            requirements=Requirements.from_dict(decks),
            house_rules=HouseRules.from_dict(with_preset(rules)),
            name=document.get("name", ""),
            printing=PrintingSettings.from_dict(document.get("printing", {})),
            proxies=ProxySettings(
                choose=tuple(proxies.get("choose", ())),
                types=tuple(EnergyType(kind) for kind in proxies.get("types", ())),
                count=_count(proxies.get("count")),
                layout=proxies.get("layout", ""),
                photos=proxies.get("photos", ""),
            ),
            sources=_over("sources", document),
            mappings=tuple(
                ColumnMapping(name=name, columns=tuple(columns.items()))
                for name, columns in document.get("imports", {}).get("mappings", {}).items()
            ),
        )


def _count(given: Any) -> Count:
    from cardkit.decks.model import RarityDeck

    if isinstance(given, Mapping):
        return {RarityDeck(deck): number for deck, number in given.items()}
    return cast("int | None", given)


def load_settings(folder: Path) -> Settings:
    """Read the settings of a pool's folder; an absent file means the defaults.

    Raises:
        InputError: the file cannot be read, is no TOML, or has faults; all of them at once.
    """
    return Settings.from_dict(_read(folder), where=str(folder / SETTINGS_FILE))


def load_sources(folder: Path) -> Mapping[str, Any]:
    """Read only what the settings say of card sources; see :func:`load_settings`."""
    document = _read(folder)
    _check(document, str(folder / SETTINGS_FILE))
    return _over("sources", document)


def _read(folder: Path) -> dict[str, Any]:
    path = folder / SETTINGS_FILE
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise os_fault(error, path, "read the settings") from error
    return parse_toml(content, str(path), remedy=_FORM)


def _check(document: Mapping[str, Any], where: str) -> None:
    """Raise all faults of the settings at once."""
    if not document:  # nothing set is nothing wrong; checking takes longer than all the rest
        return
    found = schema_faults(document, "settings", where=where)
    faults = [*map(_with_table_name, found), *_unknown_papers(document, where)]
    if not faults:
        faults = [*_contradictions(document, where), *_unknown_sheet(document, where)]
    if faults:
        raise InputError.of(faults)


def _with_table_name(fault: Fault) -> Fault:
    """Name the table of a setting that stands outside it, e.g. ``[minimums]`` for ``[decks]``."""
    top_level = re.fullmatch(r"(?:.*: )?\$\.(?:\w+\.)?(\w+)", fault.where)
    if top_level is None or not fault.what.startswith("unknown key"):
        return fault
    for table, part in schema("settings")["properties"].items():
        if top_level[1] in part.get("properties", {}):
            return replace(fault, remedy=f"put it under [{table}]")
    return fault


def _contradictions(document: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """Find numbers that are fine alone but not together (Rule: S5)."""
    from cardkit.decks.energy import NEEDED_ENERGY

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


def _unknown_papers(document: Mapping[str, Any], where: str) -> Iterator[Fault]:
    """Find papers that are neither a name nor a size; what is no text is the schema's to say."""
    printing = document.get("printing", {})
    tables: list[tuple[tuple[str, ...], Any]] = [(("printing",), printing)]
    presets = printing.get("presets", {}) if isinstance(printing, Mapping) else {}
    if isinstance(presets, Mapping):
        tables += [(("printing", "presets", name), preset) for name, preset in presets.items()]
    known = template("papers")["papers"]
    for path, table in tables:
        wanted = table.get("paper") if isinstance(table, Mapping) else None
        if isinstance(wanted, str) and not _is_paper(wanted):
            yield Fault(
                what=f"expects one of {', '.join(map(repr, known))} or a size, got {wanted!r}",
                where=located((*path, "paper"), where),
                remedy="choose one of these, or write width x height in mm, such as 210x297",
            )
        elif isinstance(wanted, str) and not has_paper_edges(wanted):
            least, most = PAPER_EDGES_MM
            yield Fault(
                what=f"expects edges of {least:g} to {most:g} mm, got {wanted!r}",
                where=located((*path, "paper"), where),
                remedy="write width x height in mm, such as 210x297",
            )


def has_paper_edges(text: str) -> bool:
    """Whether a paper's size lies within :data:`PAPER_EDGES_MM`; a name is none and does."""
    least, most = PAPER_EDGES_MM
    match = re.fullmatch(PAPER_SIZE, text.strip())
    return match is None or all(least <= float(edge) <= most for edge in match.groups())


def _is_paper(name: str) -> bool:
    return name.strip().casefold() in template("papers")["papers"] or bool(
        re.fullmatch(PAPER_SIZE, name.strip())
    )


def _unknown_sheet(document: Mapping[str, Any], where: str) -> Iterator[Fault]:
    printing = document.get("printing", {})
    wanted = printing.get("labels")
    sheets = {**template("labels")["sheets"], **printing.get("sheets", {})}
    known = [name for sheet in sheets for name in (sheet, *sheets[sheet].get("also", ()))]
    if wanted is not None and wanted.casefold() not in map(str.casefold, known):
        yield Fault(
            what=f"expects one of {', '.join(known)}, got {wanted!r}",
            where=located(("printing", "labels"), where),
            remedy="choose a sheet with the same grid, or describe yours in [printing.sheets.NAME]",
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
