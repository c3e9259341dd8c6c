from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

from cardkit.errors import InputError
from cardkit.sources.api_key import ApiKey, find_api_key

KEY = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"
OTHER = "another-key-altogether"


def test_a_key_comes_from_the_environment_first(tmp_path: Path) -> None:
    named, set_in_settings = tmp_path / "named", tmp_path / "settings"
    named.write_text(f"{OTHER}\n", encoding="utf-8")
    set_in_settings.write_text("third-key-of-all", encoding="utf-8")
    both = {"CARDKIT_API_KEY": f" {KEY} ", "CARDKIT_API_KEY_FILE": str(named)}
    cases = [
        (both, None, KEY),
        ({"CARDKIT_API_KEY": "", "CARDKIT_API_KEY_FILE": str(named)}, set_in_settings, OTHER),
        ({}, set_in_settings, "third-key-of-all"),
    ]
    for environment, file, expected in cases:
        key = find_api_key(environment, file)
        assert key is not None
        assert key.headers() == {"X-Api-Key": expected}
    assert find_api_key({}) is None


def test_it_does_not_show_itself() -> None:
    key = ApiKey(KEY)
    shown = [repr(key), str(key), f"{key}", f"{[key]}", repr(key.headers()), str(dir(key))]
    assert not [text for text in shown if KEY in text]
    for write_down in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="not written down"):
            write_down(key)


@pytest.mark.parametrize(
    "wrong", ["short", f"{KEY} x", "x" * 201, f"{KEY}\nX-Other: 1", "ключ-ключ"]
)
def test_what_cannot_be_a_key_is_refused_unseen(wrong: str, tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text(wrong, encoding="utf-8")
    for environment in ({"CARDKIT_API_KEY": wrong}, {"CARDKIT_API_KEY_FILE": str(file)}):
        with pytest.raises(InputError, match="expected a key of 8 to 200") as caught:
            find_api_key(environment)
        assert wrong not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none-such"):
        find_api_key({"CARDKIT_API_KEY_FILE": str(tmp_path / "none-such")})
