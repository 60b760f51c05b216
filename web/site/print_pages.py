"""The routes of the Print centre: its page, previews, files to download, and how far a file is.

The answers are in `print_centre`, which is loaded with the first request, since it needs the PDF writer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from web.site.companion import companion
from web.site.languages import answer_language
from web.site.security import COOKIE_SECONDS
from web.site.static_files import answer_packed
from web.site.uploads import take_photo

if TYPE_CHECKING:
    from web.site.print_centre import PrintCentre

LAST_PRINT_COOKIE = "terranova_print"
SEE_OTHER = 303

prints = Blueprint("prints", __name__)


def _centre() -> PrintCentre:
    from web.site.print_centre import PrintCentre

    return PrintCentre(companion(), answer_language())


@prints.get("/print")
def show() -> BaseResponse:
    """Show what would be printed with the choices in the address; without any, with the last ones of this browser."""
    centre, remembered = _centre(), request.cookies.get(LAST_PRINT_COOKIE, "")
    if set(request.args) <= {"board", "lang"} and (address := centre.address_of_last(remembered, request.args.to_dict())):
        return redirect(address, SEE_OTHER)
    form = centre.parse(request.args.to_dict(flat=False))
    answer = make_response(render_template("print.html", **centre.page(form)))
    if request.args and not form.problems:
        answer.set_cookie(
            LAST_PRINT_COOKIE, centre.query_of(form.wish), max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", path="/print"
        )
    return answer


@prints.get("/print/pages/<part>/<int:number>.webp")
def preview(part: str, number: int) -> Response:
    """Serve a picture of one page, as it will be printed."""
    centre = _centre()
    wish = centre.parse(request.args.to_dict(flat=False)).refuse_problems()
    picture = centre.preview(wish, part, number, "large" in request.args)
    return Response(picture, content_type="image/webp")


@prints.post("/print/measure")
def measure() -> BaseResponse:
    """Measure the printer by a photo of the calibration sheet, and show what comes out with the length that was found."""
    centre = _centre()
    wish = centre.parse(request.args.to_dict(flat=False)).refuse_problems()
    return redirect(centre.address_when_measured(wish, companion().printer_scale.measure(take_photo().path)), SEE_OTHER)


@prints.get("/print/steps/<name>.svg")
def step_picture(name: str) -> Response:
    """Serve the picture of a step, such as measuring a bar or cutting a sheet."""
    centre = _centre()
    wish = centre.parse(request.args.to_dict(flat=False)).refuse_problems()
    return answer_packed(centre.step_picture(wish, name), "image/svg+xml; charset=utf-8")


@prints.get("/print/files/<name>")
def download(name: str) -> Response:
    """Serve a document as PDF, or all chosen ones as one PDF or as a zip file."""
    centre = _centre()
    file = centre.file(centre.parse(request.args.to_dict(flat=False)).refuse_problems(), name)
    answer = Response(file.data, content_type=file.kind)
    answer.headers.set("Content-Disposition", "attachment", filename=file.name)
    return answer


@prints.get("/print/progress/<name>")
def progress(name: str) -> Response:
    """Begin to make a file that will be downloaded, and say how far it is."""
    centre = _centre()
    return jsonify(centre.progress(centre.parse(request.args.to_dict(flat=False)).refuse_problems(), name))
