"""Checking a document against its JSON schema, in words for people.

Every fault at once, each with its JSON path, the value, what was expected, and a remedy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from cardkit import resources
from cardkit.errors import Fault
from cardkit.json_text import JsonPath, Trouble, faults_by_path, shown, unusable_values
from cardkit.nearness import nearest
from cardkit.plurals import counted

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_ENDING = ".schema.json"
_KEYS_NAMED = 6

_TYPE_WORDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "text in quotes",
}


def schema_faults(document: object, schema_name: str, *, where: str = "") -> tuple[Fault, ...]:
    """Check a document against ``schemas/<schema_name>.schema.json``.

    Args:
        document: what a JSON or TOML reader returns.
        schema_name: e.g. ``manifest``.
        where: the file, put before each JSON path.

    Returns:
        Every fault, sorted by path; none when the document is valid. A schema may name the rule
        of the game behind a part of it: ``"x-rule": "S8"``.

    >>> for fault in schema_faults({"id": 7}, "card")[:1]:
    ...     print(fault)
    $: expects the key 'name', got only 'id'; add it: the name as printed
    """
    troubles = unusable_values(document)
    if not troubles:
        for error in _validator(schema_name).iter_errors(document):
            troubles.extend(_troubles(error))
    faults = faults_by_path(troubles, where)
    return tuple(map(_in_toml_words, faults)) if schema_name == "settings" else faults


def _in_toml_words(fault: Fault) -> Fault:
    """Settings are written in TOML, where an object is a table."""
    what = re.sub(r"^(expects (?:.* or )?)an object,", r"\1a table,", fault.what)
    return replace(
        fault, what=what, remedy=fault.remedy.replace("write an object", "write a table")
    )


@cache
def _validator(schema_name: str) -> Any:
    # Imported here: most commands check no document, and jsonschema is slow to load.
    from jsonschema import Draft202012Validator, validators
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    checker = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda _, value: isinstance(value, int) and not isinstance(value, bool),
            "number": lambda _, value: (
                isinstance(value, int | float) and not isinstance(value, bool)
            ),
        }
    )
    extend: Any = validators.extend
    strict = extend(Draft202012Validator, validators={"pattern": _pattern}, type_checker=checker)
    loaded = []
    for name in filter(lambda name: name.endswith(_ENDING), resources.names("schemas")):
        # A schema that names its dialect would be checked by the dialect's own, laxer class.
        content = {**resources.schema(name.removesuffix(_ENDING))}
        content.pop("$schema", None)
        loaded.append((name, DRAFT202012.create_resource(content)))
    registry: Registry[Any] = Registry().with_resources(loaded).crawl()
    return strict({"$ref": schema_name + _ENDING}, registry=registry)


def _pattern(
    validator: Any, pattern: str, instance: object, _schema: object
) -> Iterator[ValidationError]:
    from jsonschema.exceptions import ValidationError

    # In Python "$" also matches before a line break at the end; JSON Schema means the end.
    if validator.is_type(instance, "string") and not re.search(
        re.sub(r"(?<!\\)\$$", r"\\Z", pattern), str(instance)
    ):
        yield ValidationError("does not match")


def _troubles(error: Any, above: JsonPath = ()) -> Iterator[Trouble]:
    path = above + tuple(error.relative_path)
    keyword = str(error.validator)
    rule = str(error.schema.get("x-rule", "")) if isinstance(error.schema, dict) else ""
    if "propertyNames" in error.absolute_schema_path and isinstance(error.instance, str):
        yield _unknown_key(error.instance, path, _known_keys(error), rule)
    elif keyword == "required":
        yield from _missing(error, path, rule)
    elif keyword == "additionalProperties":
        known = list(error.schema.get("properties", {}))
        for key in error.instance:
            if key not in known:
                yield _unknown_key(key, path, known, rule)
    elif keyword in ("anyOf", "oneOf") and error.context:
        yield from _alternatives(error, path, rule)
    else:
        expectation, remedy = _expectation(error, keyword)
        got = len(error.instance) if keyword == "maxLength" else shown(error.instance)
        yield Trouble(path, f"expects {expectation}, got {got}", remedy, rule)


def _unknown_key(key: str, path: JsonPath, known: Sequence[str], rule: str) -> Trouble:
    near = nearest(key, known)
    instead = f"remove it; known here: {', '.join(known)}" if known else "remove it"
    remedy = f"write {near!r}" if near else instead
    return Trouble((*path, key), f"unknown key {shown(key)}", remedy, rule)


def _known_keys(error: Any) -> list[str]:
    wanted = error.validator_value
    if error.validator == "enum":
        return [str(name) for name in wanted]
    return [wanted] if error.validator == "const" else []


def _missing(error: Any, path: JsonPath, rule: str) -> Iterator[Trouble]:
    keys = ", ".join(map(shown, list(error.instance)[:_KEYS_NAMED]))
    more = len(error.instance) - _KEYS_NAMED
    got = f"only {keys}" + (f" and {more} more" if more > 0 else "") if keys else "none"
    for key in error.validator_value:
        if key not in error.instance:
            described = _described(error.schema.get("properties", {}).get(key, {}))
            remedy = f"add it: {described}" if described else "add it"
            yield Trouble(path, f"expects the key {key!r}, got {got}", remedy, rule)


def _described(subschema: object) -> str:
    if not isinstance(subschema, dict):
        return ""
    text = str(subschema.get("description") or subschema.get("title") or "")
    first = re.split(r"(?<!\be\.g)(?<!\bi\.e)[.;](?:\s|$)", text, maxsplit=1)[0]
    names_nothing = first[1:2].islower() or first[1:2] == " "
    return first[:1].lower() + first[1:] if names_nothing else first


def _alternatives(error: Any, path: JsonPath, rule: str) -> Iterator[Trouble]:
    branches: dict[object, list[Any]] = {}
    for part in error.context or ():
        branches.setdefault(part.schema_path[0], []).append(part)
    shape_keywords = ("type", "const", "enum")
    fitting = [
        parts
        for parts in branches.values()
        if not any(not part.relative_path and part.validator in shape_keywords for part in parts)
    ]
    if fitting:
        for part in min(fitting, key=len):
            yield from _troubles(part, path)
        return
    wanted = [_expectation(part, str(part.validator))[0] for part in error.context or ()]
    words = " or ".join(dict.fromkeys(wanted))
    what = f"expects {words}, got {shown(error.instance)}"
    yield Trouble(path, what, "write one of these", rule)


def _expectation(error: Any, keyword: str) -> tuple[str, str]:
    """Return what was wanted, in plain words, and the remedy."""
    wanted, got = error.validator_value, error.instance
    if keyword in _LIMITS:
        sign, amount, remedy = _LIMITS[keyword]
        return f"{sign} {amount(wanted)}", remedy
    if keyword == "type":
        names = [wanted] if isinstance(wanted, str) else list(wanted)
        return " or ".join(_TYPE_WORDS[name] for name in names), _type_remedy(names, got)
    if keyword == "enum":
        choices = [shown(choice) for choice in wanted]
        return f"one of {', '.join(choices)}", _choice_remedy(wanted, got)
    if keyword == "const":
        return shown(wanted), f"write {shown(wanted)}"
    if keyword == "pattern":
        examples = ", ".join(map(shown, error.schema.get("examples", ())))
        words = _described(error.schema) or f"text of the form {wanted}"
        return words, f"write it like {examples}" if examples else "change it"
    if keyword == "uniqueItems":
        return "no entry twice", "remove the repeated ones"
    if keyword == "multipleOf":
        return f"a multiple of {wanted}", "change it"
    return _described(error.schema) or f"what the schema says of {keyword}", "change or remove it"


def _entries(count: int) -> str:
    return counted(count, "entry", "entries")


def _letters(count: int) -> str:
    return counted(count, "character")


_LIMITS: Mapping[str, tuple[str, Callable[[Any], str], str]] = {
    "minimum": ("at least", str, "raise it"),
    "maximum": ("at most", str, "lower it"),
    "exclusiveMinimum": ("more than", str, "raise it"),
    "exclusiveMaximum": ("less than", str, "lower it"),
    "minItems": ("at least", _entries, "add some"),
    "maxItems": ("at most", _entries, "remove some"),
    "minProperties": ("at least", _entries, "add some"),
    "maxProperties": ("at most", _entries, "remove some"),
    "minLength": ("at least", _letters, "write more"),
    "maxLength": ("at most", _letters, "shorten it"),
}


def _type_remedy(names: Sequence[str], got: object) -> str:
    if isinstance(got, str) and {"integer", "number"} & set(names):
        if re.fullmatch(r"[+-]?\d{1,9}", got.strip()):
            return f"write {int(got)} without quotes"
        return "write digits without quotes"
    if isinstance(got, str) and "boolean" in names:
        return "write true or false without quotes"
    if isinstance(got, float) and "integer" in names:
        return f"write {int(got)}" if got.is_integer() else "write a whole number"
    if "string" in names and isinstance(got, int | float):
        return f'write "{shown(got)}"'
    if "array" in names:
        return "put it in square brackets"
    return f"write {_TYPE_WORDS[names[0]]}"


def _choice_remedy(choices: Sequence[object], got: object) -> str:
    words = [choice for choice in choices if isinstance(choice, str)]
    near = nearest(got, words) if isinstance(got, str) else None
    return f"write {near!r}" if near else "choose one of these"
