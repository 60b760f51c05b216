"""Profiles of a household's pieces, learned from confirmed photos or read from files, and saved by name for later games.

Each profile is saved as terranova-profile/1. The measurements of pieces come from the stored answers to photos.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.formats.profiles import check_name, profile_from_json, profile_to_json
from referee.rules.pieces import Piece
from referee.words.problems import Problem
from referee.words.texts import text
from web.games.photo_shelf import PhotoShelf
from web.games.pieces_on_board import pieces_by_label
from web.games.stamps import new_id
from web.games.store import Store
from web.games.table import Table, open_table, position_at

MOST_CONFIRMED = 4  # number of a game's newest confirmed photos to learn from; three are enough
MOST_PROFILES = 24
KEPT_PROFILES = "profiles"

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KeptProfile:
    """A saved profile: its id, its name, and the numbers of photos and pieces it was learned from."""

    id: str
    name: str
    photos: int
    pieces: int


def known_pieces(table: Table, shelf: PhotoShelf, store: Store) -> dict[str, Any]:
    """Return what is known about a game's pieces: its `profile`, or None if there is none, and its newest `confirmed` photos."""
    chosen = table.game.settings.get("profile")
    return {"profile": _kept(store).get(str(chosen)), "confirmed": confirmed_photos(table, shelf)}


def confirmed_photos(table: Table, shelf: PhotoShelf) -> list[dict[str, Any]]:
    """Return the id, ink, measured pieces and confirmed contents of the newest confirmed photos on the current line.

    The newest MOST_CONFIRMED photos are considered, and those with measured pieces are returned, oldest first.
    """
    confirmed = [revision for revision in table.line if revision.record.photo][-MOST_CONFIRMED:]
    _, photos = shelf.read_game(table.game.id, [str(revision.record.photo) for revision in confirmed])
    found = []
    for revision in confirmed:
        photo = photos.get(str(revision.record.photo))
        if photo is None or photo.answer is None:
            continue
        words = pieces_by_label(position_at(revision))
        seen = {label: numbers for label, numbers in photo.answer.get("pieces_seen", {}).items() if label in words}
        if seen:
            words_seen = [str(words[label]) for label in seen]
            found.append({"photo": photo.id, "ink": photo.answer["ink"], "words": words_seen, "pieces": list(seen.values())})
    return found


def list_profiles(store: Store) -> tuple[KeptProfile, ...]:
    """Return the saved profiles, sorted by name."""
    listed = [
        KeptProfile(profile_id, kept["name"], kept["made_from"]["photos"], kept["made_from"]["pieces"])
        for profile_id, kept in _kept(store).items()
    ]
    return tuple(sorted(listed, key=lambda one: (one.name.casefold(), one.id)))


def kept_profile(store: Store, profile_id: str) -> Json:
    """Return a saved profile by id as terranova-profile/1; raise a Problem if there is none."""
    kept = _kept(store).get(profile_id)
    if kept is None:
        raise Problem("no-such-profile", text("serve.no_such_profile"))
    return kept


def learn_pieces(store: Store, shelf: PhotoShelf, game_id: str, name: str) -> None:
    """Learn a profile from a game's confirmed photos, save it under a name and choose it for the game.

    A profile of the same name is extended by the photos it does not contain yet, or replaced if the networks have changed since
    it was learned. Raise a Problem if none of the newest confirmed photos has measured pieces, the name is invalid, or too many
    profiles are saved.
    """
    from referee.reader.profiles import confirmed_from, learn_profile, networks_version

    table = open_table(store, game_id)
    confirmed = confirmed_photos(table, shelf)
    if not confirmed:
        raise Problem("no-confirmed-photos", text("serve.no_confirmed_photos"))
    if not name:
        raise Problem("no-name", text("serve.profile_without_name"))
    check_name(name, text("serve.profile_name"))
    known = {kept["name"]: (profile_id, kept) for profile_id, kept in _kept(store).items()}
    profile_id, kept = known.get(name, (new_id(), None))
    before = None
    if kept is not None and kept["networks"] == networks_version():
        before = profile_from_json(kept, text("serve.kept_pieces"), networks_version())
    taught = dict(table.game.settings.get("taught") or {})
    known_photos = taught.get(profile_id, ()) if before else ()
    fresh = [photo for photo in confirmed if photo["photo"] not in known_photos]
    photos = [confirmed_from(photo["pieces"], [Piece(word) for word in photo["words"]], photo["ink"]) for photo in fresh]
    if photos:
        _keep(store, profile_id, profile_to_json(learn_profile(photos, name, before)))
    taught[profile_id] = [*known_photos, *(photo["photo"] for photo in fresh)]
    store.change_game(game_id, None, {"profile": profile_id, "taught": taught})


def add_profile(store: Store, value: object) -> None:
    """Save a profile given as the JSON of a profile file, replacing any profile of the same name.

    Raise a Problem if the profile is invalid or too many profiles are saved.
    """
    from referee.reader.profiles import networks_version

    profile = profile_from_json(value, text("serve.profile_file"), networks_version())
    known = {kept["name"]: profile_id for profile_id, kept in _kept(store).items()}
    _keep(store, known.get(profile.name, new_id()), profile_to_json(profile))


def choose_profile(store: Store, game_id: str, profile_id: str | None) -> None:
    """Choose the saved profile that a game's photos are read with, or None for no profile.

    Raise a Problem if there is no such profile.
    """
    if profile_id is not None:
        kept_profile(store, profile_id)
    store.change_game(game_id, None, {"profile": profile_id})


def delete_profile(store: Store, profile_id: str) -> None:
    """Delete a saved profile; games that had chosen the profile are left without one.

    Raise a Problem if there is no such profile.
    """
    kept_profile(store, profile_id)

    def without_profile(kept: dict[str, Json] | None) -> dict[str, Json]:
        return {known: profile for known, profile in (kept or {}).items() if known != profile_id}

    store.change_setting(KEPT_PROFILES, without_profile)


def _keep(store: Store, profile_id: str, profile: Json) -> None:
    def with_profile(kept: dict[str, Json] | None) -> dict[str, Json]:
        known = kept or {}
        if profile_id not in known and len(known) >= MOST_PROFILES:
            raise Problem("too-many-profiles", text("serve.too_many_profiles", most=MOST_PROFILES))
        return {**known, profile_id: profile}

    store.change_setting(KEPT_PROFILES, with_profile)


def _kept(store: Store) -> dict[str, Json]:
    return dict(store.setting(KEPT_PROFILES) or {})
