"""The routes of the Print centre: its page, previews, downloads, and the progress of a file.

`print_centre` provides the content of the responses. That module is imported when first needed, since it loads the PDF writer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from web.prints.shop import Made, Report, Task
from web.site.companion import companion
from web.site.languages import answer_language
from web.site.security import COOKIE_SECONDS
from web.site.static_files import answer_packed
from web.site.uploads import take_photo

if TYPE_CHECKING:
    from web.site.print_centre import PrintCentre

# Delay after the request for the start page, so that the page's style sheets and pictures come first.
PREPARE_SECONDS = 2.0
LAST_PRINT_COOKIE = "terranova_print"
SEE_OTHER = 303

prints = Blueprint("prints", __name__)


def _centre() -> PrintCentre:
    from web.site.print_centre import PrintCentre

    return PrintCentre(companion(), answer_language())


def prepare_prints() -> None:
    """Schedule, once per process, a task that loads what printing needs and makes a preview for a user's first visit."""
    here, language = companion(), answer_language()

    def make(report: Report) -> Made[None]:
        from web.prints.orders import Prints
        from web.site.print_centre import PrintCentre

        Prints(here.print_shop).prepare(PrintCentre(here, language).parse({}).wish, report)
        return Made(None, 0)

    here.print_shop.order_later(Task("prepared", make), PREPARE_SECONDS)


@prints.get("/print")
def show() -> BaseResponse:
    """Show what would be printed with the choices in the query string, and store valid choices in a cookie as the last ones.

    If the query string names no choice except a board, redirect to this browser's last choices, if there are any.
    """
    centre, remembered = _centre(), request.cookies.get(LAST_PRINT_COOKIE, "")
    if set(request.args) <= {"board", "lang"} and (address := centre.address_of_last(remembered, request.args.to_dict())):
        return redirect(address, SEE_OTHER)
    form = centre.parse(request.args.to_dict(flat=False))
    answer = make_response(render_template("print.html", **centre.page(form)))
    if request.args and not form.problems:
        answer.set_cookie(
            LAST_PRINT_COOKIE,
            centre.query_of(form.wish),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            path="/print",
            secure=request.is_secure,
        )
    return answer


@prints.get("/print/pages/<part>/<int:number>.webp")
def preview(part: str, number: int) -> Response:
    """Serve a preview of one page as WebP."""
    centre = _centre()
    wish = centre.parse(request.args.to_dict(flat=False)).refuse_problems()
    picture = centre.preview(wish, part, number, "large" in request.args)
    return Response(picture, content_type="image/webp")


@prints.post("/print/measure")
def measure() -> BaseResponse:
    """Measure the printer's scale from a photo of the calibration sheet, and redirect to the page with the result filled in."""
    centre = _centre()
    wish = centre.parse(request.args.to_dict(flat=False)).refuse_problems()
    return redirect(centre.address_when_measured(wish, companion().printer_scale.measure(take_photo())), SEE_OTHER)


@prints.get("/print/steps/<name>.svg")
def step_picture(name: str) -> Response:
    """Serve the picture of a step, such as measuring a bar or cutting a sheet, as SVG."""
    centre = _centre()
    wish = centre.parse(request.args.to_dict(flat=False)).refuse_problems()
    return answer_packed(centre.step_picture(wish, name), "image/svg+xml; charset=utf-8")


@prints.get("/print/files/<name>")
def download(name: str) -> Response:
    """Serve one document as PDF, or the chosen documents as one zip file or, without the poster, as one PDF."""
    centre = _centre()
    file = centre.file(centre.parse(request.args.to_dict(flat=False)).refuse_problems(), name)
    answer = Response(file.data, content_type=file.kind)
    answer.headers.set("Content-Disposition", "attachment", filename=file.name)
    return answer


@prints.get("/print/progress/<name>")
def progress(name: str) -> Response:
    """Order a file for download unless it is cached, and return its progress as JSON."""
    centre = _centre()
    return jsonify(centre.progress(centre.parse(request.args.to_dict(flat=False)).refuse_problems(), name))
