"""Photos of synthetic households and the results of reading them: series, wrong hexes, silent errors, and reviews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from calibration.photo import decode_photo
from referee.formats.profiles import Profile
from referee.formats.readings import Reading, groups_asked_together
from referee.reader.calibration_sheet import locate_sheet, missing_kinds, profile_of_sheet
from referee.reader.join_photos import join_readings
from referee.reader.profiles import Confirmed, confirm, kinds_too_alike, learn_profile
from referee.reader.read_photo import ReadOptions, Snapshot, read_photo_bytes
from referee.rules.pieces import Piece
from referee.training.shades import any_shade
from referee.words.problems import Problem
from tests.reader.kits import Kit, cast_shadow, lay_kit, photograph_kit, random_kit
from tests.reader.sheets import photograph_sheet
from tests.reader.table import Shot, Table, as_file

Words = Mapping[str, Piece]
Outcome = tuple[str, int, int, int]
CONFIRMED, FURTHER, HUED = 3, 5, 6
REFUSED = -1


def photos_with_profile(family: int, number: int) -> Iterator[Outcome]:
    """Read five photos, each without a profile and with a profile learned from three other confirmed photos."""
    kit, first = random_kit(family, number), 100 * number
    profile = _learn([photograph_kit(kit, first + shot) for shot in range(CONFIRMED)])
    for shot in range(CONFIRMED, CONFIRMED + FURTHER):
        data, words = photograph_kit(kit, first + shot)
        yield _outcome("before: no profile", data, words)
        yield _outcome("after three confirmed photos", data, words, profile)


def photos_of_hues(family: int, number: int) -> Iterator[Outcome]:
    """Read photos of stones that have a player's hue, with and without a cast shadow.

    Each is read without a profile and with a profile learned from three confirmed photos.
    """
    kit, first = random_kit(family + 1, number, stones_like_a_player=True), 100 * number + 50
    profile = _learn([photograph_kit(kit, first + shot, shot == 1) for shot in range(CONFIRMED)])
    for shot in range(CONFIRMED, CONFIRMED + HUED):
        data, words = photograph_kit(kit, first + shot, shot % 2 == 1)
        light = "with a cast shadow" if shot % 2 else "no shadow"
        yield _outcome(f"a player's hue, {light}, no profile", data, words)
        yield _outcome(f"a player's hue, {light}, after three", data, words, profile)


def photos_of_scenes(family: int, number: int) -> Iterator[Outcome]:
    """Read two photos of one hard scene, each alone and both together."""
    rng = np.random.default_rng([family, number, 2])
    table, words = lay_kit(random_kit(family + 2, number), number, rng)
    readings: list[Snapshot] = []
    for _ in range(2):
        table.covers.clear()
        try:
            readings.append(_read(_hard_photo(table, rng)))
        except Problem:
            yield "hard scene, one photo", REFUSED, 0, 0
        else:
            yield ("hard scene, one photo", *_errors(readings[-1].reading, words))
    if readings:
        first = readings[0]
        joined = join_readings([one.reading for one in readings], first.position, ["one", "other"][: len(readings)])
        yield ("hard scene, two photos joined", *_errors(joined, words))


def calibrate_kit(family: int, number: int) -> Iterator[Outcome]:
    """Learn a profile from the calibration sheet, and read a board with this profile.

    The board is not read if the sheet is not found or the kinds of pieces are too alike.
    """
    rng = np.random.default_rng([family, number, 3])
    kit = random_kit(family + 3, number)
    if number % 2:
        kit = Kit(kit.pioneers, kit.stones, {piece: any_shade(rng) for piece in kit.shades}, kit.ink)
    series = "calibrate, any colours" if number % 2 else "calibrate, players' colours"
    shot = Shot(elevation_deg=float(rng.uniform(60, 88)), azimuth_deg=float(rng.uniform(0, 360)), seed=number)
    try:
        profile = profile_of_sheet(locate_sheet(decode_photo(photograph_sheet(kit, shot), "a photo"), "a photo"), "ours")
    except Problem:
        yield f"{series}: sheet not found", REFUSED, 0, 0
        return
    if kinds_too_alike(profile) or missing_kinds(profile):
        yield f"{series}: refused as too alike", REFUSED, 0, 0
        return
    data, words = photograph_kit(kit, 100 * number + 70)
    yield _outcome(f"{series}: separated", data, words, profile)


def _hard_photo(table: Table, rng: np.random.Generator) -> bytes:
    """Photograph a table from low down, with a hand over part of it, sometimes cut off or shadowed."""
    layout = table.layout
    middle = rng.uniform((0.15, 0.15), (0.85, 0.85)) * (layout.width, layout.height)
    angles = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    reach = rng.uniform(35, 60) * rng.uniform(0.6, 1.2, len(angles))
    table.cover(middle + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None], float(rng.uniform(10, 40)))
    shot = Shot(
        elevation_deg=float(rng.uniform(38, 60)),
        azimuth_deg=float(rng.uniform(0, 360)),
        fill=float(rng.uniform(0.8, 1.02)),
        blur_px=float(rng.uniform(0.6, 1.6)),
        noise=float(rng.uniform(3, 9)),
        quality=int(rng.integers(70, 92)),
        seed=int(rng.integers(1 << 30)),
    )
    picture = table.draw(shot)
    return as_file(cast_shadow(picture, rng) if rng.random() < 0.5 else picture, shot)


def _read(data: bytes, profile: Profile | None = None) -> Snapshot:
    return read_photo_bytes(data, "a photo", ReadOptions(profile=profile))


def _learn(photos: list[tuple[bytes, dict[str, Piece]]]) -> Profile:
    confirmed: list[Confirmed] = []
    for data, words in photos:
        try:
            snapshot = _read(data)
        except Problem:
            continue
        known = snapshot.known
        numbered = {number: words.get(cell.id, Piece.EMPTY) for number, cell in enumerate(known.layout.board.cells)}
        confirmed.append(confirm(snapshot.hexes.observed, numbered, known.layout.hex_mm, known.ink.value))
    return learn_profile(confirmed, "ours")


def _outcome(series: str, data: bytes, words: Words, profile: Profile | None = None) -> Outcome:
    try:
        return (series, *_errors(_read(data, profile).reading, words))
    except Problem:
        return series, REFUSED, 0, 0


def _errors(reading: Reading, words: Words) -> tuple[int, int, int]:
    """Return the numbers of wrong hexes, wrong hexes that are not doubtful, and questions.

    Groups between the same two kinds are one question, and one more for each piece in them that is of another kind. If fewer
    questions result when each group is asked about alone, as one of its kinds, these count. Each doubtful hex outside a group is
    one question.
    """
    truth = {cell: words.get(cell, Piece.EMPTY) for cell in reading.cells}
    wrong = {cell for cell, one in reading.cells.items() if one.piece is not truth[cell]}
    questions = 0
    grouped: set[str] = set()
    for together in groups_asked_together(reading.groups):
        alone, wrong_in_groups = 0, 0
        for group in together:
            kinds = [truth[cell] for cell in group.cells]
            alone += 1 + len(kinds) - max(map(kinds.count, kinds))
            wrong_in_groups += len(kinds) - kinds.count(group.piece)
            grouped.update(group.cells)
        questions += min(alone, 1 + wrong_in_groups)
    return len(wrong), len(wrong - set(reading.doubtful)), questions + len(set(reading.doubtful) - grouped)
