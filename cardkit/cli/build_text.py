"""What ``build`` tells: on the terminal in short, in its report in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cli.output import finding_text, table, wrap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardkit.cli.build import Build
    from cardkit.cli.pool import OpenedPool


def summary(job: Build) -> list[str]:
    """Return what a build has found, for the terminal; a paragraph each."""
    from cardkit.cli.trials_text import wins_text

    parts = _opening(job)
    telling = [finding for finding in job.findings if finding.severity != "note"]
    parts += [finding_text(finding, colour=job.invocation.colour) for finding in telling]
    if job.trials is not None:
        parts.append(wrap(wins_text(job.trials)))
    return parts


def report(job: Build) -> list[str]:
    """Return the paragraphs of ``report.txt``."""
    from cardkit.cli.decks import materials_text
    from cardkit.cli.trials_text import trials_text
    from cardkit.decks import materials

    parts = _opening(job)
    parts += [finding_text(finding) for finding in job.findings]
    parts.append(materials_text(materials(job.opened.complete, job.opened.settings.requirements)))
    if job.trials is not None:
        parts.append(trials_text(job.trials))
    parts.append(
        wrap(
            "The commands that are named here work in this folder; from elsewhere, write its name "
            "behind -C: cardkit -C DIR check"
        )
    )
    return parts


def _opening(job: Build) -> list[str]:
    """Say what was read, and how large the decks are."""
    from cardkit.cli.import_job import files_text, import_text, unresolved_text

    read = (*map(import_text, job.reports), *unresolved_text(job.reports))
    parts = ["\n".join(read), _sizes(job.opened)]
    if len(job.reports) > 1 or job.left_out:
        parts.insert(0, files_text(job.reports, job.left_out))
    if job.others:
        names = ", ".join(file.name for file in job.others)
        parts.insert(-1, wrap(f"The pool also holds the cards of {names}."))
    return parts


def _sizes(opened: OpenedPool) -> str:
    from cardkit.decks import RarityDeck

    needed = opened.settings.requirements
    least, most = needed.energy_total
    rows: list[tuple[object, ...]] = [
        (
            f"{deck.mark} {deck.label}",
            opened.pool.size(deck),
            opened.complete.size(deck) - opened.pool.size(deck),
            needed.minimums[deck],
        )
        for deck in RarityDeck
    ]
    rows.append(("Energy", sum(opened.pool.energy.values()), 0, f"{least}-{most}"))
    return table(("deck", "owned", "proxies", "needed"), rows, right="<>>>")


def file_text(paragraphs: Iterable[str]) -> bytes:
    """Return the bytes of a file with these paragraphs."""
    return ("\n\n".join(paragraphs) + "\n").encode()
