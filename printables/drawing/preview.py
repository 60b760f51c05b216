"""Renders pages of a finished PDF as pictures."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pypdfium2

POINTS_PER_MM = 72 / 25.4
PREVIEW_PX_PER_MM = 4.0
LONGEST_SIDE_PX = 2400


def draw_pages(pdf: bytes) -> Iterator[bytes]:
    """Yield each page as a PNG, with a lower resolution for large pages."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            longer = max(page.get_size()) / POINTS_PER_MM
            yield draw_page(page, min(PREVIEW_PX_PER_MM, LONGEST_SIDE_PX / longer))
    finally:
        document.close()


def draw_page(page: pypdfium2.PdfPage, px_per_mm: float) -> bytes:
    """Render one page as a PNG."""
    bitmap = page.render(scale=px_per_mm / POINTS_PER_MM)
    try:
        stream = BytesIO()
        bitmap.to_pil().save(stream, "PNG")
        return stream.getvalue()
    finally:
        bitmap.close()
        page.close()
