"""``search`` and ``show``: looking cards up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardkit.cli.output import Invocation, table, width_columns, wrap
from cardkit.errors import InputError
from cardkit.plurals import counted, out_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardkit.cards import Ability, Attack, Card, CardSet
    from cardkit.catalogue import Catalogue, Provenance
    from cardkit.decks import Placement, Requirements

_NEAREST = 5
_MOST_CANDIDATES = 40
_MOST_CARDS = 1000
_COUNTED = 1_000_000
_OMITTED = "    (prints a text that this catalogue does not carry)"

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("search")(search)
    app.command("show")(show)


def search(
    context: typer.Context,
    words: Annotated[list[str], typer.Argument(help="A name, perhaps with a set or number.")],
    limit: Annotated[int, typer.Option(help="At most so many cards.", min=1, max=_MOST_CARDS)] = 20,
    json: Json = False,
) -> None:
    """Search the catalogue; names need not be spelt right."""
    from cardkit.catalogue import Catalogue

    invocation: Invocation = context.obj
    text = " ".join(words)
    if not text.strip():
        raise InputError(
            f"expects a name to search for, got {text!r}",
            remedy="type some letters of it: cardkit search pika",
        )
    with Catalogue.open() as catalogue:
        found = catalogue.search(text, limit + 1)
        # Counting them all takes a look at all: only where there are more.
        total = len(found) if len(found) <= limit else len(catalogue.search(text, _COUNTED))
        found = found[:limit]
        if json:
            cards = [_brief(card, catalogue.card_set(card.set_id)) for card in found]
            invocation.json({"format": "cardkit-search/1", "cards": cards})
        elif found:
            invocation.result(_list_text(catalogue, found))
    if not found:
        invocation.say("No card has a name like that. See what is known: cardkit catalogue info")
    elif not json:
        look = f"Look at one with: cardkit show {found[0].card_id}"
        if total > limit:
            every = f"see {'all' if total <= _MOST_CARDS else 'more'} with --limit"
            shown = f"{out_of(limit, total, 'card')}; {every} {min(total, _MOST_CARDS)}. "
            look = wrap(shown + look)
        invocation.say(f"\n{look}")


def show(
    context: typer.Context,
    card: Annotated[list[str], typer.Argument(help='An id, "MEW 6", or a name.')],
    json: Json = False,
) -> None:
    """Show what is printed on a card, and which deck it goes to.

    When several cards are meant, they are listed.
    """
    from cardkit.catalogue import Catalogue
    from cardkit.settings import load_settings

    invocation: Invocation = context.obj
    reference = " ".join(card)
    requirements = load_settings(invocation.folder).requirements
    with Catalogue.open() as catalogue:
        found = catalogue.find(reference)
        if not found:
            raise _unknown(catalogue, reference)
        if json:
            documents = [_document(catalogue, each, requirements) for each in found]
            invocation.json({"format": "cardkit-show/1", "cards": documents})
        elif len(found) > 1:
            invocation.result(_list_text(catalogue, found[:_MOST_CANDIDATES]))
            invocation.say(
                f"\n{counted(len(found), 'card')} may be meant; "
                f"show one with: cardkit show {found[0].card_id}"
            )
        else:
            invocation.result(_card_text(catalogue, found[0], requirements))


def _unknown(catalogue: Catalogue, reference: str) -> InputError:
    nearest = catalogue.search(reference, _NEAREST)
    names = dict.fromkeys(f"{card.name} ({card.card_id})" for card in nearest)
    return InputError(
        f"no card is known as {reference!r}",
        remedy=f"did you mean {', '.join(names)}?"
        if names
        else "search for it: cardkit search WORDS; or get more cards: cardkit catalogue update",
    )


def _brief(card: Card, card_set: CardSet | None) -> dict[str, Any]:
    return {
        "id": card.card_id,
        "name": card.name,
        "set": card.set_id,
        "set_name": card_set.name if card_set else "",
        "number": card.number,
        "rarity": None if card.rarity is None else str(card.rarity),
    }


def _document(catalogue: Catalogue, card: Card, requirements: Requirements) -> dict[str, Any]:
    from cardkit.decks import classify

    card_set = catalogue.card_set(card.set_id)
    placement = classify(card, requirements)
    return {
        "card": card.to_dict(),
        "set": card_set.to_dict() if card_set else None,
        "placement": {
            "place": placement.place.value,
            "deck": placement.deck.value if placement.deck else None,
            "energy_type": placement.energy_type.value if placement.energy_type else None,
            "reason": placement.reason,
            "rule": placement.rule,
            "undecided": placement.undecided,
        },
        "may_be_tera": catalogue.may_be_tera(card),
        "provenance": [each.to_dict() for each in catalogue.provenance(card.card_id)],
    }


def _list_text(catalogue: Catalogue, cards: Sequence[Card]) -> str:
    rows = []
    for card in cards:
        card_set = catalogue.card_set(card.set_id)
        set_name = card_set.name if card_set else card.set_id
        rows.append((card.card_id, card.name, set_name, card.number, card.rarity or "-"))
    return table(("card", "name", "set", "number", "rarity"), rows, right="   >")


def _card_text(catalogue: Catalogue, card: Card, requirements: Requirements) -> str:
    from cardkit.decks import classify

    gap = " " * max(2, width_columns() - len(card.name) - len(card.card_id))
    paragraphs = (
        [f"{card.name}{gap}{card.card_id}", *_print_lines(card, catalogue.card_set(card.set_id))],
        [wrap(_kind(card))],
        *(list(_ability_lines(ability)) for ability in card.abilities),
        *(list(_attack_lines(attack)) for attack in card.attacks),
        list(_foot_lines(card)),
        [line for rule in card.rules for line in _text(rule, indent="")],
        [wrap(line) for line in _place_lines(card, classify(card, requirements))],
        list(_doubts(catalogue, card)),
        [wrap(_origin(catalogue.provenance(card.card_id)))],
    )
    return "\n\n".join("\n".join(lines) for lines in paragraphs if lines)


def _print_lines(card: Card, card_set: CardSet | None) -> Iterator[str]:
    total = f"/{card_set.printed_total}" if card_set and card_set.printed_total else ""
    parts = [f"{card_set.name if card_set else card.set_id} {card.number}{total}"]
    if card_set and card_set.ptcgo_code:
        parts.append(card_set.ptcgo_code)
    parts.append(str(card.rarity) if card.rarity else "no rarity printed")
    if card_set and card_set.release_date:
        parts.append(card_set.release_date)
    yield wrap(", ".join(parts))


def _kind(card: Card) -> str:
    parts = [card.supertype.value, *card.subtypes, *card.types]
    if card.level:
        parts.append(f"level {card.level}")
    if card.hp:
        parts.append(f"{card.hp} HP")
    if card.evolves_from:
        parts.append(f"evolves from {card.evolves_from}")
    return ", ".join(parts)


def _ability_lines(ability: Ability) -> Iterator[str]:
    yield f"{ability.kind}: {ability.name}"
    if ability.text_omitted:
        yield _OMITTED
    yield from _text(ability.text)


def _attack_lines(attack: Attack) -> Iterator[str]:
    cost = "".join(energy.letter for energy in attack.cost) or "0"
    damage = f"  {attack.damage}" if str(attack.damage) else ""
    yield f"[{cost}] {attack.name}{damage}"
    if attack.text_omitted:
        yield _OMITTED
    yield from _text(attack.text)


def _text(text: str, indent: str = "    ") -> Iterator[str]:
    for line in text.splitlines():
        yield wrap(line, indent) if indent else wrap(line)


def _foot_lines(card: Card) -> Iterator[str]:
    if not card.is_pokemon:
        return
    for title, modifiers in (("Weakness", card.weaknesses), ("Resistance", card.resistances)):
        yield f"{title}: {', '.join(map(str, modifiers)) or 'none'}"
    yield f"Retreat: {card.retreat_cost or 'free'}"


def _place_lines(card: Card, placement: Placement) -> Iterator[str]:
    if placement.deck is not None:
        where = f"deck {placement.deck.number}, {placement.deck.label}"
    elif placement.energy_type is not None:
        where = "the Energy deck"
    else:
        where = "no deck"
    yield f"Goes to: {where} ({placement.reason}, {placement.rule})"
    if placement.undecided:
        yield wrap(f"Once it is yours, you decide with: cardkit assign {card.card_id} DECK")


def _doubts(catalogue: Catalogue, card: Card) -> Iterator[str]:
    if catalogue.may_be_tera(card):
        yield wrap(
            "TCGdex cannot tell whether this is a Tera Pokemon. If the card says so, it goes to"
            f" deck 5: cardkit assign {card.card_id} vmax"
        )


def _origin(provenance: Sequence[Provenance]) -> str:
    sources = [
        f"{each.source}, {each.added_at[:10]}" if each.added_at else each.source
        for each in provenance
    ]
    return f"Source: {'; then '.join(sources) or 'unknown'}"
