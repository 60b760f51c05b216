"""The main HTML pages: start, new game, game, history, joining and help, with their images and the static files.

Views parse the request and render a template or serve a file. The sentences are in the catalogues.
"""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as BaseResponse

from referee.words.texts import LANGUAGES
from web.games.game_lists import GameListName, choices_for_rematch, find_games
from web.games.table import USUAL_INK, USUAL_PAPER, open_table
from web.site import board_views, choices, responses
from web.site.companion import companion
from web.site.entry import PutOut
from web.site.languages import LANGUAGE_COOKIE, answer_language
from web.site.page_scripts import later_sentences, later_version
from web.site.print_pages import prepare_prints
from web.site.request_fields import take_page, take_part, take_search
from web.site.security import COOKIE_SECONDS
from web.site.static_files import FOREVER, answer_packed, answer_static

SEE_OTHER, FORBIDDEN = 303, 403
QR_BORDER = 4
GAMES_A_PAGE = 20
LIST_NAMES = {
    GameListName.TABLE.value: "shelf_table",
    GameListName.ARCHIVE.value: "shelf_archive",
    GameListName.BIN.value: "shelf_bin",
}

pages = Blueprint("pages", __name__)


@pages.get("/")
def start() -> Response:
    """Show the start page: the games of one list that match the search, how to join, and a link to the Print centre.

    The Print centre is loaded in advance, in the background. The page is not cached, since browsers would go back to old scores.
    """
    prepare_prints()
    number, search = take_page(request.args), take_search(request.args)
    found, total = find_games(companion().store, search, GAMES_A_PAGE, (number - 1) * GAMES_A_PAGE)
    page = render_template(
        "start.html",
        games=responses.cards_json(found),
        page=number,
        search=search,
        game_lists=LIST_NAMES,
        has_any=companion().store.has_games(),
        has_older=total > number * GAMES_A_PAGE,
        invite=choices.addresses_json(companion()),
        picture=board_views.picture_address("terranova", None, None, None),
    )
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/new")
def new_game() -> str:
    """Show the form for a new game.

    The query string can name a board to preselect, or an earlier game whose choices are offered again.
    """
    offered = choices.choices_json(companion(), answer_language())
    if earlier := request.args.get("rematch"):
        offered["last"] = choices_for_rematch(companion().store.game(earlier))
    return render_template("new.html", wanted=request.args.get("board"), choices=offered)


@pages.get("/games/<game_id>")
def game(game_id: str) -> str:
    """Show a game, and prepare the reader for photos of its board."""
    settings = companion().store.game(game_id).settings
    paper, hex_mm, ink = settings.get("paper") or USUAL_PAPER, settings.get("hex_mm"), settings.get("ink") or USUAL_INK
    companion().jobs.warm({"board": settings["board"], "paper": paper, "hex_mm": hex_mm, "ink": ink})
    return render_template("game.html", **_game_context(game_id))


@pages.get("/games/<game_id>/screen")
def big_screen(game_id: str) -> str:
    """Show a game for a large screen beside the table."""
    return render_template("screen.html", invite=choices.addresses_json(companion()), **_game_context(game_id))


@pages.get("/games/<game_id>/history")
def history(game_id: str) -> str:
    """Show one page of a game's history."""
    page = responses.history_json(open_table(companion().store, game_id), answer_language(), take_part(request.args))
    return render_template("history.html", **page, **_game_context(game_id))


def _game_context(game_id: str) -> dict[str, object]:
    language = answer_language()
    table = open_table(companion().store, game_id)
    paper, hex_mm = board_views.shown_print(table.board_name, table.game.settings)
    geometry = board_views.geometry_json(table.board_name, paper, hex_mm, language)
    geometry["svg"] = board_views.picture_address(table.board_name, paper, hex_mm, table.game.settings.get("ink"))
    photo_id = table.here.record.photo
    photo = companion().shelf.photo(game_id, photo_id) if photo_id else None
    return {
        "game": responses.state_json(table, photo, language),
        "tag": f'"{responses.state_tag(table.game, language)}"',
        "board": geometry,
        "choices": choices.choices_json(companion(), language),
    }


@pages.get("/invite")
def invite() -> str:
    """Show the page with the QR code that lets phones join."""
    return render_template("invite.html", invite=choices.addresses_json(companion()))


@pages.get("/check")
def self_check() -> str:
    """Show the page that checks whether everything works on the user's phone."""
    return render_template("check.html")


@pages.get("/help")
def help_page() -> str:
    """Show the help on Wi-Fi, photos and editions."""
    language = answer_language()
    offered = choices.choices_json(companion(), language)
    return render_template("help.html", choices=offered, doubts=choices.doubts_of_editions(language))


@pages.get("/join")
def join() -> str:
    """Show the form for the join code, with the reason if the phone has lost access to its table."""
    here, left = companion(), None
    try:
        here.join.entry(request.cookies.get(here.join.cookie_name))
    except PutOut as put_out:
        left = put_out.message
    return render_template("join.html", wrong=False, typed="", left=left)


@pages.post("/join")
def join_by_code() -> tuple[str, int] | BaseResponse:
    """Admit the phone if the typed join code is right, or show the form again."""
    return _let_in(request.form.get("code", ""))


@pages.get("/j/<code>")
def join_by_link(code: str) -> tuple[str, int] | BaseResponse:
    """Admit the phone if the join code in a QR code's link is right, or show the form for the code."""
    return _let_in(code)


def _let_in(code: str) -> tuple[str, int] | BaseResponse:
    join_code = companion().join
    if join_code.is_in_house(request.cookies.get(join_code.cookie_name)):
        return redirect(_own_path(request.args.get("to")), SEE_OTHER)
    cookie = join_code.admit(code, request.remote_addr or "")
    if cookie is None:
        return render_template("join.html", wrong=True, typed=code, left=None), FORBIDDEN
    answer = redirect(url_for("pages.joined", to=_own_path(request.args.get("to"))), SEE_OTHER)
    give_cookie(answer, cookie)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def give_cookie(answer: BaseResponse, value: str) -> None:
    """Add to a response the cookie that admits the phone."""
    answer.set_cookie(
        companion().join.cookie_name,
        value,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        path="/",
        secure=request.is_secure,
    )


@pages.get("/joined")
def joined() -> tuple[str, int] | BaseResponse:
    """Redirect a phone that has joined to the page that it requested, or explain that its browser does not store cookies."""
    join_code = companion().join
    cookie = request.cookies.get(join_code.cookie_name)
    if cookie is not None or join_code.is_in_house(cookie):
        return redirect(_own_path(request.args.get("to")), SEE_OTHER)
    return render_template("join.html", wrong=False, typed="", left=None, keeps_no_cookies=True), FORBIDDEN


@pages.post("/language")
def choose_language() -> BaseResponse:
    """Store the chosen language in a cookie if it is supported, and redirect back."""
    answer = redirect(_own_path(request.form.get("next")), SEE_OTHER)
    if request.form.get("language") in LANGUAGES:
        answer.set_cookie(
            LANGUAGE_COOKIE, request.form["language"], max_age=COOKIE_SECONDS, samesite="Lax", path="/", secure=request.is_secure
        )
    return answer


def _own_path(wanted: str | None) -> str:
    """Return the path of an address on this server; for any other address or None, return the path of the start page.

    Redirects must not lead to other servers.
    """
    try:
        parts = urlsplit(wanted or "")
    except ValueError:
        return url_for("pages.start")
    if not wanted or parts.scheme or parts.netloc or not parts.path.startswith("/") or "\\" in wanted or wanted.startswith("//"):
        return url_for("pages.start")
    return parts.path


@pages.get("/games/<game_id>/photos/<name>.jpg")
def photo(game_id: str, name: str) -> Response:
    """Serve a photo of a game or, if `name` ends in "-small", the photo's thumbnail.

    The rest of `name` has to be the id of one of the game's photos in the database.
    """
    small = name.endswith("-small")
    found = companion().shelf.photo(game_id, name.removesuffix("-small"))
    picture = companion().shelf.read_picture(found.id, small)
    answer = send_file(BytesIO(picture), mimetype="image/jpeg", download_name="terranova-photo.jpg", conditional=True, max_age=0)
    answer.headers["Content-Disposition"] = 'inline; filename="terranova-photo.jpg"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/boards/<name>/board.svg")
def board_drawing(name: str) -> Response:
    """Serve the drawing of a board as SVG, with the requested paper, hex size and ink."""
    paper, hex_mm, ink = board_views.requested_print(request.args)
    packed = board_views.packed_svg(name, paper, hex_mm, ink)
    answer = answer_packed(packed, "image/svg+xml; charset=utf-8")
    is_current = request.args.get("v") == board_views.picture_version(name, paper, hex_mm, ink)
    answer.headers["Cache-Control"] = FOREVER if is_current else "no-cache"
    return answer


@pages.get("/boards/<name>/small.svg")
def small_board_drawing(name: str) -> Response:
    """Serve a board's thumbnail, as SVG."""
    answer = answer_packed(board_views.packed_small(name), "image/svg+xml; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@pages.get("/qr.svg")
def qr_code() -> Response:
    """Serve the QR code that lets phones join at the best current address."""
    return answer_qr(choices.addresses_json(companion())["join"])


def answer_qr(link: str) -> Response:
    """Return a response with a link as a QR code in SVG, which is not cached since the link could change."""
    import segno

    drawn = BytesIO()
    segno.make_qr(link, error="m").save(drawn, kind="svg", border=QR_BORDER, dark="#000", light="#fff", xmldecl=False, svgns=True)
    answer = make_response(drawn.getvalue())
    answer.mimetype = "image/svg+xml"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@pages.get("/static/<version>/<path:name>")
def static_file(version: str, name: str) -> Response:
    """Serve a static file, such as a style sheet, script, font or image."""
    return answer_static(name)


@pages.get("/words/<version>/<language>/<script>")
def later_words(version: str, language: str, script: str) -> Response:
    """Serve the sentences of the modules that a page's script imports dynamically, as JSON."""
    answer = jsonify(later_sentences(script, language))
    answer.headers["Cache-Control"] = FOREVER if version == later_version(script, language) else "no-cache"
    return answer


@pages.get("/favicon.ico")
def favicon() -> Response:
    """Serve the icon that browsers request by default."""
    return answer_static("icon.svg")
