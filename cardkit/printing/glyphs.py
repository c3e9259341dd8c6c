"""What the fonts cannot draw, said to people."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.findings import Finding, Severity

_MOST_SHOWN = 12


def lacking(missing: Sequence[str], noun: str, *, where: str, remedy: str = "") -> Finding:
    """Return the warning that a text was drawn without some of its characters.

    Args:
        missing: the characters, see :class:`cardkit.printing.text.Cleaned`.
        noun: the text, or what it is.
        where: on which piece it stands.
        remedy: what to do about it.
    """
    shown = "".join(missing[:_MOST_SHOWN])
    return Finding(
        code="glyph-missing",
        severity=Severity.WARNING,
        what=f"the fonts lack {shown!r} in {noun}",
        where=where,
        remedy=remedy,
    )


def lacking_in_name(missing: Sequence[str], title: str) -> tuple[Finding, ...]:
    """Return the warning about the pool's name, which stands on every sheet; or none."""
    if not missing:
        return ()
    remedy = "write another name into cardkit.toml"
    return (lacking(missing, repr(title), where="the pool's name", remedy=remedy),)


def lacking_in_owner(missing: Sequence[str], owner: str) -> tuple[Finding, ...]:
    """Return the warning about the owner's name, which stands on every label; or none."""
    if not missing:
        return ()
    remedy = "write it in other letters with --owner"
    return (lacking(missing, repr(owner), where="the owner's name", remedy=remedy),)
