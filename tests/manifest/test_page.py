from __future__ import annotations

import re
from pathlib import Path

from cardkit import resources
from cardkit.manifest import FORMAT, read_manifest, write_manifest

PAGE = (Path(__file__).parents[2] / "docs" / "manifest.md").read_text(encoding="utf-8")


def test_the_example_on_the_page_is_what_cardkit_writes() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert write_manifest(read_manifest(text)) == text


def test_the_page_names_every_part() -> None:
    schema = resources.schema("manifest")
    definitions = schema["$defs"]
    keys = {
        *schema["properties"],
        *definitions["house_rules"]["properties"],
        *definitions["requirements"]["properties"],
        *definitions["entry"]["properties"],
    }
    assert {key for key in keys if key not in PAGE} == set()
    assert FORMAT in PAGE
