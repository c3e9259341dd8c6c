"""Which proxies a command takes: its options, and what to say where the settings choose others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import wrap
from cardkit.plurals import agreeing
from cardkit.settings import SETTINGS_FILE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cardkit.cli.output import Invocation
    from cardkit.cli.pool import ProxyWishes
    from cardkit.decks import PoolCard, RarityDeck
    from cardkit.settings import ProxySettings

ChosenCards = Annotated[
    list[str] | None,
    typer.Option("--choose", help="A card that is wanted, by id or name.", metavar="CARD"),
]
WantedTypes = Annotated[
    list[str] | None,
    typer.Option(
        "--type", help="A type that comes before others; several take turns.", metavar="TYPE"
    ),
]
ProxyCounts = Annotated[
    list[str] | None,
    typer.Option("--count", help="How many in all; or DECK=N for one deck.", metavar="N"),
]


def say_proxies(
    invocation: Invocation, proxies: Iterable[PoolCard], wishes: ProxyWishes, kept: ProxySettings
) -> None:
    """Name the proxies that a command took, and say so where the settings do not choose them.

    Args:
        invocation: whose folder's settings every other command goes by.
        proxies: what was taken.
        wishes: the options of this command.
        kept: the choice of the settings.
    """
    from cardkit.manifest import name_some

    cards = [entry.card for entry in proxies]
    if cards:
        invocation.say(wrap(f"{agreeing(len(cards), 'Proxy', 'Proxies')}: {name_some(cards)}"))
    for paragraph in unsettled_texts(invocation, wishes, kept):
        invocation.say(paragraph)


def unsettled_texts(
    invocation: Invocation, wishes: ProxyWishes, kept: ProxySettings
) -> Iterator[str]:
    """Yield what makes the other commands choose as the options do; nothing where they do already.

    Only the settings hold for every command: what is printed by an option alone is not what the
    game is played with.
    """
    lines = []
    choose = dict.fromkeys((*kept.choose, *wishes.choose))
    if len(choose) > len(set(kept.choose)):
        lines.append(f"choose = {_toml_list(choose)}")
    if wishes.types and wishes.types != kept.types:
        lines.append(f"types = {_toml_list(kind.value for kind in wishes.types)}")
    if wishes.count is not None and wishes.count != kept.count:
        lines.append(f"count = {_toml_count(wishes.count)}")
    if lines:
        yield wrap(
            "warning: options choose these proxies for this command only. So that print proxies, "
            "manifest and build all take the same, write in "
            f"{invocation.folder / SETTINGS_FILE}:"
        )
        yield "\n".join(("[proxies]", *lines))


def _toml_count(count: int | Mapping[RarityDeck, int]) -> str:
    if isinstance(count, int):
        return str(count)
    return f"{{ {', '.join(f'{deck.value} = {number}' for deck, number in count.items())} }}"


def _toml_list(texts: Iterable[str]) -> str:
    """Write a list as TOML does; its texts are quoted as those of JSON are."""
    return f"[{', '.join(json.dumps(text, ensure_ascii=False) for text in texts)}]"
