"""``review`` and ``export``: rows that no step decides, and the collection as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardkit.cli.output import Invocation, wrap
from cardkit.errors import InputError, UsageError
from cardkit.plurals import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardkit.cards import Card
    from cardkit.catalogue import Catalogue
    from cardkit.collection import Change, Collection
    from cardkit.imports.review import Choice, ChoiceFault, Question, Typed


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("review")(review)
    app.command("export")(export)


_FILL_IN = (
    "Fill in the column 'choice': the number of a candidate, or a card's identifier. "
    "Then: cardkit review --apply FILE"
)
_SETTLED = "Every row of the collection is settled."


def review(
    context: typer.Context,
    export_to: Annotated[
        Path | None,
        typer.Option(
            "--export",
            help="Write the rows as a table to fill in; - is the standard output.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    apply: Annotated[
        Path | None,
        typer.Option(
            "--apply",
            help="Take the choices of such a table; one change in all.",
            metavar="FILE",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file of --export.")] = False,
) -> None:
    """Settle what unresolved rows mean, one after the other.

    What is settled once is remembered for later imports; each choice can be undone.
    """
    from cardkit.catalogue import Catalogue
    from cardkit.collection import Collection
    from cardkit.imports import settler
    from cardkit.imports.review import open_questions
    from cardkit.imports.review_sheet import review_csv

    invocation: Invocation = context.obj
    if export_to is not None and apply is not None:
        raise UsageError("--export and --apply exclude each other")
    with (
        Catalogue.open() as catalogue,
        Collection.open(invocation.folder, settle=settler(catalogue)) as collection,
    ):
        questions = open_questions(collection, catalogue)
        if export_to is not None:
            _write(invocation, export_to, review_csv(questions, catalogue), force)
            invocation.say(wrap(_FILL_IN if questions else f"{_SETTLED} The table is empty."))
        elif apply is not None:
            _apply(invocation, collection, catalogue, apply, questions)
        elif questions:
            _Walk(invocation, collection, catalogue).through(questions)
        else:
            invocation.say(_SETTLED)


_ENDINGS = {"": "csv", ".csv": "csv", ".json": "json", ".txt": "ptcgl"}


def _by_ending(file: Path) -> str:
    """Return the format that a file's ending asks for.

    Raises:
        UsageError: none; a table under the name of a workbook would not even be opened by the
            program that the ending calls.
    """
    name = _ENDINGS.get(file.suffix.casefold())
    if name is None:
        raise UsageError(
            f"expects a file that ends with .csv (spreadsheets open it), .txt or .json, got "
            f"{file.name!r}; with --format it may be called as you like"
        )
    return name


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file; - is the standard output.")],
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            help="csv, ptcgl (a list for Pokemon TCG Live) or json.",
            metavar="NAME",
            show_default="by the file's ending, else csv",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file.")] = False,
) -> None:
    """Write the collection as a table, a decklist or a JSON document.

    Imported into another folder, a table or document gives the same cards; decks that you chose
    with `assign` stay behind.
    """
    from cardkit.catalogue import Catalogue
    from cardkit.collection import Collection
    from cardkit.imports import settler
    from cardkit.imports.exports import export_formats, exported

    invocation: Invocation = context.obj
    name = format_name or _by_ending(file)
    if name not in export_formats():
        raise UsageError(f"--format expects one of {', '.join(export_formats())}, got {name!r}")
    with (
        Catalogue.open() as catalogue,
        Collection.open(invocation.folder, settle=settler(catalogue)) as collection,
    ):
        rows = [stored.row for stored in collection.rows()]
        if not rows:
            raise InputError(
                "no collection here yet",
                where=str(invocation.folder.resolve()),
                remedy="bring one in: cardkit import FILE",
            )
        _write(invocation, file, exported(name, rows, catalogue), force)
    copies = counted(sum(row.count for row in rows), "copy", "copies")
    what = export_formats()[name]
    invocation.say(wrap(f"Exported {counted(len(rows), 'row')} with {copies}: {what}"))


def _write(invocation: Invocation, file: Path, text: str, force: bool) -> None:
    from cardkit.files import write_atomic

    if str(file) == "-":
        invocation.result(text.removesuffix("\n"))
        return
    # Spreadsheets take UTF-8 for something else unless it is marked.
    mark = "\ufeff" if file.suffix.casefold() == ".csv" else ""
    write_atomic(file, (mark + text).encode(), force=force)


def _apply(
    invocation: Invocation,
    collection: Collection,
    catalogue: Catalogue,
    file: Path,
    questions: Sequence[Question],
) -> None:
    from cardkit.cli.import_job import open_source
    from cardkit.imports.review_sheet import read_review

    stored = collection.rows()
    settled_before = {each.row_id: each.row.card.name for each in stored if each.row.card.card_id}
    filled_in = read_review(open_source(file), questions, catalogue, settled_before)
    choices = filled_in.choices
    if filled_in.settled_before:
        lines = counted(filled_in.settled_before, "line")
        invocation.say(f"{lines} of rows that are settled already: not looked at.")
    if not choices:
        invocation.say("No choice is filled in: nothing was changed.")
        return
    words = f"review of {counted(len(choices), 'question')}"
    change, settled = _keep(collection, catalogue, choices, questions, words)
    invocation.say(
        wrap(
            f"{change.words[:1].upper()}{change.words[1:]}: {counted(settled, 'row')} settled. "
            "Next: cardkit check; take it back: cardkit undo"
        )
    )


def _keep(
    collection: Collection,
    catalogue: Catalogue,
    choices: Sequence[Choice],
    questions: Sequence[Question],
    words: str,
) -> tuple[Change, int]:
    """Keep choices as one change; return it, and how many rows it settles."""
    from datetime import UTC, datetime

    from cardkit.imports.review import settle

    answers, labels = settle(choices, questions, catalogue)
    change = collection.answer(answers, labels=labels, words=words, at=datetime.now(UTC))
    answered = {answer.question for answer in answers}
    return change, sum(len(each.rows) for each in questions if each.key in answered)


def _help(questions: Sequence[Question]) -> str:
    """Return what may be typed; copies only where a quantity could not be read."""
    copies = "2 x3 says 3 copies, where the row does not; "
    return (
        "a number takes that card; 2! remembers its set for the label; "
        + (copies if any(not each.copies for each in questions) else "")
        + "other words search; ENTER skips; u takes the last one back; q ends"
    )


def _remedy(fault: ChoiceFault, number: int) -> str:
    """Return what to type instead, on the screen."""
    from cardkit.imports.review import ChoiceFault

    if fault is ChoiceFault.OTHER_COPIES:
        return (
            f"take it with {number}; more copies are added with cardkit add, fewer by mending "
            "the file and cardkit import FILE --replace"
        )
    return f"e.g. {number}" if fault is ChoiceFault.NO_LABEL else f"e.g. {number} x1"


class _Walk:
    """Asks one question after the other, on a terminal or through a pipe."""

    def __init__(
        self, invocation: Invocation, collection: Collection, catalogue: Catalogue
    ) -> None:
        self._invocation = invocation
        self._collection = collection
        self._catalogue = catalogue
        self._questions: Sequence[Question] = ()
        self._asked: list[str] = []
        self._taken: list[tuple[str, Change, int]] = []
        """Question, change and settled rows of each choice, so that it can be taken back."""

    def through(self, questions: Sequence[Question]) -> None:
        """Walk through the questions until they end, or the person ends it."""
        from cardkit.imports.review import open_questions

        self._invocation.say(wrap(_help(questions)))
        self._questions = questions
        going = True
        while going:
            # A remembered label settles questions that were still to come.
            left = [each for each in self._questions if each.key not in self._asked]
            if not left:
                break
            self._asked.append(left[0].key)
            number = len(self._asked)
            going = self._ask(left[0], f"{number} of {number + len(left) - 1}")
        settled = counted(sum(rows for _, _, rows in self._taken), "row")
        still = sum(len(each.rows) for each in open_questions(self._collection, self._catalogue))
        self._invocation.say(
            f"{settled} settled, {still:,} left. Next: cardkit check; take one back: cardkit undo"
        )

    def _ask(self, question: Question, place: str) -> bool:
        """Ask until there is an answer; return whether to go on."""
        from cardkit.imports.review import Typed, look_up

        self._show(question, place)
        candidates = question.candidates
        while True:
            self._show_candidates(candidates)
            text = self._line()
            key = None if text is None else text.casefold()
            if key in (None, "q", "quit"):
                return False
            if key in ("", "s", "skip"):
                return True
            typed = Typed.read(text or "")
            if key in ("?", "h", "help"):
                self._invocation.result(wrap(_help((question,))))
            elif key in ("u", "undo"):
                if self._take_back(question):
                    return True
            elif typed is None:
                found = look_up((text or "").removeprefix("/"), self._catalogue)
                if not found:
                    self._invocation.result(f"no card is called {text!r}; the candidates again:")
                candidates = found or question.candidates
            elif self._choose(question, typed, candidates):
                return True

    def _choose(self, question: Question, typed: Typed, candidates: Sequence[Card]) -> bool:
        """Take a candidate; return whether that is the answer."""
        from cardkit.imports.review import Choice

        if not 1 <= typed.number <= len(candidates):
            here = f"a number from 1 to {len(candidates)}" if candidates else "words to search for"
            self._invocation.result(f"expects {here}")
            return False
        choice = Choice(
            question=question,
            card=candidates[typed.number - 1],
            count=typed.count,
            for_label=typed.for_label,
        )
        if choice.fault:
            self._invocation.result(wrap(f"{choice.fault}: {_remedy(choice.fault, typed.number)}"))
            return False
        self._take(choice)
        return True

    def _take(self, choice: Choice) -> None:
        from cardkit.imports.review import open_questions
        from cardkit.imports.review_sheet import card_in_words

        card = choice.question.first.row.card
        words = f"review: {card.name} is {choice.card.card_id}"
        change, settled = _keep(
            self._collection, self._catalogue, (choice,), self._questions, words
        )
        self._taken.append((choice.question.key, change, settled))
        self._questions = open_questions(self._collection, self._catalogue)
        self._invocation.result(wrap(f"= {card_in_words(choice.card, self._catalogue)}"))
        if choice.for_label:
            card_set = self._catalogue.card_set(choice.card.set_id)
            further = settled - len(choice.question.rows)
            self._invocation.result(
                wrap(
                    f"{card.set_label or card.set_code!r} means "
                    f"{card_set.name if card_set else choice.card.set_id} from now on"
                    + (f"; that settles {counted(further, 'further row')}" if further else "")
                )
            )

    def _take_back(self, question: Question) -> bool:
        """Take the last choice of this walk back; its question is asked again, before this one."""
        from cardkit.imports.review import open_questions

        if not self._taken:
            self._invocation.result("nothing was settled since the review began")
            return False
        key, change, _ = self._taken.pop()
        self._collection.undo(change)
        self._questions = open_questions(self._collection, self._catalogue)
        self._asked = [each for each in self._asked if each not in (key, question.key)]
        self._invocation.result(wrap(f"taken back: {change.words}"))
        return True

    def _show(self, question: Question, place: str) -> None:
        from cardkit.cli.importing import described

        stored = question.first
        copies = f"{question.copies} x " if question.copies else ""
        rows = f" and {len(question.rows) - 1} more" if len(question.rows) > 1 else ""
        where = f"{stored.file}:{stored.row.line}{rows}"
        self._invocation.result("")
        self._invocation.result(wrap(f"{place}: {copies}{described(stored.row.card)} ({where})"))
        self._invocation.result(wrap(f"-> {stored.row.card.reason}", indent="   "))

    def _show_candidates(self, candidates: Sequence[Card]) -> None:
        from cardkit.imports.review_sheet import card_in_words

        for number, card in enumerate(candidates, start=1):
            words = card_in_words(card, self._catalogue)
            text = wrap(f"{card.card_id} {words}", indent="      ").removeprefix("      ")
            self._invocation.result(f"   {number}  {text}")
        if not candidates:
            self._invocation.result("   no candidate: type words to search")

    def _line(self) -> str | None:
        """Return what is typed; None at the end of the input."""
        import sys

        sys.stdout.flush()
        if sys.stdin.isatty():
            sys.stderr.write("> ")
            sys.stderr.flush()
        line = sys.stdin.readline()
        return line.strip() if line else None
