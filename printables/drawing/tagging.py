"""Add accessibility and metadata to a finished PDF: a structure tree of headings, paragraphs and figures.

The tree is built from the numbered marks that `pdf` writes into the pages.
"""

from __future__ import annotations

from io import BytesIO
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from printables.drawing.pdf import Book, Mark, marks_of, write_pdf

# written by hand, because pikepdf's metadata writer loads an XML library, which takes longer than the rest of this module
XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{creator}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


def make_pdf(book: Book) -> bytes:
    """Return the document as tagged PDF data; the same book always gives the same bytes."""
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
    packet = XMP.format_map(
        {
            name: escape(words)
            for name, words in (
                ("title", book.title),
                ("subject", book.subject),
                ("creator", book.creator),
                ("language", book.language),
            )
        }
    )
    pdf.Root.Metadata = pdf.make_stream(packet.encode(), Type=Name.Metadata, Subtype=Name.XML)
