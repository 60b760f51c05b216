"""The pictures of the pages in docs/pictures: `python -m tests.web.docs_pictures` retakes them in a real Chromium.

No test compares them, since browser versions render slightly differently.
"""

from __future__ import annotations

import io
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from referee.boards.library import load_board
from referee.rules.pieces import Piece
from referee.training.solids import circle
from tests.reader.table import Shot, set_table
from tests.web.browser.test_by_hand import choose
from tests.web.served import Served, serving

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
PHONE, LAPTOP = (390, 780), (1280, 800)
PHONE_PX, LAPTOP_PX = 440, 1180
SEED, TURNS = 15, 37  # a game in which the last of these turns closes a territory of twelve hexes
SETTLED_MILLISECONDS = 3000
COLOURS, REFINED = 255, 4
CORNER = ("M10", "M11", "M12", "M13", "N9", "N10", "N11", "N12", "N13", "O8", "O9", "O10", "O11", "P7", "P8", "P9")
PIONEERS = {
    "red": ("N10", "O9", "P8", "E1", "G4", "I6", "K3", "L7"),
    "yellow": ("O11", "C6", "D5", "F9", "H9", "J2", "K9", "M4"),
    "blue": ("A3", "B6", "E9", "G11", "H3", "I10", "L2", "O3"),
}
CUP, CUP_RADIUS_MM, CUP_HEIGHT_MM = "J8", 20.0, 40.0


def play(served: Served) -> dict[str, Any]:
    """Play some turns of a game for three."""
    chance = random.Random(SEED)
    new = {"players": ["Anna", "Bo", "Cleo"], "board": "terranova", "edition": "de", "mode": "referee"}
    state = request(served, "POST", "/api/games", new)
    turns = 0
    while turns < TURNS:
        turns += state["phase"] == "playing"
        state = play_turn(served, state, chance)
    return state


def play_turn(served: Served, state: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Play an arbitrary turn."""
    path, following, done = f"/api/games/{state['id']}", state["next"], []
    while not following["may_end"] and not following["pass"]:
        done.append(choose(following, chance))
        following = request(served, "GET", f"{path}/next?done={'%20'.join(done).replace('+', '%2B')}")
    turn = {"from": state["revision"], "save": f"save-{state['revision']:08d}", "turn": " ".join(done) or "pass"}
    return request(served, "POST", f"{path}/turns", turn)


def request(served: Served, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """Send a request to the companion."""
    status, answer = served.ask(method, path, body)
    assert status < 300, answer
    return dict(answer)


def photograph() -> bytes:
    """Make a photo of a board on which red has closed a corner and a cup covers a hex."""
    board = load_board("terranova")
    inside = {board.number_of[cell] for cell in CORNER}
    fence = {neighbour for number in inside for neighbour in board.neighbours[number]} - inside
    words = {cell: Piece(colour) for colour, cells in PIONEERS.items() for cell in cells}
    words |= {board.cells[number].id: Piece.STONE for number in fence}
    table = set_table().lay(words)
    return table.cover(circle(CUP_RADIUS_MM) + np.array(table.centre(CUP)), CUP_HEIGHT_MM).photograph(Shot())


def visit(browser: Browser, address: str, size: tuple[int, int], scheme: str = "light") -> Page:
    """Open a game in a separate browser."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=2,
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="en-GB",
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".prompt")
    page.wait_for_timeout(SETTLED_MILLISECONDS)
    return page


def keep(page: Page, name: str, width: int) -> None:
    """Save a screenshot of the page as a small picture."""
    whole = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = whole.resize((width, round(width * whole.height / whole.width)), Image.Resampling.LANCZOS)
    few = small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=REFINED, dither=Image.Dither.NONE)
    few.save(FOLDER / name, optimize=True)


def take() -> None:
    """Take the three screenshots."""
    with tempfile.TemporaryDirectory() as data, serving(Path(data), "--no-code") as served, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        address = f"{served.announced['url']}games/"
        game = play(served)
        keep(visit(browser, address + game["id"], PHONE), "phone.png", PHONE_PX)
        keep(visit(browser, address + game["id"], LAPTOP, "dark"), "laptop.png", LAPTOP_PX)
        table = request(served, "POST", "/api/games", {"players": ["Anna", "Bo", "Cleo"], "board": "terranova", "mode": "keeper"})
        page = visit(browser, address + table["id"], PHONE)
        page.locator("#snap").click()
        photo = Path(data) / "table.jpg"
        photo.write_bytes(photograph())
        page.locator("#choose-photo").set_input_files(photo)
        page.wait_for_selector(".mend-dock")
        page.wait_for_timeout(SETTLED_MILLISECONDS)
        keep(page, "snap.png", PHONE_PX)
        browser.close()


if __name__ == "__main__":
    take()
