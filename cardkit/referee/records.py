"""Games written down, so that they can be replayed without the generator and verified.

A record is JSON lines (``schemas/record.schema.json``): a header, one line per action with the
outcomes of chance that it used, and an end. Two digests close each line. ``position`` is that of
the position after the line: other rules would lead elsewhere. ``check`` is chained over the text
of all lines so far: no byte can change, no line be moved or missing. A record is believed only
after :func:`cardkit.referee.verification.verify`; reading it checks nothing but its form.

The header carries the whole manifest, house rules and chart included (Rule: S46). That makes a
record ten times a digest's size and worth keeping: it can be verified years later, on a machine
that has neither the pool nor its collection. Whoever holds the manifest as a file can still insist
on it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from cardkit.errors import Fault, InputError
from cardkit.json_text import shown
from cardkit.manifest import Manifest
from cardkit.referee.actions import Action
from cardkit.referee.said import AttackByHand, Correction
from cardkit.schema_check import schema_faults

VERSION = 2
"""The number changes when old readers would misread; records of lower numbers stay readable.

In games of version 1 Abilities and the like had no effect, and fewer attacks were read: they are
verified and gone on with as they began (Rule: S46).
"""
FORMAT = "cardkit-record/{}"
"""What the key ``format`` says, with the version."""
WITHOUT_POWERS = 1
"""The last version in whose games powers have no effect."""

_DIGEST_DIGITS = 16


USUAL_ACTION = re.compile(
    r'\{"kind":"action","number":[1-9][0-9]{0,8},"action":"[a-zA-Z0-9 -]{1,200}"'
    r',"chance":"(?:(?:[HT]+|[1-9][0-9]{0,5})(?: (?:[HT]+|[1-9][0-9]{0,5}))*)?"'
    r'(?:,"why":"[^"\\\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,200}")?'
    r',"position":"[0-9a-f]{16}","check":"[0-9a-f]{16}"\}'
)
"""Lines of actions that need no look at the schema, which would take most of a replay's time."""


_FORMAT = re.compile(r"cardkit-record/([1-9][0-9]{0,5})")
_RECORD_START = re.compile(rb'\{"kind":"header","format":"cardkit-record/')
_MANIFEST_START = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"cardkit-manifest/')


class MoveKind(StrEnum):
    """What a line between header and end holds."""

    ACTION = "action"
    BY_HAND = "by-hand"
    """An attack whose result a person worked out from text that is not read (Rule: S43)."""
    CORRECTION = "correction"
    """A person put the table right."""

    @classmethod
    def of(cls, action: Action) -> MoveKind:
        """Return the kind of line that an action is written on."""
        if isinstance(action, Correction):
            return cls.CORRECTION
        return cls.BY_HAND if isinstance(action, AttackByHand) else cls.ACTION


class RecordError(InputError):
    """A record cannot be believed; each fault names ``file:line``, and the broken rule if any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The header: what is played, by whom, and how the game begins.

    Attributes:
        player: who chose the actions.
        seed: of the generator that the outcomes came from; None when they came from elsewhere.
        manifest_digest: fingerprint of ``manifest``.
        chance: the outcomes that the start used, e.g. ``17 3 9``.
        position: digest of the first position.
        check: digest of this line.
        version: of the format that it is written in.
    """

    version: int = VERSION
    player: str
    seed: int | None
    manifest_digest: str
    manifest: Manifest
    chance: str
    position: str
    check: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the document form."""
        document = {
            "kind": "header",
            "format": FORMAT.format(self.version),
            "game": "adventure",
            "player": self.player,
            "seed": self.seed,
            "manifest_digest": self.manifest_digest,
            "manifest": self.manifest.to_dict(),
            "chance": self.chance,
            "position": self.position,
            "check": self.check,
        }
        return {key: value for key, value in document.items() if value is not None}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], where: str) -> Opening:
        """Read the document form, which fits the schema.

        Raises:
            InputError: when the manifest is none, or not the one that the digest names.
        """
        manifest = Manifest.from_dict(document["manifest"], where=where)
        if manifest.digest() != document["manifest_digest"]:
            raise broken(
                f"the manifest has the digest {manifest.digest()!r}, "
                f"the record is of {document['manifest_digest']!r}",
                where,
                rule="S46",
            )
        return cls(
            version=int(document["format"].rpartition("/")[2]),
            player=document["player"],
            seed=document.get("seed"),
            manifest_digest=document["manifest_digest"],
            manifest=manifest,
            chance=document["chance"],
            position=document["position"],
            check=document["check"],
        )

    @property
    def powers_work(self) -> bool:
        """Whether Abilities and the like have an effect in this game."""
        return self.version > WITHOUT_POWERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One action, and what chance made of it.

    Attributes:
        kind: whether a person has said it, or the rules do the rest.
        number: counted from 1.
        action: in its one-line notation.
        chance: the outcomes that it used.
        why: the player's reason; empty when nobody said.
        position: digest of the position after it.
        check: digest of this line and all before it.
    """

    kind: MoveKind = MoveKind.ACTION
    number: int
    action: str
    chance: str
    why: str = ""
    position: str
    check: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the document form."""
        document = {
            "kind": self.kind.value,
            "number": self.number,
            "action": self.action,
            "chance": self.chance,
            "why": self.why or None,
            "position": self.position,
            "check": self.check,
        }
        return {key: value for key, value in document.items() if value is not None}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Move:
        """Read the document form, which fits the schema."""
        return cls(
            kind=MoveKind(document["kind"]),
            number=document["number"],
            action=document["action"],
            chance=document["chance"],
            why=document.get("why", ""),
            position=document["position"],
            check=document["check"],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The last line: how the game ended.

    Attributes:
        outcome: why the game was over; empty when it was stopped before.
        stopped: why it was stopped before its end; empty when it was over.
        position: digest of the last position.
        check: digest of this line and all before it.
    """

    actions: int
    outcome: str
    stopped: str
    position: str
    check: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the document form."""
        return {
            "kind": "end",
            "actions": self.actions,
            "outcome": self.outcome,
            "stopped": self.stopped,
            "position": self.position,
            "check": self.check,
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Ending:
        """Read the document form, which fits the schema."""
        return cls(**{key: value for key, value in document.items() if key != "kind"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole game."""

    opening: Opening
    moves: tuple[Move, ...]
    ending: Ending


_Line = TypeVar("_Line", Opening, Move, Ending)


def write_record(record: Record) -> str:
    """Return the text of a record: the same record is always the same text."""
    documents = [
        record.opening.to_dict(),
        *(move.to_dict() for move in record.moves),
        record.ending.to_dict(),
    ]
    return "".join(f"{_line_text(document)}\n" for document in documents)


def read_record(content: bytes, where: str = "") -> Record:
    """Read the text of a record; what it says is not believed yet.

    Bytes are taken, not text, so that the right line is named when one is not UTF-8.

    Raises:
        RecordError: naming the first line that has not the form of a record.
        InputError: with every fault of the manifest.
    """
    if not content:
        raise broken("expects a record, got an empty file", f"{where}:1")
    if _MANIFEST_START.match(content):
        raise broken(
            "this is a manifest, not a record", where, remedy="play it: cardkit referee FILE"
        )
    *lines, rest = content.split(b"\n")
    documents: list[dict[str, Any]] = []
    for number, line in enumerate([*lines, rest] if rest else lines, start=1):
        if documents and documents[-1]["kind"] == "end":
            raise broken("the record goes on after its end", f"{where}:{number}")
        if lines and number > len(lines):
            raise broken("the line has no end: the record is cut short", f"{where}:{number}")
        documents.append(_read_line(line, f"{where}:{number}"))
    if rest:
        raise broken("the line has no end: the record is cut short", f"{where}:{len(lines) + 1}")
    for number, document in enumerate(documents, start=1):
        last = number == len(documents)
        _expect_in_place(document, number, last=last, where=f"{where}:{number}")
    return Record(
        opening=Opening.from_dict(documents[0], f"{where}:1"),
        moves=tuple(Move.from_dict(document) for document in documents[1:-1]),
        ending=Ending.from_dict(documents[-1]),
    )


def begins_a_record(content: bytes) -> bool:
    """Whether a file begins as records do, whatever follows; an empty one is none of anybody's."""
    return not content or _RECORD_START.match(content) is not None


def with_check(line: _Line, before: str) -> _Line:
    """Return a line with its check, chained to the check of the line before."""
    return replace(line, check=chained(line.to_dict(), before))


def chained(document: Mapping[str, Any], before: str) -> str:
    """Return the check that a line must carry after a line with the check ``before``."""
    unchecked = {key: value for key, value in document.items() if key != "check"}
    return _digest(before + _line_text(unchecked))


def broken(what: str, where: str, *, rule: str = "", remedy: str = "") -> RecordError:
    """Return the error of a record that cannot be believed."""
    advice = remedy or "take an unchanged copy of the record"
    return RecordError.of((Fault(what=what, where=where, rule=rule, remedy=advice),))


def _read_line(line: bytes, where: str) -> dict[str, Any]:
    if line.endswith(b"\r"):
        raise broken(
            "expects lines that end in a line feed alone, got a carriage return before it",
            where,
            remedy="take a copy that no program has given other line ends",
        )
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = line[error.start]
        raise broken(f"expects UTF-8, got the byte 0x{byte:02x}", where) from None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise broken(f"expects one JSON object, got {shown(text)}", where) from None
    if USUAL_ACTION.fullmatch(text):
        usual: dict[str, Any] = document
        return usual
    _refuse_other_formats(document, where)
    faults = schema_faults(document, "record", where=where)
    if faults:
        raise RecordError.of(faults)
    if _line_text(document) != text:
        raise broken(
            "expects the line as cardkit writes it: keys in order and once, no spaces between",
            where,
        )
    whole: dict[str, Any] = document
    return whole


def _refuse_other_formats(document: object, where: str) -> None:
    ours = FORMAT.format(VERSION)
    found = document.get("format", ours) if isinstance(document, dict) else ours
    if found in [FORMAT.format(number) for number in range(1, VERSION + 1)]:
        return
    newer = _FORMAT.fullmatch(found) if isinstance(found, str) else None
    if newer and int(newer[1]) > VERSION:
        raise broken(
            f"the record has the format version {newer[1]}, this cardkit reads versions up to "
            f"{VERSION}",
            where,
            remedy="use the cardkit that wrote it, or a newer one",
        )
    raise broken(
        f"expects a record of the format {ours!r}, got {shown(found)}",
        where,
        remedy="take a record that cardkit play or cardkit referee --records wrote",
    )


def _expect_in_place(document: Mapping[str, Any], number: int, *, last: bool, where: str) -> None:
    """Refuse a line that stands where another kind of line or another action belongs."""
    wanted = "header" if number == 1 else f"action {number - 1}"
    kind = document["kind"]
    found = f"action {document['number']}" if kind in list(MoveKind) else kind
    if kind == "end" and number > 1 and last:
        return
    if found == wanted and not last:
        return
    if found == wanted:
        raise broken("the record has no end: it is cut short after this line", where)
    raise broken(f"expects the {wanted}, got the {found}: lines are missing or moved", where)


def _line_text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_DIGITS]
