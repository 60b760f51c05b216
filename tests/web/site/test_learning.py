"""How to play: every edition and language, small pictures, a section for each refusal, and the practice games."""

from __future__ import annotations

import gzip
import re

import pytest

from printables.documents.lesson_pictures import Lesson, frames_of
from referee.rules.play import play_turn
from referee.rules.turns import parse_turn
from referee.words.texts import LANGUAGES, Text
from tests.web.conftest import ORIGIN, Phone
from tests.words.keys_in_code import calls
from web.games.practice import Practice
from web.games.table import open_table
from web.site.companion import Companion
from web.site.learning import LESSONS
from web.site.rule_sections import section_of

MOST_BYTES = 200_000
ILLEGAL_TURN_MODULES = ("rules/refusals.py", "rules/play.py")


def begin(phone: Phone, practice: str, **more: str) -> dict[str, object]:
    answer = phone.client.post("/practice", data={"practice": practice, **more}, headers=ORIGIN)
    assert answer.status_code == 303
    phone.game_id = answer.headers["Location"].rsplit("/", 1)[1]
    state: dict[str, object] = phone.client.get(f"/api/games/{phone.game_id}").get_json()
    return state


def test_every_lesson_has_a_caption_for_each_step() -> None:
    assert {lesson: len(captions) for lesson, captions in LESSONS.items()} == {
        lesson.value: len(frames_of(lesson)) for lesson in Lesson
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_opens_with_the_edition_of_its_language(phone: Phone, language: str) -> None:
    phone.client.set_cookie("terranova_lang", language)
    words = phone.client.get("/how-to-play").get_data(as_text=True)
    chosen = re.findall(r'<option value="(\w\w)" selected', words)
    assert chosen[0] == ("de" if language == "en" else language)


def test_page_and_all_its_pictures_weigh_less_than_200_kb(phone: Phone) -> None:
    page = phone.client.get("/how-to-play")
    pictures = re.findall(r'src="(/how-to-play/[^"]+)"', page.get_data(as_text=True))
    assert len(pictures) == sum(map(len, LESSONS.values()))
    answers = [phone.client.get(address.replace("&amp;", "&"), headers={"Accept-Encoding": "gzip"}) for address in pictures]
    assert all("immutable" in answer.headers["Cache-Control"] for answer in answers)
    assert len(gzip.compress(page.get_data())) + sum(len(answer.get_data()) for answer in answers) < MOST_BYTES


@pytest.mark.parametrize("address", ["/how-to-play/turn-5.svg", "/how-to-play/turn-0.svg", "/how-to-play/castle-1.svg"])
def test_step_that_is_not_there_is_not_found(phone: Phone, address: str) -> None:
    assert phone.client.get(address).status_code == 404


def test_every_refusal_of_an_action_has_its_section() -> None:
    refusals = {call.key for call in calls() if call.place.split(":")[0].endswith(ILLEGAL_TURN_MODULES)}
    assert len(refusals) > 20
    assert {key for key in refusals if section_of(Text(key, {})) is None} == set()


def test_sections_that_refusals_name_are_on_the_page(phone: Phone) -> None:
    words = phone.client.get("/how-to-play").get_data(as_text=True)
    phone.new_game("Anna", "Bo", mode="referee")
    phone.must("turns", turn="@A1")
    refused = phone.client.get(f"/api/games/{phone.game_id}/next?done=@A1").get_json()
    assert refused["rule"] == "setup"
    assert f'id="rule-{refused["rule"]}"' in words


@pytest.mark.parametrize("practice", Practice)
@pytest.mark.parametrize("edition", ["de", "it", "hu"])
def test_practice_game_begins_where_it_says(phone: Phone, practice: Practice, edition: str) -> None:
    state = begin(phone, practice, edition=edition)
    assert (state["practice"], state["edition"], state["mode"]) == (practice, edition, "referee")
    assert state["next"] is not None


def test_practice_leaves_the_usual_names_and_choices_alone(phone: Phone) -> None:
    phone.new_game("Ágnes", "Béla", board="wheel")
    begin(phone, "photo")
    form = phone.client.get("/new").get_data(as_text=True)
    assert "Ágnes" in form
    assert "Clara" not in form


def test_practice_turn_worth_34_points_is_there(phone: Phone, companion: Companion) -> None:
    begin(phone, "close")
    position = open_table(companion.store, str(phone.game_id)).position
    played = play_turn(position, parse_turn("J4-D3 +D4 L10-J9", position.board))
    assert [event.awards for event in played.events] == [(0, 34)]


def test_unknown_practice_is_refused(phone: Phone) -> None:
    assert phone.client.post("/practice", data={"practice": "castle"}, headers=ORIGIN).status_code == 404
