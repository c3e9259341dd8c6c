from __future__ import annotations

import tomllib

import jsonschema
import pytest

from cardkit import resources


@pytest.mark.parametrize("name", resources.names("schemas"))
def test_every_schema_is_a_schema(name: str) -> None:
    document = resources.schema(name.removesuffix(".schema.json"))
    jsonschema.Draft202012Validator.check_schema(document)
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert document["title"]


@pytest.mark.parametrize("name", resources.names("templates"))
def test_every_template_is_commented_toml(name: str) -> None:
    text = resources.resource("templates", name).read_text(encoding="utf-8")
    assert tomllib.loads(text) == resources.template(name.removesuffix(".toml"))
    assert text.startswith("#"), "the first line tells an owner what the file is for"
