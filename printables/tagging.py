"""Adds to a finished PDF what screen readers and catalogues ask for: its headings, paragraphs and pictures as a tree, its data.

The writer leaves numbered marks in the pages; here they become a structure tree. Knows no drawing but its marks.
"""
from __future__ import annotations

from io import BytesIO

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from printables.canvas import Book, Mark, marks_of, write_pdf


def make_pdf(book: Book) -> bytes:
    """Gives the document as a tagged PDF: the same bytes for the same book."""
    with pikepdf.open(BytesIO(write_pdf(book))) as pdf:
        _add_structure(pdf, book)
        _add_metadata(pdf, book)
        result = BytesIO()
        pdf.save(result, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return result.getvalue()


def _add_structure(pdf: pikepdf.Pdf, book: Book) -> None:
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root, Lang=String(book.language)))
    numbers: list[pikepdf.Object | int] = []
    children: list[pikepdf.Object] = []
    for index, (page, sheet) in enumerate(zip(pdf.pages, book.sheets, strict=True)):
        elements = [_element(pdf, page, document, mark) for mark in marks_of(sheet.drawing)]
        page.obj.StructParents = index
        page.obj.Tabs = Name.S
        numbers.extend([index, pdf.make_indirect(Array(elements))])
        children.extend(elements)
    document.K = Array(children)
    root.K = document
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array(numbers)))
    root.ParentTreeNextKey = len(pdf.pages)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)
    pdf.Root.Lang = String(book.language)


def _element(pdf: pikepdf.Pdf, page: pikepdf.Page, parent: pikepdf.Object, mark: Mark) -> pikepdf.Object:
    element = Dictionary(Type=Name.StructElem, S=Name("/" + mark.role), P=parent, Pg=page.obj, K=mark.number)
    if mark.alternative:
        element.Alt = String(mark.alternative)
    return pdf.make_indirect(element)


def _add_metadata(pdf: pikepdf.Pdf, book: Book) -> None:
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as data:
        data["dc:title"] = book.title
        data["dc:description"] = book.subject
        data["dc:creator"] = [book.creator]
        data["dc:language"] = [book.language]
        data["xmp:CreatorTool"] = book.creator
