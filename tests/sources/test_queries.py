from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import Attack, Card, CardId, CardSet, Damage, EnergyType, SetId, Supertype
from cardkit.errors import InputError
from cardkit.rarities import Rarity
from cardkit.sources.queries import (
    And,
    Not,
    Or,
    Part,
    Pattern,
    Range,
    Term,
    any_of,
    matches,
    quoted,
    sets_named,
)
from cardkit.sources.query_text import parse_query

QUOTED = [
    ("set.id:sv3pt5 rarity:common", 'set.id:"sv3pt5" rarity:"common"'),
    ("set.id:sv3pt5 AND rarity:common", 'set.id:"sv3pt5" rarity:"common"'),
    ("  name:farfetch'd  ", 'name:"farfetch\'d"'),
    ("name:“venusaur v”", 'name:"venusaur v"'),
    ('set.name:"Black & White"', 'set.name:"Black & White"'),
    (r'name:"a \"b\" \\ c"', r'name:"a \"b\" \\ c"'),
    ("name:Type:Null", 'name:"Type:Null"'),
    ("SUBTYPES:mega", 'subtypes:"mega"'),
    ("!name:charizard", '!name:"charizard"'),
    ("-types:water", '-types:"water"'),
    ("NOT types:water", '-types:"water"'),
    ("name:char*", "name:char*"),
    (r"name:mr.*", r"name:mr\.*"),
    ("hp:[150 TO *]", "hp:[150 TO *]"),
    ("set.releaseDate:{2023/01/01 TO 2024/01/01]", "set.releaseDate:{2023/01/01 TO 2024/01/01]"),
    ("(types:fire OR types:water) hp:60", '(types:"fire" OR types:"water") hp:"60"'),
    ("types:fire OR types:water hp:60", '(types:"fire" OR (types:"water" hp:"60"))'),
    ("-(types:fire hp:60)", '-(types:"fire" hp:"60")'),
    ("legalities.standard:legal", 'legalities.standard:"legal"'),
]


@pytest.mark.parametrize(("text", "expected"), QUOTED)
def test_every_value_is_quoted(text: str, expected: str) -> None:
    assert str(parse_query(text)) == expected
    assert str(parse_query(expected)) == expected


MISTAKES = [
    ("", 1, "expected field:value, got nothing"),
    ("pikachu", 1, "expected field:value, got 'pikachu'; write name:pikachu"),
    ("set.name:Sun & Moon", 14, "expected field:value, got '&'"),
    ("rarity:", 8, "expected a value after rarity:, got nothing"),
    ('name:"char', 6, "expected a value after name:, got"),
    ('name:""', 6, "expected one line of text as a value, got ''"),
    ("(name:a", 1, "expected ')' for this bracket"),
    ("name:a)", 7, "expected an opening bracket before ')'"),
    ("name:a OR", 10, "expected field:value, got nothing"),
    ("OR name:a", 1, "expected field:value, got 'OR"),
    ("hp:[10 TO", 4, "expected a value after hp:"),
    ("hp:[10* TO 20]", 4, "expected bounds such as [100 TO 150]"),
    ("sett.id:x", 1, "expected a field of a card, got 'sett.id'; did you mean set.id?"),
    ("name:x " * 400, 1, "expected at most 2000 letters, got 2800"),
    ("(" * 60 + "name:x" + ")" * 60, 22, "expected brackets at most 20 deep, got more"),
    ("-" * 60 + "name:x", 22, "expected brackets at most 20 deep, got more"),
]


@pytest.mark.parametrize(("text", "place", "what"), MISTAKES)
def test_a_mistake_is_named_with_its_place(text: str, place: int, what: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_query(text)
    assert str(caught.value).startswith(f"query, letter {place}: {what}")


def test_all_unknown_fields_are_named_at_once() -> None:
    with pytest.raises(InputError) as caught:
        parse_query("colour:red hpp:60")
    assert [each.where for each in caught.value.faults] == ["query, letter 1", "query, letter 12"]


LINES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=12)
TERMS: st.SearchStrategy[Part] = st.builds(
    Term, field=st.sampled_from(["name", "set.id", "rarity"]), value=LINES, exactly=st.booleans()
) | st.builds(
    Pattern, field=st.just("name"), value=st.from_regex(r"[a-z.']{1,6}\*", fullmatch=True)
)
PARTS = st.recursive(
    TERMS | st.just(Range(field="hp", low="10", high="*", with_low=False)),
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(And, st.lists(inner, min_size=2, max_size=3).map(tuple))
        | st.builds(Or, st.lists(inner, min_size=2, max_size=3).map(tuple))
    ),
    max_leaves=8,
)


@given(PARTS)
def test_what_is_written_is_read_as_the_same(part: Part) -> None:
    text = str(part)
    assert str(parse_query(text)) == text


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        part = parse_query(text)
    except InputError:
        return
    assert str(parse_query(str(part))) == str(part)


@given(LINES)
def test_no_value_leaves_its_quotes(value: str) -> None:
    inside = quoted(value)[1:-1].replace("\\\\", "").replace('\\"', "")
    assert '"' not in inside
    assert "\\" not in inside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set.id:sv1", ("sv1",)),
        ("set.id:sv1 rarity:common", ("sv1",)),
        ("(set.id:sv1 OR set.id:sv2) hp:60", ("sv1", "sv2")),
        ("(set.id:sv1 OR set.id:sv2) set.id:sv2", ("sv2",)),
        ("set.id:sv1 OR hp:60", None),
        ("-set.id:sv1", None),
        ("set.id:sv*", None),
        ("hp:60", None),
    ],
)
def test_it_is_known_which_sets_a_query_names(text: str, expected: tuple[str, ...] | None) -> None:
    assert sets_named(parse_query(text)) == expected


CARD = Card(
    card_id=CardId("sv3pt5-6"),
    name="Charizard ex",
    supertype=Supertype.POKEMON,
    set_id=SetId("sv3pt5"),
    number="6",
    rarity=Rarity.DOUBLE_RARE,
    subtypes=("Stage 2", "ex"),
    hp=330,
    types=(EnergyType.FIRE,),
    attacks=(Attack(name="Brave Wing", damage=Damage.parse("60+")),),
    retreat_cost=2,
)
SET = CardSet(
    set_id=SetId("sv3pt5"), name="151", series="Scarlet & Violet", release_date="2023-09-22"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set.id:sv3pt5", True),
        ("set.id:sv3", False),
        ('name:"charizard"', True),
        ('name:"EX"', True),
        ('name:"char"', False),
        ("name:char*", True),
        ("name:*izard", True),
        ("!name:charizard", False),
        ('!name:"charizard EX"', True),
        ("rarity:rare", False),
        ('rarity:"double rare"', True),
        ("hp:[330 TO *]", True),
        ("hp:{330 TO *]", False),
        ("hp:[* TO 60]", False),
        ("attacks.name:wing", True),
        ("attacks.damage:60+", True),
        ("types:fire -subtypes:tera", True),
        ("(types:water OR number:6) convertedRetreatCost:2", True),
        ("set.releaseDate:[2023/09/22 TO 2023/12/31]", True),
        ("set.series:violet", True),
        ("artist:nobody", False),
        ("evolvesFrom:*", False),
    ],
)
def test_a_query_can_be_answered_at_home(text: str, expected: bool) -> None:
    assert matches(parse_query(text), CARD, SET) is expected


def test_one_of_one_needs_no_brackets() -> None:
    assert str(any_of("set.id", ["sv1"])) == 'set.id:"sv1"'
