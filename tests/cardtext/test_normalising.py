"""The spelling of the grammar: what is usual is passed over quickly, what is odd is mended."""

from __future__ import annotations

import pytest

from cardkit.cardtext.normalising import normalise, own_name_in, split_sentences

USUAL = "Flip 2 coins. If both of them are heads, heal 30 damage from this Pokémon."


def test_a_usual_text_stays_as_it_is() -> None:
    assert normalise(USUAL, "Mossling") == USUAL


@pytest.mark.parametrize(
    ("printed", "normal"),
    [
        ("Put an energy card by it.", "Put an Energy card by it."),
        ("energy is not moved.", "Energy is not moved."),
        ("The energized stay.", "The energized stay."),
        ("Wake the defending Pokémon.", "Wake the Defending Pokémon."),
        ("If heads hop twice.", "If heads, hop twice."),
        ("Hop, and if tails hop back.", "Hop, and if tails, hop back."),
        ("Count the heads you see.", "Count the heads you see."),
        ("Hop,then rest.", "Hop, then rest."),
        ("It has 1,000 friends.", "It has 1,000 friends."),
        ("Look at the the moss.", "Look at the moss."),
        ("It may be be tired.", "It may be tired."),
        ("Go to to bed.", "Go to bed."),
        ("Bathe the reeds.", "Bathe the reeds."),
        ("It has 30HP left.", "It has 30 HP left."),
        ("You opponent hops.", "Your opponent hops."),
        ("Ignore its Energy Cost.", "Ignore its Energy cost."),
        ("Then, If it hops, stop.", "Then, if it hops, stop."),
        ("It hops. if it rests, stop.", "It hops. If it rests, stop."),
        ("It’s a “Moss” – day`s end.", "It's a \"Moss\" - day's end."),
        ("Wake 1 Pokemon.", "Wake 1 Pokémon."),
        ("A\tB\nC\xa0D\u2009E.", "A B C D E."),
        ("  Hop  twice . ", "Hop twice."),
        ("Hop , then rest", "Hop, then rest."),
        ("Hop!", "Hop!"),
        ("Hop (your choice) twice (after doing damage).", "Hop twice."),
        ("Hop. (It rests.) (gladly)", "Hop. It rests. (gladly)."),
        ("Hop (here (your choice) now.)", "Hop (here now.)."),
        ("", ""),
    ],
)
def test_slips_odd_letters_and_spaces_are_mended(printed: str, normal: str) -> None:
    assert normalise(printed, "Mossling") == normal
    assert normalise(normal, "Mossling") == normal


@pytest.mark.parametrize(
    ("name", "printed", "normal"),
    [
        ("Mossling", "Mossling rests.", "~ rests."),
        ("Mossling ex", "Mossling rests by Mossling ex.", "Mossling rests by ~."),
        ("Mossling ex", "Mossling rests.", "~ rests."),
        ("Mossling-EX", "Mossling rests.", "~ rests."),
        ("Mossling LV.X", "Put Mossling LV.X onto Mossling.", "Put ~ onto ~."),
        ("Mossling ★", "Mossling Star rests.", "~ rests."),
        ("Mossling-★", "Mossling rests.", "Mossling rests."),
        ("Mossling C LV.X", "Mossling rests.", "~ rests."),
        ("Mossling [R]", "Mossling R rests.", "~ rests."),
        ("Moss’ling", "Moss'ling rests.", "~ rests."),
        ("Mossling", "Mosslings and Mossling ex rest.", "Mosslings and Mossling ex rest."),
        ("V", "V rests.", "~ rests."),
        (" ex", "It rests.", "It rests."),
    ],
)
def test_the_own_name_is_found_in_all_its_forms(name: str, printed: str, normal: str) -> None:
    assert normalise(printed, name) == normal


def test_the_own_name_is_told_as_the_text_has_it() -> None:
    assert own_name_in("Mossling Star rests.", "Mossling ★") == "Mossling Star"
    assert own_name_in("It rests.", "Mossling ★") == "Mossling ★"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Hop. Rest.", ["Hop", "Rest"]),
        ("Hop! Rest.", ["Hop!", "Rest"]),
        ("Wake Mr. Moss. Rest.", ["Wake Mr. Moss", "Rest"]),
        ("Ask Lt. Reed. 2 hops.", ["Ask Lt. Reed", "2 hops"]),
        ("Wake Moss LV.X. Rest.", ["Wake Moss LV.X. Rest"]),
        ("Hop. then rest.", ["Hop. then rest"]),
        ("Hop.. Rest.", ["Hop.. Rest"]),
        ("~ hops. ~ rests", ["~ hops", "~ rests"]),
    ],
)
def test_a_text_is_split_where_its_sentences_end(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@pytest.mark.parametrize("name", ["", "[]", "[ ]", "[", " ex", "-", "~", "ex"])
def test_an_odd_name_marks_nothing_and_stops_nothing(name: str) -> None:
    assert normalise("Hop twice.", name) == "Hop twice."
