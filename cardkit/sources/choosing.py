"""The sources by name, as the settings describe them; what is not asked for is not imported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit import __version__
from cardkit.errors import UsageError
from cardkit.sources.base import Source
from cardkit.sources.http import Http, Progress


def source_named(
    name: str,
    tables: Mapping[str, Any],
    *,
    address: str | None = None,
    progress: Progress | None = None,
) -> Source:
    """Return a source.

    Args:
        name: ``snapshot``, ``tcgdex`` or ``ptcgapi``.
        tables: ``templates/sources.toml`` with the owner's changes.
        address: of the snapshot, for this command only.
        progress: told how far a download is.

    Raises:
        UsageError: the address is none, or another source is meant.
        InputError: there is a key for the source, but not a usable one.
    """
    if name == "snapshot":
        from cardkit.sources.snapshot import Snapshot

        return Snapshot.from_settings(tables[name], address=address, progress=progress)
    if address is not None:
        raise UsageError(
            f"an address can be given for the snapshot only; that of {name} stands in"
            f" cardkit.toml under [sources.{name}]"
        )
    if name == "tcgdex":
        from cardkit.sources.tcgdex import Tcgdex

        return Tcgdex.from_settings(tables[name])
    from cardkit.sources.ptcgapi import PokemonTcgApi

    return PokemonTcgApi.from_settings(tables[name])


def http_of(tables: Mapping[str, Any], *, offline: bool) -> Http:
    """Return what makes the requests of one command; its time begins to run."""
    table = tables["http"]
    return Http(
        offline=offline,
        budget_s=table["budget_s"],
        connect_s=table["connect_s"],
        read_s=table["read_s"],
        user_agent=f"cardkit/{__version__}",
    )
