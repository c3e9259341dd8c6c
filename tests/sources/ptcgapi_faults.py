"""What the Pokemon TCG API v2 is known to do instead of answering well."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.sources.faults import server_error_empty
from tests.sources.server import Exchange, Fault, Reply


def changed(change: Callable[[dict[str, Any]], None]) -> Fault:
    """Return a fault: the right answer, with something changed."""

    def fault(exchange: Exchange) -> None:
        document = json.loads(exchange.reply.body)
        change(document)
        exchange.send(Reply.of(document))

    return fault


def counted(total: Any) -> Fault:
    """Return a fault: another ``totalCount``."""
    return changed(lambda document: document.update(totalCount=total))


def first_page_again(exchange: Exchange) -> None:
    """Answer what page 1 answers, with the number of the page that was asked for."""
    query = {**exchange.asked.query, "page": "1"}
    first = json.loads(exchange.server.reply(replace(exchange.asked, query=query)).body)
    exchange.send(Reply.of({**first, "page": int(exchange.asked.query["page"])}))


def partly_repeated(exchange: Exchange) -> None:
    """Replace the first half of the page by cards of page 1; those are lost."""
    query = {**exchange.asked.query, "page": "1"}
    first = json.loads(exchange.server.reply(replace(exchange.asked, query=query)).body)["data"]
    document = json.loads(exchange.reply.body)
    half = (len(document["data"]) + 1) // 2
    document["data"][:half] = first[:half]
    exchange.send(Reply.of(document))


def no_extra_headers(code: int = 500) -> Fault:
    """Return a fault: every request that carries a key fails."""

    def fault(exchange: Exchange) -> None:
        if "x-api-key" in exchange.asked.headers:
            exchange.send(Reply(status=code))
        else:
            exchange.send(exchange.reply)

    return fault


def nothing_selected(exchange: Exchange) -> None:
    """Refuse ``select``, as if there were no such thing."""
    if "select" in exchange.asked.query:
        exchange.send(Reply.of({"error": {"message": "Bad Request.", "code": 400}}, 400))
    else:
        exchange.send(exchange.reply)


def holding(text: str) -> Fault:
    """Return a fault: empty 500s as soon as the answer would hold this text."""

    def fault(exchange: Exchange) -> None:
        if text.encode() in exchange.reply.body:
            server_error_empty(exchange)
        else:
            exchange.send(exchange.reply)

    return fault
