from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardkit.catalogue import Catalogue
from tests.imports import making


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with making.small_catalogue(tmp_path_factory.mktemp("catalogue")) as opened:
        yield opened
