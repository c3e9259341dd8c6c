"""Opening the pool of a folder: what ``sort``, ``check``, ``print``, ``manifest`` and others share.

Imported inside command functions only: it brings the library along.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cardkit.cards import EnergyType
from cardkit.catalogue import Catalogue
from cardkit.cli.output import Invocation
from cardkit.collection import Collection
from cardkit.decks import (
    OwnedCard,
    Pool,
    PoolCard,
    RarityDeck,
    build_pool,
    check_pool,
    choose_proxies,
    shortage,
    with_proxies,
)
from cardkit.decks.proxies import Count
from cardkit.errors import InputError, UsageError
from cardkit.findings import Finding
from cardkit.imports import settler
from cardkit.json_text import located
from cardkit.nearness import nearest
from cardkit.settings import SETTINGS_FILE, Settings, load_settings

_MOST_LETTERS = 200
"""Of the name of a game, as ``schemas/manifest.schema.json`` says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProxyWishes:
    """What the command line says about proxies; the settings stand behind it.

    Attributes:
        choose: ids or names of cards, besides those of the settings.
        types: types that come first; empty means those of the settings.
        count: how many in all or per deck; None means that of the settings, which fills the
            shortage unless the owner has said otherwise.
    """

    choose: tuple[str, ...] = ()
    types: tuple[EnergyType, ...] = ()
    count: Count = None

    @classmethod
    def of(
        cls, choose: Sequence[str] = (), types: Sequence[str] = (), count: Sequence[str] = ()
    ) -> ProxyWishes:
        """Read the options ``--choose``, ``--type`` and ``--count``.

        Raises:
            UsageError: a type or count is none.
        """
        return cls(
            choose=tuple(choose), types=tuple(map(_read_type, types)), count=_read_count(count)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPool:
    """A pool with everything that belongs to it.

    Attributes:
        name: from the settings, else the folder's.
        pool: what is owned.
        proxies: proposed for it; empty unless asked for.
        findings: what there is to say about ``pool`` with ``proxies``.
    """

    name: str
    settings: Settings
    pool: Pool
    proxies: tuple[PoolCard, ...]
    findings: tuple[Finding, ...]

    @property
    def complete(self) -> Pool:
        """What is owned together with the proxies."""
        return with_proxies(self.pool, self.proxies)


def open_pool(invocation: Invocation, wishes: ProxyWishes | None = None) -> OpenedPool:
    """Read settings, collection and catalogue of the invocation's folder, and build the pool.

    Args:
        invocation: names the folder.
        wishes: propose proxies too, as the settings and these say; None proposes none.

    Raises:
        InputError: there is no collection, or a file of the folder cannot be used.
    """
    settings = load_settings(invocation.folder)
    with (
        Catalogue.open() as catalogue,
        Collection.open(invocation.folder, settle=settler(catalogue)) as collection,
    ):
        owned = collection.pool_entries(catalogue)
        if not owned:
            raise _nothing_owned(invocation, collection)
        return assemble_pool(invocation, owned, settings, catalogue, wishes)


def assemble_pool(
    invocation: Invocation,
    owned: Sequence[OwnedCard],
    settings: Settings,
    catalogue: Catalogue,
    wishes: ProxyWishes | None = None,
) -> OpenedPool:
    """Build the pool from what is at hand already; see :func:`open_pool`."""
    pool = build_pool(owned, settings.requirements)
    proxies: tuple[PoolCard, ...] = ()
    if wishes is not None:
        proxies = _propose(pool, invocation, settings, catalogue, wishes)
    elif settings.proxies.choose:
        # Nobody asks for proxies here, but a wrong name in the settings is told all the same.
        _propose(pool, invocation, settings, catalogue, ProxyWishes(count=0))
    return OpenedPool(
        name=settings.name or folder_name(invocation.folder),
        settings=settings,
        pool=pool,
        proxies=proxies,
        findings=check_pool(with_proxies(pool, proxies), settings.requirements),
    )


def folder_name(folder: Path) -> str:
    r"""Return what a pool is called after its folder: one line, whatever the folder is called.

    >>> folder_name(Path("my\ngame "))
    'my game'
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in folder.resolve().name)
    return " ".join(shown.split())[:_MOST_LETTERS].strip() or "pool"


def _propose(
    pool: Pool,
    invocation: Invocation,
    settings: Settings,
    catalogue: Catalogue,
    wishes: ProxyWishes,
) -> tuple[PoolCard, ...]:
    requirements = settings.requirements
    choose = tuple(dict.fromkeys((*settings.proxies.choose, *wishes.choose)))
    count = settings.proxies.count if wishes.count is None else wishes.count
    if not choose and count is None and not shortage(pool, requirements):
        return ()  # spares reading the whole catalogue
    return choose_proxies(
        pool,
        catalogue.cards(),
        requirements,
        choose=choose,
        types=wishes.types or settings.proxies.types,
        count=count,
        places={
            text: located(("proxies", "choose", index), str(invocation.folder / SETTINGS_FILE))
            for index, text in enumerate(settings.proxies.choose)
        },
    )


def _nothing_owned(invocation: Invocation, collection: Collection) -> InputError:
    if collection.rows():
        return InputError(
            "the collection holds no copies of any card",
            where=str(collection.path),
            remedy="look at its rows: cardkit list",
        )
    return InputError(
        "no collection here yet",
        where=str(invocation.folder.resolve()),
        remedy="bring one in: cardkit import FILE",
    )


def _read_type(text: str) -> EnergyType:
    for kind in EnergyType:
        if text.strip().casefold() == kind.value.casefold():
            return kind
    near = nearest(text, EnergyType)
    meant = f"; did you mean {near}?" if near else ""
    raise UsageError(f"--type expects one of {', '.join(EnergyType)}, got {text!r}{meant}")


def _read_count(texts: Sequence[str]) -> Count:
    """Read ``12`` (in all), or ``rare=3`` once per deck."""
    if len(texts) == 1 and re.fullmatch(r"\d{1,3}", texts[0]):
        return int(texts[0])
    per_deck: dict[RarityDeck, int] = {}
    for text in texts:
        match = re.fullmatch(rf"({'|'.join(RarityDeck)})=(\d{{1,3}})", text.strip().casefold())
        if match is None:
            raise UsageError(
                f"--count expects a number up to 999, or DECK=NUMBER with one of "
                f"{', '.join(RarityDeck)}, got {text!r}"
            )
        per_deck[RarityDeck(match[1])] = int(match[2])
    return per_deck or None
