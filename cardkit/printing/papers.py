"""Papers by name and by country, from ``templates/papers.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cardkit.errors import InputError
from cardkit.printing.imposition import Paper
from cardkit.resources import template
from cardkit.settings import PAPER_EDGES_MM, PAPER_SIZE, has_paper_edges

DEFAULT_PAPER = "a4"


def papers() -> dict[str, Paper]:
    """Return the papers by name."""
    listed = template("papers")["papers"]
    return {name: Paper.from_dict(name, document) for name, document in listed.items()}


def paper_named(name: str) -> Paper:
    """Return a paper by its name or its size in millimetres; case does not matter.

    Raises:
        InputError: when it is neither.

    >>> paper_named("A4").label, paper_named("100x150").label
    ('A4 (210 x 297 mm)', '100 x 150 mm')
    """
    known = papers()
    wanted = name.strip().casefold()
    if wanted in known:
        return known[wanted]
    size = size_mm(name)
    if size is None:
        raise InputError(
            f"the paper must be one of {', '.join(known)} or a size such as 210x297, got {name!r}"
        )
    width, height = size
    if not has_paper_edges(name):
        least, most = PAPER_EDGES_MM
        raise InputError(f"the paper's edges must be {least:g} to {most:g} mm, got {name!r}")
    words = f"{width:g} x {height:g} mm"
    return Paper(name=f"{width:g}x{height:g}", label=words, width_mm=width, height_mm=height)


def size_mm(text: str) -> tuple[float, float] | None:
    """Read a width and a height in millimetres; None when the text is no such pair.

    >>> size_mm("63.5 x 88.9"), size_mm("big")
    ((63.5, 88.9), None)
    """
    match = re.fullmatch(PAPER_SIZE, text.strip())
    return None if match is None else (float(match[1]), float(match[2]))


def paper_of_locale(locales: Iterable[str]) -> Paper:
    """Return the paper that people print on where the locale says.

    Args:
        locales: names such as ``en_US.UTF-8``; the first that names a country decides.

    >>> paper_of_locale(["C.UTF-8", "es_MX.UTF-8"]).name, paper_of_locale([]).name
    ('letter', 'a4')
    """
    listed = template("papers")["papers"]
    for locale in locales:
        bare = locale.partition(".")[0].partition("@")[0].replace("-", "_")
        country = bare.rpartition("_")[2].upper() if "_" in bare else ""
        if country:
            for name, document in listed.items():
                if country in document.get("countries", ()):
                    return paper_named(name)
            break
    return paper_named(DEFAULT_PAPER)
