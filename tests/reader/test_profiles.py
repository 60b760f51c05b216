"""A profile learned from confirmed photos helps with the next one; that of another household changes nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from referee.formats.profiles import Profile, profile_to_json
from referee.formats.readings import groups_asked_together
from referee.reader.profiles import Confirmed, confirm, learn_profile
from referee.reader.read_photo import ReadOptions, Snapshot, read_photo_bytes
from referee.rules.pieces import Piece
from tests.cli.positions import write_json
from tests.cli.runs import run
from tests.reader.kits import Kit, photograph_kit, random_kit
from tests.reader.readings import silent_errors, wrong_cells

FAMILY = 500
STONES_LIKE_A_PLAYER, ORDINARY = 5, 6


@cache
def kit(number: int) -> Kit:
    return random_kit(FAMILY, number, stones_like_a_player=number % 2 == 1)


@cache
def photo(number: int, shot: int) -> tuple[bytes, dict[str, Piece]]:
    return photograph_kit(kit(number), 10 * number + shot)


def read(number: int, shot: int, profile: Profile | None = None) -> Snapshot:
    return read_photo_bytes(photo(number, shot)[0], "a photo", ReadOptions(profile=profile))


def confirm_photo(snapshot: Snapshot, words: dict[str, Piece]) -> Confirmed:
    """Return what a profile can learn from a photo whose pieces were confirmed."""
    known = snapshot.known
    numbered = {number: words.get(cell.id, Piece.EMPTY) for number, cell in enumerate(known.layout.board.cells)}
    return confirm(snapshot.hexes.observed, numbered, known.layout.hex_mm, known.ink.value)


@cache
def profile_of(number: int) -> Profile:
    """Learn from three photos that were confirmed."""
    photos = []
    for shot in range(3):
        snapshot = read(number, shot)
        photos.append(confirm_photo(snapshot, photo(number, shot)[1]))
    return learn_profile(photos, "ours")


def test_three_confirmed_photos_recognise_stones_that_have_a_players_hue() -> None:
    """Without a profile there are fifty reviews; with it there are a handful, and no silent errors."""
    words = photo(STONES_LIKE_A_PLAYER, 3)[1]
    without, helped = read(STONES_LIKE_A_PLAYER, 3), read(STONES_LIKE_A_PLAYER, 3, profile_of(STONES_LIKE_A_PLAYER))
    assert len(without.reading.doubtful) > 30
    assert len(helped.reading.doubtful) < 10
    assert len(wrong_cells(helped, words)) <= 1
    assert not silent_errors(helped, words)


def test_profile_of_other_pieces_changes_nothing() -> None:
    alone, helped = read(ORDINARY, 3), read(ORDINARY, 3, profile_of(STONES_LIKE_A_PLAYER))
    assert replace(helped.reading, milliseconds=alone.reading.milliseconds) == alone.reading


def test_profile_grows_with_photos_and_stays_small() -> None:
    first = profile_of(STONES_LIKE_A_PLAYER)
    assert first.photos == 3
    assert set(first.kinds) == set(Piece) - {Piece.EMPTY}
    again = learn_profile([confirm_photo(read(STONES_LIKE_A_PLAYER, 3), photo(STONES_LIKE_A_PLAYER, 3)[1])], "ours", first)
    assert again.photos == 4
    assert again.pieces > first.pieces
    assert sum(len(prototypes) for prototypes in again.kinds.values()) < 30


def test_read_takes_a_profile_from_its_file(tmp_path: Path) -> None:
    path = write_json(tmp_path / "ours.json", profile_to_json(profile_of(STONES_LIKE_A_PLAYER)))
    shown = tmp_path / "table.jpg"
    shown.write_bytes(photo(STONES_LIKE_A_PLAYER, 3)[0])
    ran = run("read", str(shown), "--profile", path, "--json")
    assert ran.code == 0
    assert len(ran.json["doubtful"]) < 10


def test_similar_pieces_that_share_a_doubt_are_asked_about_as_a_group(tmp_path: Path) -> None:
    """Stones of yellow's hue: a few groups hold most of the doubtful hexes, each with the true kind among its two."""
    words = photo(STONES_LIKE_A_PLAYER, 3)[1]
    reading = read(STONES_LIKE_A_PLAYER, 3).reading
    cells = [cell for group in reading.groups for cell in group.cells]
    assert len(cells) == len(set(cells)) > 20
    assert set(cells) <= set(reading.doubtful)
    assert len(reading.groups) <= 6
    for group in reading.groups:
        assert {words[cell] for cell in group.cells if cell in words} <= {group.piece, group.other}
        assert 0.5 <= group.probability <= 1
    assert reading.groups[0].piece is Piece.STONE
    assert {words.get(cell) for cell in reading.groups[0].cells} == {Piece.STONE}
    assert not read(ORDINARY, 3).reading.groups
    shown = tmp_path / "table.jpg"
    shown.write_bytes(photo(STONES_LIKE_A_PLAYER, 3)[0])
    printed = run("read", str(shown)).out
    for groups in groups_asked_together(reading.groups):
        assert f"These {sum(len(group.cells) for group in groups)} look alike" in printed
        assert all(" ".join(group.cells) in printed for group in groups)
