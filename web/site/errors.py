"""Turn problems into HTTP responses with a status code, as terranova-problem/1 under /api and as an HTML page elsewhere.

No other module of the web app does so. Unexpected exceptions are also turned into responses, and are logged without the
request's content.
"""

from __future__ import annotations

import errno
from typing import cast

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from referee.formats.positions import PROBLEM
from referee.words.problems import Problem
from referee.words.texts import say, text
from web.games.detailed_problems import DetailedProblem
from web.site import picture_response_types
from web.site.languages import answer_language
from web.site.rule_sections import section_of

BAD_REQUEST = 400
SERVER_FAULT = 500

# The status codes of slugs. All other slugs mean valid input that cannot be processed, and are answered with OTHERWISE.
STATUS_OF: dict[str, int] = {
    "not-json": 400,
    "empty-file": 400,
    "too-deep": 400,
    "not-text": 400,
    "half-a-letter": 400,
    "repeated-key": 400,
    "bad-number": 400,
    "bad-request": 400,
    "no-photo": 400,
    "join-needed": 403,
    "wrong-code": 403,
    "table-closed": 403,
    "table-code-changed": 403,
    "foreign-host": 403,
    "foreign-origin": 403,
    "no-such-game": 404,
    "no-such-revision": 404,
    "no-such-photo": 404,
    "no-such-job": 404,
    "no-such-page": 404,
    "no-such-board": 404,
    "no-such-profile": 404,
    "no-such-hex": 404,
    "no-such-table": 404,
    "wrong-method": 405,
    "conflict": 409,
    "illegal-turn": 409,
    "nothing-changed": 409,
    "hexes-not-shown": 409,
    "other-table": 409,
    "majority-unknown": 409,
    "order-unknown": 409,
    "unseen-hexes": 409,
    "game-over": 409,
    # Valid by the schema, but impossible on this board, in this game, or with the other fields.
    "unknown-cell": 409,
    "two-pieces": 409,
    "wrong-colour": 409,
    "stones-in-setup": 409,
    "too-many-pieces": 409,
    "too-many-pioneers": 409,
    "other-board": 409,
    "other-players": 409,
    "names-alike": 409,
    "link-cut-short": 409,
    "first-not-playing": 409,
    "no-such-turn": 409,
    "no-such-region": 409,
    "nothing-to-mend": 409,
    "later-entries": 409,
    "does-not-fit": 409,
    "link-too-long": 409,
    "other-format": 409,
    "too-many-games": 409,
    "too-many-profiles": 409,
    "no-confirmed-photos": 409,
    "bad-board": 409,
    "board-in-use": 409,
    "table-named-alike": 409,
    "too-many-tables": 409,
    "too-many-boards": 409,
    "too-many-revisions": 409,
    "nothing-to-undo": 409,
    "nothing-to-redo": 409,
    "setup-unfinished": 409,
    "too-large": 413,
    "not-json-type": 415,
    "too-many-guesses": 429,
    "too-many-photos": 503,
    "printing-busy": 503,
    "reader-missing": 503,
    "not-saved": 503,
    "no-room": 507,
    "store-unreadable": 503,
    "own-fault": 500,
}
OTHERWISE = 422
RETRY_AFTER = {"too-many-photos": "2", "printing-busy": "2", "not-saved": "5", "store-unreadable": "5"}  # seconds
DISK_FAULTS = (errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EROFS, getattr(errno, "EDQUOT", errno.ENOSPC))


def no_such_page() -> Problem:
    """Return the problem of an address that has no page, or none that this phone may see."""
    return Problem("no-such-page", text("serve.no_such_page"))


def handle_errors(app: Flask) -> None:
    """Register handlers that turn exceptions into responses."""
    app.register_error_handler(Problem, answer_problem)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_own_fault)


def problem_json(problem: Problem, language: str) -> picture_response_types.Problem:
    """Serialize a problem as terranova-problem/1."""
    details = problem.details if isinstance(problem, DetailedProblem) else {}
    section = section_of(problem.message)
    rule = {"rule": section} if section else {}
    sentence = say(problem.message, language)
    return cast(
        "picture_response_types.Problem", {"format": PROBLEM, "problem": problem.slug, "message": sentence, **details, **rule}
    )


def answer_problem(problem: Problem) -> Response:
    """Return a response that reports a problem, as JSON under /api and as a page elsewhere."""
    status = STATUS_OF.get(problem.slug, OTHERWISE)
    language = answer_language()
    if request.path.startswith("/api/"):
        response = jsonify(problem_json(problem, language))
    else:
        sentence = say(problem.message, language)
        back = None if problem.slug == "join-needed" else _page_of_the_form()
        shown = {"slug": problem.slug, "message": sentence[:1].upper() + sentence[1:], "back": back}
        response = make_response(render_template("error.html", **shown))
    response.status_code = status
    if problem.slug in RETRY_AFTER:
        response.headers["Retry-After"] = RETRY_AFTER[problem.slug]
    return response


def _page_of_the_form() -> str | None:
    """Return the address of the page whose form was sent, or None if it is unknown or not on this server."""
    sent_from = request.referrer or ""
    if request.method != "POST" or not sent_from.startswith(request.host_url):
        return None
    return "/" + sent_from.removeprefix(request.host_url).lstrip("/\\")


def _answer_http_error(error: HTTPException) -> Response:
    if isinstance(error, RequestEntityTooLarge):
        limit = request.max_content_length or 0
        if (
            request.content_length is not None and request.content_length <= limit
        ):  # the limit on form parts or on fields that are not files was exceeded
            return answer_problem(Problem("bad-request", text("serve.bad_request")))
        if limit == current_app.config["MAX_CONTENT_LENGTH"]:
            return answer_problem(Problem("too-large", text("serve.photo_too_large", megabytes=limit // 2**20)))
        return answer_problem(Problem("too-large", text("serve.request_too_large", kilobytes=limit // 2**10)))
    if error.code is not None and error.code < BAD_REQUEST:
        return Response(error.get_body(), error.code, error.get_headers())
    known = {404: no_such_page(), 405: Problem("wrong-method", text("serve.wrong_method"))}
    answer = answer_problem(known.get(error.code or SERVER_FAULT, Problem("bad-request", text("serve.bad_request"))))
    answer.status_code = error.code or SERVER_FAULT
    if error.code == STATUS_OF["wrong-method"]:
        answer.headers["Allow"] = dict(error.get_headers()).get("Allow", "GET")
    return answer


def _answer_own_fault(error: Exception) -> Response:
    if isinstance(error, OSError) and error.errno in DISK_FAULTS:
        return answer_problem(Problem("not-saved", text("serve.store_not_saved")))
    # The path could contain the join code, so only the route is logged.
    current_app.logger.error("fault in %s", request.endpoint, exc_info=error)
    return answer_problem(Problem("own-fault", text("serve.own_fault")))
