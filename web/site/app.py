"""Create the companion's Flask app, and define the hooks that run for every request.

The hooks check, in this order, the Host header, the join code, whether the phone may access what the address names, the Origin
header, the language, the query parameters and the body. A view is called only if all checks pass.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from flask import Flask, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from referee.files.json_input import MAX_BYTES, quoted
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, text
from web.games.database_address import is_server
from web.site.api import api
from web.site.board_api import board_api
from web.site.board_pages import board_pages, title_of_board
from web.site.companion import Companion, Config, companion, open_companion
from web.site.doorkeeper import describe_door, let_in, let_out, refuse_what_is_elsewhere
from web.site.entry import PutOut
from web.site.errors import handle_errors
from web.site.health import health
from web.site.land_api import land_api
from web.site.languages import register_languages
from web.site.learning import learning
from web.site.logs import log_requests
from web.site.look import look_api
from web.site.openapi import parameters_of
from web.site.page_scripts import register_scripts
from web.site.pages import pages
from web.site.pieces import pieces
from web.site.print_pages import prints
from web.site.request_fields import refuse_unknown_parameters
from web.site.security import group_code, headers_for, same_origin
from web.site.static_files import sheets_address, static_address
from web.site.takeaway import takeaway
from web.site.uploads import MAX_FIELD_BYTES, MAX_FIELDS, MAX_REQUEST_BYTES, NO_ROOM, UploadRequest

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# These calls change no games. They are open to programs, which send no Origin header.
ANSWERS_PROGRAMS = frozenset({"api.read", "api.score", "api.turns", "api.check"})
HEALTH_CHECKS = ("health.live", "health.ready")  # answered under any host name, since load balancers use their own names
OPEN_TO_ALL = frozenset(
    {
        "pages.join",
        "pages.join_by_code",
        "pages.join_by_link",
        "pages.joined",
        "pages.self_check",
        "pages.static_file",
        "pages.favicon",
        "pages.choose_language",
        *HEALTH_CHECKS,
        "metrics.scrape",
    }
)
# Endpoints whose bodies may exceed JSON_BYTES: photos, imported files, and a game that starts from a given position.
LARGE_BODIES = {
    "api.read": MAX_REQUEST_BYTES,
    "api.add_photo": MAX_REQUEST_BYTES,
    "api.new_game": MAX_BYTES,
    "prints.measure": MAX_REQUEST_BYTES,
    "takeaway.bring_back": MAX_REQUEST_BYTES,
    "pieces.bring_pieces": MAX_BYTES,
    "board_api.take_in_board": MAX_BYTES,
}
JSON_BYTES = 64 * 2**10
PACKED_TYPES = ("text/", "application/json", "image/svg+xml", "application/manifest+json")
LEAST_PACKED_BYTES = 600
QUICK_PACKING = 5


def create_app(config: Config | None = None) -> Flask:
    """Create the Flask app and open its companion.

    The caller has to close the companion, `app.extensions["terranova"]`.
    """
    app = Flask("web", static_folder=None)
    app.wsgi_app = _behind_proxies(app, app.wsgi_app)  # type: ignore[method-assign]
    app.request_class = UploadRequest
    app.config.update(MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES, MAX_FORM_PARTS=MAX_FIELDS, MAX_FORM_MEMORY_SIZE=MAX_FIELD_BYTES)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["terranova"] = open_companion(config or Config())
    app.jinja_env.filters["group_code"] = group_code
    app.jinja_env.globals.update(static=static_address, sheets_address=sheets_address, title_of_board=title_of_board)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}  # no spaces in the output
    register_languages(app)
    register_scripts(app)
    app.context_processor(describe_door)
    handle_errors(app)
    for blueprint in (api, board_api, health, land_api, look_api, pages, pieces, learning, prints, board_pages, takeaway):
        app.register_blueprint(blueprint)
    log_requests(app)
    if app.extensions["terranova"].tables is not None:
        from web.site.host_pages import host

        app.register_blueprint(host)
    app.before_request(refuse_foreign_hosts)
    app.before_request(ask_for_the_code)
    app.before_request(refuse_what_is_elsewhere)
    app.before_request(refuse_foreign_pages)
    app.before_request(refuse_unknown_languages)
    app.before_request(refuse_unknown_queries)
    app.before_request(limit_body)
    app.after_request(finish)
    if is_server(app.extensions["terranova"].config.database_url):
        _publish_figures(app)
    app.teardown_request(drop_uploads)
    app.teardown_request(let_out)
    return app


def _companion_of(app: Flask) -> Companion:
    return cast(Companion, app.extensions["terranova"])


def _behind_proxies(app: Flask, wsgi_app: Callable[..., Any]) -> Callable[..., Any]:
    def adapted(environ: dict[str, Any], start_response: Any) -> Any:
        _companion_of(app).proxies.adapt(environ)
        return wsgi_app(environ, start_response)

    return adapted


def _publish_figures(app: Flask) -> None:
    from web.club.queue_figures import read_queue_figures
    from web.site.metrics import Figures, measure  # of the extra `club`

    here = _companion_of(app)
    measure(app, Figures(here.config.metrics_token, partial(read_queue_figures, here.store.engine)))


def refuse_foreign_hosts() -> None:
    """Refuse a request whose Host header is not accepted, to prevent DNS rebinding; health checks are exempt."""
    host = request.headers.get("Host", "")
    if request.endpoint not in HEALTH_CHECKS and not companion().hosts.allows(host):
        raise Problem("foreign-host", text("serve.foreign_host"))


def ask_for_the_code() -> BaseResponse | None:
    """Restrict a request to what the phone may access, if the phone has joined or no code is needed.

    Otherwise, redirect requests for pages to the form for the join code, and refuse API calls and changes. Endpoints that are
    open to all need no join code. The address of every client is counted as a visitor's.
    """
    here = companion()
    here.visitors.note(request.remote_addr or "")
    if request.endpoint in OPEN_TO_ALL:
        return None
    needs_answer = request.path.startswith("/api/") or request.method not in SAFE_METHODS
    try:
        named = (request.view_args or {}).get("game_id", "")
        entry = here.join.entry(request.cookies.get(here.join.cookie_name), named)
    except PutOut:  # the form shows the reason
        if needs_answer:
            raise
        entry = None
    if entry is not None:
        let_in(entry)
        return None
    if needs_answer:
        raise Problem("join-needed", text("serve.join_needed"))
    return redirect(url_for("pages.join"), 303)


def refuse_foreign_pages() -> None:
    """Refuse a request unless its method is one of SAFE_METHODS or its Origin header names this server.

    The calls in ANSWERS_PROGRAMS, which change no games, are also accepted without an Origin header.
    """
    if request.method in SAFE_METHODS:
        return
    origin = request.headers.get("Origin")
    if origin is None and request.endpoint in ANSWERS_PROGRAMS:
        return
    if origin is None or not same_origin(origin, request.scheme, request.headers.get("Host", "")):
        raise Problem("foreign-origin", text("serve.foreign_origin"))


def refuse_unknown_languages() -> None:
    """Reject API requests for an unsupported language; pages fall back to a supported one."""
    unknown = [language for language in request.args.getlist("lang") if language not in LANGUAGES]
    if request.path.startswith("/api/") and unknown:
        raise Problem("unknown-word", text("serve.unknown_language", given=quoted(unknown[0]), known=list(LANGUAGES)))


def refuse_unknown_queries() -> None:
    """Reject API requests with query parameters that the OpenAPI description does not allow; pages ignore unknown parameters."""
    if request.args and request.path.startswith("/api/") and request.url_rule is not None:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", request.url_rule.rule)
        known = parameters_of(path, request.method)
        if known is not None:
            refuse_unknown_parameters(request.args, known)


def limit_body() -> None:
    """Set the maximum size of the request's body, and raise a Problem if the body did not fit into the temporary folder."""
    if request.environ.get(NO_ROOM):
        raise Problem("no-room", text("serve.no_room"))
    request.max_content_length = LARGE_BODIES.get(request.endpoint or "", JSON_BYTES)


CHECKS_OF_HEADERS = (refuse_foreign_hosts, refuse_foreign_pages, refuse_unknown_languages, refuse_unknown_queries, limit_body)


def body_limit(app: Flask, environ: dict[str, Any]) -> int:
    """Return how many bytes of a request's body to store, or 0 if the headers show that the request will be refused.

    This function must not wait for the database, since it runs in the one thread that serves all connections.
    """
    join = _companion_of(app).join
    _companion_of(app).proxies.adapt(environ)
    with app.request_context(environ):
        may_enter = request.endpoint in OPEN_TO_ALL or join.may_have_joined(request.cookies.get(join.cookie_name))
        if request.routing_exception is not None or not may_enter:
            return 0
        try:
            for check in CHECKS_OF_HEADERS:
                check()
        except Problem:
            return 0
        return request.max_content_length or 0


def finish(answer: Response) -> Response:
    """Add common headers to a response, compress text, and start the photo queue once the response has been sent."""
    for name, value in headers_for(answer.mimetype or "").items():
        answer.headers.setdefault(name, value)
    if "Cache-Control" not in answer.headers:
        answer.headers["Cache-Control"] = "no-cache, private"
    if request.endpoint not in ("pages.static_file", "pages.later_words", "pages.favicon"):
        answer.vary.add("Cookie")
    _pack(answer)
    answer.call_on_close(companion().jobs.start)
    return answer


def _pack(answer: Response) -> None:
    answer.vary.add("Accept-Encoding")
    if (
        answer.direct_passthrough
        or "Content-Encoding" in answer.headers
        or not (answer.mimetype or "").startswith(PACKED_TYPES)
        or not request.accept_encodings.quality("gzip") > 0
    ):
        return
    plain = answer.get_data()
    if len(plain) >= LEAST_PACKED_BYTES:
        answer.set_data(gzip.compress(plain, QUICK_PACKING, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"


def drop_uploads(_: BaseException | None) -> None:
    """Close this request's uploaded files and delete those that no view has claimed."""
    cast(UploadRequest, request).drop_uploads()
