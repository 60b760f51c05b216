"""What the Print centre's page shows: the form as filled in, what fits, the pages of each document, and the pieces to gather.

`web.prints` makes plans, files and previews. This module turns them into URLs and sentences.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlencode

from printables.artwork.palette import Ink
from printables.documents.catalogue import PART_NAMES, PARTS, SHEET_PARTS, Material
from printables.documents.cover import check_caps
from printables.documents.poster import EVERY_PAPER, describe_size, papers_for_poster, poster_size
from printables.drawing.svg import write_svg
from referee.layout.layout import ROOMY_HEX_MM, DoesNotFit
from referee.layout.papers import PAPERS, Orientation, PrintChoice, format_mm, mm_text, parse_measured
from referee.rules.position import Edition
from referee.words.problems import Problem
from referee.words.texts import LANGUAGE_NAMES, Text, say, text, write_decimals
from web.prints.orders import Bundle, File, Plan, Prints
from web.prints.shop import Urgency
from web.prints.steps import CALIBRATE_COMMANDS, PICTURES, SCALE_STEPS, Step, assembly_steps
from web.prints.wishes import TRUE_SIZE, FilledForm, PrintWish, format_wish, parse_wish
from web.site import choices
from web.site.companion import Companion
from web.site.errors import no_such_page

GATHER = tuple(text(key) for key in ("print.gather_2", "print.gather_3", "print.gather_4"))
GATHER_ALSO = (text("print.gather_stones"), text("print.gather_markers"), text("print.gather_spares"), text("print.gather_mark"))


@dataclass(frozen=True, slots=True)
class PrintCentre:
    """The Print centre for one request, in the language of the page."""

    here: Companion
    language: str

    def parse(self, query: Mapping[str, Sequence[str]]) -> FilledForm:
        """Parse the choices in a query string."""
        return parse_wish(query, self.language)

    def query_of(self, wish: PrintWish) -> str:
        """Format the choices as a query string."""
        return urlencode(format_wish(wish))

    def address_of_last(self, remembered: str, asked: Mapping[str, str]) -> str | None:
        """Return the URL of the page with the remembered choices, overridden by those in `asked`.

        Return None if nothing is remembered or the board is unknown.
        """
        if not remembered:
            return None
        form = self.parse({**parse_qs(remembered), **{name: [value] for name, value in asked.items()}})
        return None if "board" in form.problems else f"/print?{self.query_of(form.wish)}"

    def address_when_measured(self, wish: PrintWish, measured: str) -> str:
        """Return the URL of the page with `measured`, the printed lengths of a nominal 100 mm, filled in."""
        return f"/print?{self.query_of(replace(wish, measured=parse_measured(measured)))}"

    def preview(self, wish: PrintWish, part: str, number: int, large: bool) -> bytes:
        """Return a preview of one page of a document as WebP data; `number` starts at 1.

        Raise a Problem if there is no such document or page, the board does not fit, or the print shop is busy.
        """
        material = _material(part)
        plan = self._prints.plan(wish)
        if isinstance(plan, Plan) and not 1 <= number <= plan.pages[material]:
            raise no_such_page()
        return self._prints.preview(wish, material, number, large)

    def step_picture(self, wish: PrintWish, name: str) -> bytes:
        """Return the picture of a calibration or assembly step as gzipped SVG.

        Drawing the picture takes a few milliseconds once there is a plan. Raise a Problem if there is no such step, the board
        does not fit, or the print shop is busy.
        """
        plan = self._prints.plan(wish)
        if isinstance(plan, Problem):
            raise plan
        layout = plan.job.layout
        if name not in {step.picture for step in (*SCALE_STEPS, *assembly_steps(layout))}:
            raise no_such_page()
        return gzip.compress(write_svg(PICTURES[name](layout, wish.ink)).encode(), mtime=0)

    def file(self, wish: PrintWish, name: str) -> File:
        """Return a document or bundle to download, waiting until it is made.

        Raise a Problem if there is no such file, the file cannot be made, or the print shop is busy.
        """
        return self._prints.file(wish, _file_kind(name))

    def progress(self, wish: PrintWish, name: str) -> dict[str, object]:
        """Order a file unless it is cached, and return whether the file is ready.

        If the file is not ready, also return a sentence about the progress, or None if no progress has been reported.
        """
        order = self._prints.begin(wish, _file_kind(name), Urgency.FILE)
        if order is None:
            return {"ready": True}
        return {"ready": False, "sentence": say(order.progress, self.language) if order.progress else None}

    def page(self, form: FilledForm) -> dict[str, Any]:
        """Return the variables of the page's template; if the board fits, order the first document in advance."""
        wish, plan = form.wish, self._prints.plan(form.wish)
        problems = {name: {"sentence": problem.message, "ways": ()} for name, problem in form.problems.items()}
        if isinstance(plan, Plan):
            found = {"misfit": None, **self._planned(wish, plan)}
            if plan.poster_problem and Material.POSTER in wish.documents:
                problems["poster"] = self._small_poster(wish, plan)
        else:
            found = {"misfit": self._misfit(wish, plan)}
            problems.setdefault(_field_of(wish, plan), found["misfit"])
        lengths = {"length": self._write_length, "measured": write_decimals(wish.measured_text, self.language)}
        return {"wish": wish, "typed": form.typed, "problems": problems, **lengths, **found, **self._offered()}

    def _write_length(self, length: float | None) -> str:
        """Format a length in millimetres with the decimal separator of the language; None becomes an empty string."""
        return "" if length is None else write_decimals(format_mm(length), self.language)

    @property
    def _prints(self) -> Prints:
        return Prints(self.here.print_shop)

    def _offered(self) -> dict[str, Any]:
        return {
            "boards": choices.boards_json(self.language),
            "usual": PrintChoice(),
            "papers": tuple(PAPERS),
            "orientations": {Orientation.PORTRAIT: text("layout.portrait"), Orientation.LANDSCAPE: text("layout.landscape")},
            "poster_papers": tuple(EVERY_PAPER),
            "true_size": TRUE_SIZE,
            "inks": tuple(Ink),
            "editions": tuple(Edition),
            "languages_of_prints": LANGUAGE_NAMES,
            "parts": {part.value: PART_NAMES[part] for part in PARTS},
        }

    def _planned(self, wish: PrintWish, plan: Plan) -> dict[str, Any]:
        """Return the template variables for a board that fits, and order the first document in advance."""
        documents = [self._document(wish, plan, part) for part in wish.documents if not _is_missing(plan, part)]
        if documents:
            with suppress(Problem):  # too many orders are waiting; the request for the preview orders the document again
                self._prints.begin(wish, Material(documents[0]["part"]), Urgency.AHEAD)
        return {
            "facts": _facts(plan),
            "caps": check_caps(plan.job.layout.hex_mm),
            "roomy": self._roomy(wish, plan),
            "pages": sum(document["pages"] for document in documents),
            "documents": documents,
            "book": self._address("files", Bundle.PDF, wish) if len(set(wish.documents) & set(SHEET_PARTS)) > 1 else None,
            "archive": self._address("files", Bundle.ZIP, wish) if len(documents) == len(wish.documents) > 1 else None,
            "gather_head": text("print.gather_head"),
            "gather_pioneers": text("print.gather_pioneers"),
            "gather": GATHER,
            "gather_also": GATHER_ALSO,
            "assembly": self._steps(assembly_steps(plan.job.layout), wish) if Material.BOARD in wish.documents else (),
            "scale": self._steps(SCALE_STEPS, wish),
            "commands": CALIBRATE_COMMANDS,
            "accepted": choices.ACCEPTED,
            "measure": f"/print/measure?{self.query_of(wish)}",
        }

    def _document(self, wish: PrintWish, plan: Plan, part: Material) -> dict[str, Any]:
        count = plan.pages[part]
        return {
            "part": part.value,
            "name": PART_NAMES[part],
            "pages": count,
            "note": _poster_note(plan) if part is Material.POSTER else None,
            "file": self._address("files", part, wish),
            "previews": [f"/print/pages/{part}/{number}.webp?{self.query_of(wish)}" for number in range(1, count + 1)],
        }

    def _steps(self, steps: Sequence[Step], wish: PrintWish) -> tuple[dict[str, Any], ...]:
        query = self.query_of(replace(wish, documents=SHEET_PARTS))
        return tuple(
            {"head": step.head, "sentence": step.sentence, "picture": f"/print/steps/{step.picture}.svg?{query}"}
            for step in steps
        )

    def _address(self, kind: str, what: Material | Bundle, wish: PrintWish) -> str:
        ending = "zip" if what is Bundle.ZIP else "pdf"
        name = "all" if isinstance(what, Bundle) else what.value
        return f"/print/{kind}/{name}.{ending}?{self.query_of(wish)}"

    def _roomy(self, wish: PrintWish, plan: Plan) -> dict[str, Any] | None:
        if plan.roomy_sheets is None:
            return None
        roomy = replace(wish, sheets=plan.roomy_sheets, hex_mm=ROOMY_HEX_MM)
        sentence = text("web.print_roomy", hex=mm_text(ROOMY_HEX_MM))
        return {"sentence": sentence, "ways": (self._way(wish, roomy.choice, ("sheets",)),)}

    def _misfit(self, wish: PrintWish, problem: Problem) -> dict[str, Any]:
        """Return a sentence about why the board does not fit, and links to choices that would make it fit, if there are any."""
        if not isinstance(problem, DoesNotFit) or not problem.ways:
            return {"sentence": problem.message, "ways": ()}
        facts = {"sheets": wish.sheets, "paper": wish.paper, "margin": mm_text(wish.margin_mm)}
        if wish.hex_mm is None:
            sentence = text("web.print_fits_not", **facts)
        else:
            sentence = text("web.print_fits_not_hex", hex=mm_text(wish.hex_mm), **facts)
        return {"sentence": sentence, "ways": tuple(self._way(wish, way) for way in problem.ways)}

    def _way(
        self, wish: PrintWish, choice: PrintChoice, named: Sequence[str] = ("hex_mm", "margin_mm", "sheets")
    ) -> dict[str, str]:
        """Return the text and the URL of a suggested change; the text describes the options in `named` that differ."""
        words = [
            say(_describe_change(name, choice), self.language)
            for name in named
            if getattr(wish.choice, name) != getattr(choice, name)
        ]
        return {"words": " + ".join(words), "address": f"/print?{self.query_of(wish.with_choice(choice))}"}

    def _small_poster(self, wish: PrintWish, plan: Plan) -> dict[str, Any]:
        """Return a warning that the poster is too small on its paper, with links to larger papers and to the actual size."""
        true = say(text("web.print_poster_true"), self.language)
        papers = {**{name: name for name in papers_for_poster(plan.poster)}, true: None}
        ways = ({"words": words, "address": self._address_on(paper, wish)} for words, paper in papers.items())
        return {"sentence": text("web.print_poster_small", paper=wish.poster_paper), "ways": tuple(ways)}

    def _address_on(self, poster_paper: str | None, wish: PrintWish) -> str:
        return f"/print?{self.query_of(replace(wish, poster_paper=poster_paper))}"


def _material(name: str) -> Material:
    if name not in PARTS:
        raise no_such_page()
    return Material(name)


def _file_kind(name: str) -> Material | Bundle:
    bundles = {"all.pdf": Bundle.PDF, "all.zip": Bundle.ZIP}
    return bundles.get(name) or _material(name.removesuffix(".pdf") if name.endswith(".pdf") else "")


def _field_of(wish: PrintWish, problem: Problem) -> str:
    """Return the name of the form field beside which a layout problem is shown."""
    if problem.slug == "bad-margin":
        return "margin"
    return "hex" if wish.hex_mm is not None else "sheets"


def _is_missing(plan: Plan, part: Material) -> bool:
    return part is Material.POSTER and plan.poster_problem is not None


def _facts(plan: Plan) -> tuple[Text, ...]:
    layout = plan.job.layout
    code = layout.code
    lies = text("layout.portrait") if code.orientation is Orientation.PORTRAIT else text("layout.landscape")
    sheets = {"sheets": len(layout.pages), "paper": code.paper, "columns": code.columns, "rows": code.rows}
    size = {"width": mm_text(round(layout.width / 10, 1)), "height": mm_text(round(layout.height / 10, 1))}
    return (text("layout.says_sheets", lies=lies, **sheets), text("layout.says_size", **size))


def _poster_note(plan: Plan) -> Text:
    return describe_size(plan.poster, poster_size(plan.poster, plan.job.poster_paper))


def _describe_change(name: str, choice: PrintChoice) -> Text:
    if name == "sheets":
        return text("web.print_way_sheets", sheets=choice.sheets)
    if name == "margin_mm":
        return text("web.print_way_margin", margin=mm_text(choice.margin_mm))
    return text("web.print_way_any_hex") if choice.hex_mm is None else text("web.print_way_hex", hex=mm_text(choice.hex_mm))
