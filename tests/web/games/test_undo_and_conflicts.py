"""Undo and redo without loss, and two phones that change one game: a long random walk against a plain model, and single cases."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.web.conftest import Phone
from web.site.app import create_app
from web.site.companion import Config

FREE = ["C4", "C5", "D4", "D6", "E5", "E7", "F3", "F6"]


class TwoPhones(RuleBasedStateMachine):
    """Two phones and a model: a tree of pictures with a pointer."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.app = create_app(Config(data=Path(self.folder.name), needs_code=False))
        self.phones = [Phone(self.app.test_client()) for _ in range(2)]
        self.pictures: list[dict[str, str]] = [{}]
        self.parents: list[int | None] = [None]
        self.here = 0

    @initialize()
    def begin(self) -> None:
        state = self.phones[0].new_game("Anna", "Bo", mode="keeper")
        self.phones[1].game_id, self.phones[1].state = self.phones[0].game_id, state

    def teardown(self) -> None:
        self.app.extensions["terranova"].close()
        self.folder.cleanup()

    def knows(self, phone: int) -> bool:
        return bool(self.phones[phone].state["revision"] == self.here)

    def expect(self, answer: Any, phone: int, is_current: bool) -> bool:
        """Expect success for a phone at the current revision, and a conflict for any other."""
        if is_current:
            assert answer.status_code < 300, answer.get_json()
            return True
        assert answer.status_code == 409
        assert answer.get_json()["problem"] == "conflict"
        return False

    @rule(phone=st.integers(0, 1), cells=st.sets(st.sampled_from(FREE), min_size=1), mends=st.booleans())
    def confirm(self, phone: int, cells: set[str], mends: bool) -> None:
        is_current = self.knows(phone)
        base = self.phones[phone].state["revision"]
        mends = mends and self.parents[base] is not None
        picture = {cell: "red" if number % 2 else "yellow" for number, cell in enumerate(sorted(cells))}
        shown = {colour: [cell for cell, piece in picture.items() if piece == colour] for colour in ("red", "yellow")}
        answer = self.phones[phone].change("confirm", pioneers=shown, stones=[], mends=base if mends else None)
        if self.expect(answer, phone, is_current):
            self.parents.append(self.parents[base] if mends else base)
            self.pictures.append(picture)
            self.here = len(self.pictures) - 1

    @precondition(lambda self: self.parents[self.here] is not None)
    @rule(phone=st.integers(0, 1))
    def undo(self, phone: int) -> None:
        base = self.phones[phone].state["revision"]
        is_current = self.knows(phone)
        if self.parents[base] is None:
            return
        if self.expect(self.phones[phone].change("undo"), phone, is_current):
            self.here = int(self.parents[base] or 0)

    @rule(phone=st.integers(0, 1))
    def redo(self, phone: int) -> None:
        is_current = self.knows(phone)
        children = [number for number, parent in enumerate(self.parents) if parent == self.here]
        answer = self.phones[phone].change("redo")
        if is_current and not children:
            assert answer.get_json()["problem"] == "nothing-to-redo"
        elif self.expect(answer, phone, is_current):
            self.here = max(children)

    @rule(phone=st.integers(0, 1), share=st.floats(0, 0.999))
    def go_to(self, phone: int, share: float) -> None:
        is_current = self.knows(phone)
        to = int(share * len(self.pictures))
        if self.expect(self.phones[phone].change("goto", to=to), phone, is_current):
            self.here = to

    @rule(phone=st.integers(0, 1))
    def look(self, phone: int) -> None:
        self.phones[phone].look()

    @invariant()
    def game_agrees_with_the_model(self) -> None:
        if self.phones[0].game_id is None:
            return
        phone = Phone(self.app.test_client(), self.phones[0].game_id)
        state = phone.look()
        assert state["revision"] == self.here
        assert state["cells"] == self.pictures[self.here]
        history = phone.get("history")["history"]
        assert [entry["parent"] for entry in history] == self.parents


TwoPhones.TestCase.settings = settings(max_examples=12, stateful_step_count=15, deadline=None)
test_two_phones_agree_with_a_plain_model = TwoPhones.TestCase


def test_conflict_is_shown_hex_by_hex_and_the_rest_is_merged(phone: Phone, second_phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    phone.must("confirm", pioneers={"red": ["C4"], "yellow": ["D6"]}, stones=[])
    second_phone.game_id = phone.game_id
    second_phone.look()
    phone.must("confirm", pioneers={"red": ["C4", "E5"], "yellow": ["F3"]}, stones=["D4"])
    answer = second_phone.change("confirm", pioneers={"red": ["C4", "F6", "D4"], "yellow": ["D6"]}, stones=[])
    conflict = answer.get_json()["conflict"]
    assert answer.status_code == 409
    assert conflict["revision"] == 2
    assert conflict["cells"] == [{"cell": "D4", "before": "empty", "yours": "red", "theirs": "stone"}]
    assert conflict["merged"] == {"pioneers": {"red": ["C4", "E5", "F6"], "yellow": ["F3"]}, "stones": ["D4"]}
    assert second_phone.look()["cells"]["F3"] == "yellow"
    state = second_phone.must("confirm", **conflict["merged"])
    assert state["cells"]["F6"] == "red"


def test_polling_phone_gets_only_what_is_new(phone: Phone, second_phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    path = f"/api/games/{phone.game_id}"
    tag = second_phone.client.get(path).headers["ETag"]
    silent = second_phone.client.get(path, headers={"If-None-Match": tag})
    assert (silent.status_code, silent.data) == (304, b"")
    phone.must("turns", turn="@A1")
    news = second_phone.client.get(path, headers={"If-None-Match": tag})
    assert news.status_code == 200
    assert news.get_json()["cells"] == {"A1": "red"}
    tag = news.headers["ETag"]
    phone.must("undo")
    assert second_phone.client.get(path, headers={"If-None-Match": tag}).status_code == 200
    assert second_phone.client.get(path + "?lang=hu", headers={"If-None-Match": tag}).status_code == 200


def test_start_of_a_game_cannot_be_undone(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    refused = phone.change("undo")
    assert (refused.status_code, refused.get_json()["problem"]) == (409, "nothing-to-undo")


def test_revision_left_behind_can_still_be_viewed(phone: Phone) -> None:
    phone.new_game("Anna", "Bo")
    phone.must("turns", turn="@A1")
    phone.must("undo")
    phone.must("turns", turn="@B2")
    assert phone.get("revisions/1")["cells"] == {"A1": "red"}
    assert phone.get("revisions/2")["cells"] == {"B2": "red"}
    assert [entry["on_line"] for entry in phone.get("history")["history"]] == [True, False, True]


def test_history_is_given_part_by_part(phone: Phone) -> None:
    phone.new_game("Anna", "Bo", mode="keeper")
    for number in range(7):
        phone.must("confirm", pioneers={"red": [FREE[number]]}, stones=[])

    def part(**query: int) -> tuple[list[int], bool]:
        history = phone.get("history", **query)
        return [entry["revision"] for entry in history["history"]], history["earlier"]

    assert part() == ([0, 1, 2, 3, 4, 5, 6, 7], False)
    assert part(limit=3) == ([5, 6, 7], True)
    assert part(limit=3, before=5) == ([2, 3, 4], True)
    assert part(limit=3, before=2) == ([0, 1], False)
    assert part(before=0) == ([], False)
    words = phone.client.get(f"/games/{phone.game_id}/history?limit=3").get_data(as_text=True)
    assert words.count('class="entry ') == 3
    assert "?before=5" in words
    for wrong in ("limit=0", "limit=501", "limit=-1", "limit=x", "limit=1e2", "before=%00", "before=", "limit=+5", "limit=٣"):
        for path in (f"/api/games/{phone.game_id}/history", f"/games/{phone.game_id}/history"):
            assert phone.client.get(f"{path}?{wrong}").status_code == 422
