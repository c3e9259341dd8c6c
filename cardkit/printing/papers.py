"""Papers by name and by country, from ``templates/papers.toml``."""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.errors import InputError
from cardkit.printing.imposition import Paper
from cardkit.resources import template

DEFAULT_PAPER = "a4"


def papers() -> dict[str, Paper]:
    """Return the papers by name."""
    listed = template("papers")["papers"]
    return {name: Paper.from_dict(name, document) for name, document in listed.items()}


def paper_named(name: str) -> Paper:
    """Return a paper; case does not matter.

    Raises:
        InputError: when there is none of that name.
    """
    known = papers()
    if name.casefold() not in known:
        raise InputError(f"the paper must be one of {', '.join(known)}, got {name!r}")
    return known[name.casefold()]


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
