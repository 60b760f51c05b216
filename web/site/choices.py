"""The JSON of the choices for a new game, of the reader's state and of this computer's addresses, and the notes on editions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from flask import has_request_context, request

from calibration.limits import MAX_PIXELS
from printables.artwork.palette import Ink
from referee.boards.landscape_names import board_title
from referee.boards.library import BUILT_IN, list_saved_boards, load_kept_board
from referee.formats.schemas import Meta, maybe
from referee.layout.papers import PAPERS
from referee.rules.editions import DIFFERENCES, DOUBTS
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import say
from web.games.games import LAST_CHOICES
from web.games.player_names import remembered_names
from web.games.table import Mode
from web.site.addresses import short_hash
from web.site.companion import Companion
from web.site.proxies import FORWARDED
from web.site.uploads import MAX_PHOTO_BYTES

# The reader decodes photos of at least this many pixels at quarter size, so phones can halve them before upload without loss.
HALVE_FROM = 30_400_000
ACCEPTED = "image/jpeg,image/png,image/webp"
BoardChoice = TypedDict("BoardChoice", {"id": str, "title": str, "cells": int})
EditionChoice = TypedDict("EditionChoice", {"id": Edition, "sentence": str})
Reader = TypedDict("Reader", {"ready": bool, "message": NotRequired[str]})
PhotoLimits = TypedDict("PhotoLimits", {"max_bytes": int, "max_pixels": int, "accept": str, "halve_from": int})

Choices = TypedDict(
    "Choices",
    {
        "boards": list[BoardChoice],
        "editions": list[EditionChoice],
        "papers": list[str],
        "inks": list[Ink],
        "modes": list[Mode],
        "names": list[str],
        "last": Annotated[Mapping[str, Any] | None, Meta(maybe({"type": "object"}))],
        "reader": Reader,
        "photo": PhotoLimits,
    },
)

AddressChoice = TypedDict("AddressChoice", {"url": str, "join": str, "adapter": str, "best": bool})

Addresses = TypedDict(
    "Addresses",
    {
        "best": str,
        "join": str,
        "code": str | None,
        "version": str,
        "qr": str,
        "visitors": int,
        "addresses": Sequence[AddressChoice],
    },
)


def choices_json(here: Companion, language: str) -> Choices:
    """Serialize the choices for a new game, the last choices, known players' names, the reader's state and limits for photos."""
    return {
        "boards": boards_json(language),
        "editions": [{"id": edition, "sentence": " ".join(differences_of(edition, language))} for edition in Edition],
        "papers": list(PAPERS),
        "inks": list(Ink),
        "modes": list(Mode),
        "names": list(remembered_names(here.store)),
        "last": here.store.setting(LAST_CHOICES),
        "reader": reader_json(here, language),
        "photo": {"max_bytes": MAX_PHOTO_BYTES, "max_pixels": MAX_PIXELS, "accept": ACCEPTED, "halve_from": HALVE_FROM},
    }


def reader_json(here: Companion, language: str) -> Reader:
    """Serialize whether photos can be read now and, if not, the reason."""
    missing = here.jobs.missing
    return {"ready": True} if missing is None else {"ready": False, "message": missing["messages"][language]}


def boards_json(language: str) -> list[BoardChoice]:
    """Serialize the built-in and saved boards that can be loaded."""
    return [board for name in (*BUILT_IN, *list_saved_boards()) if (board := _board_json(name, language))]


def _board_json(name: str, language: str) -> BoardChoice | None:
    try:
        board = load_kept_board(name)
        return {"id": name, "title": board_title(board, language), "cells": len(board.cells)}
    except Problem:
        return None  # damaged saved boards are omitted here; opening one by name reports what is wrong


def addresses_json(here: Companion) -> dict[str, Any]:
    """Serialize this computer's addresses for phones, best first, with the join code and the number of visitors.

    If the request has come through a trusted proxy, the only address is the one that the phone used.
    """
    port, code, forwarded = here.addresses.port, here.entry.code, _forwarded_url()
    own = [(address.url(port), address.adapter, address.best) for address in here.addresses.now()]
    listed: list[AddressChoice] = [
        {"url": url, "join": join_link(url, code), "adapter": adapter, "best": best}
        for url, adapter, best in ([(forwarded, "", True)] if forwarded else own)
    ]
    version = short_hash(forwarded) if forwarded else here.addresses.version
    addresses: Addresses = {
        "best": listed[0]["url"],
        "join": listed[0]["join"],
        "code": code,
        "version": version,
        "qr": f"/qr.svg?v={version}",
        "addresses": listed,
        "visitors": here.visitors.number({address.host for address in here.addresses.now()}),
    }
    return dict(addresses)


def _forwarded_url() -> str | None:
    """Return the URL of the trusted proxy through which the current request has come, or None if there is no such request."""
    return request.host_url if has_request_context() and FORWARDED in request.environ else None


def join_link(url: str, code: str | None) -> str:
    """Return the link that lets a phone join, or the plain URL if there is no join code."""
    return url if code is None else f"{url}j/{code}"


def doubts_of_editions(language: str) -> dict[str, list[str]]:
    """Return, for each edition, sentences on where the rulebook is ambiguous and how the referee decides."""
    return {edition.value: [say(sentence, language) for sentence in sentences] for edition, sentences in DOUBTS.items()}


def differences_of(edition: Edition, language: str) -> list[str]:
    """Return the differences of an edition from the others, one sentence each."""
    return [say(sentence, language) for sentence in DIFFERENCES[edition]]
