"""The pages for learning the game: How to play, with step-by-step pictures and notes on editions, and the practice games."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from types import MappingProxyType

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from referee.rules.editions import USUAL_EDITION
from referee.rules.position import Edition
from referee.words.texts import say, text
from web.games.practice import Practice, sample_photo, start_practice
from web.site import choices
from web.site.companion import companion
from web.site.errors import no_such_page
from web.site.languages import answer_language
from web.site.static_files import BEST_PACKING, FOREVER, VERSION_LETTERS, answer_packed

SEE_OTHER = 303
# The catalogue keys of the captions of each lesson's steps.
LESSONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "setup": ("learn_setup_1", "learn_setup_2", "learn_setup_3"),
        "turn": ("learn_turn_1", "learn_turn_2", "learn_turn_3", "learn_turn_4"),
        "reach": ("learn_reach_1",),
        "count": ("learn_count_1", "learn_count_2"),
        "factor": ("learn_factor_1", "learn_factor_2", "learn_factor_3"),
    }
)
_PRACTICES: Mapping[Practice, tuple[str, str]] = MappingProxyType(
    {
        Practice.SETUP: ("practice_setup", "practice_setup_how"),
        Practice.CLOSE: ("practice_close", "practice_close_how"),
        Practice.PHOTO: ("practice_photo", "practice_photo_how"),
        Practice.END: ("practice_end", "practice_end_how"),
    }
)
learning = Blueprint("learning", __name__)


@learning.get("/how-to-play")
def how_to_play() -> str:
    """Show the page that explains the game under the rules of an edition."""
    language = answer_language()
    edition = _edition_for(request.args.get("edition"), language)
    return render_template(
        "how_to_play.html",
        edition=edition.value,
        editions=[one.value for one in Edition],
        differences=choices.differences_of(edition, language),
        doubts=choices.doubts_of_editions(language)[edition.value],
        lessons=LESSONS,
        lesson_address=lesson_address,
        practices={practice.value: words for practice, words in _PRACTICES.items()},
    )


@learning.get("/how-to-play/<lesson>-<int:step>.svg")
def lesson_picture(lesson: str, step: int) -> Response:
    """Serve the picture of one step of a lesson as SVG; `step` starts at 1."""
    if lesson not in LESSONS or not 1 <= step <= len(LESSONS[lesson]):
        raise no_such_page()
    answer = answer_packed(_packed_lesson(lesson, step - 1), "image/svg+xml; charset=utf-8")
    answer.headers["Cache-Control"] = FOREVER if request.args.get("v") == _version(lesson, step) else "no-cache"
    return answer


@learning.post("/practice")
def begin_practice() -> BaseResponse:
    """Start a practice game and redirect to it."""
    wanted = request.form.get("practice")
    if wanted not in set(Practice):
        raise no_such_page()
    practice, language = Practice(wanted), answer_language()
    title = say(text("web.practice_title", what=text(f"web.{_PRACTICES[practice][0]}")), language)
    table = start_practice(companion().store, practice, _edition_for(request.form.get("edition"), language), title)
    return redirect(url_for("pages.game", game_id=table.game.id), SEE_OTHER)


@learning.get("/practice/photo.jpg")
def practice_photo() -> Response:
    """Serve the sample photo, which the page uploads like one from the camera."""
    answer = Response(sample_photo(), mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cache
def _packed_lesson(lesson: str, number: int) -> bytes:
    from printables.documents.lesson_pictures import Lesson, draw_lesson
    from web.site.screen_board import draw_lighter

    return gzip.compress(draw_lighter(draw_lesson(Lesson(lesson), number)).encode(), BEST_PACKING, mtime=0)


def lesson_address(lesson: str, step: int) -> str:
    """Return the URL of the picture of a lesson's step, including a hash of the picture; `step` starts at 1."""
    return f"/how-to-play/{lesson}-{step}.svg?v={_version(lesson, step)}"


def _version(lesson: str, step: int) -> str:
    return sha256(_packed_lesson(lesson, step - 1)).hexdigest()[:VERSION_LETTERS]


def _edition_for(wanted: str | None, language: str) -> Edition:
    """Return the requested edition if it exists, else the edition of the given language, else the default edition."""
    known = {edition.value: edition for edition in Edition}
    return known.get(wanted or "") or known.get(language, USUAL_EDITION)
