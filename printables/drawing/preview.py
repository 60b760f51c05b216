"""Render pages of a finished PDF as images."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pypdfium2

POINTS_PER_MM = 72 / 25.4
PREVIEW_PX_PER_MM = 4.0
LONGEST_SIDE_PX = 2400
WEBP_QUALITY, WEBP_EFFORT = 60, 4


def draw_pages(pdf: bytes) -> Iterator[bytes]:
    """Yield each page as PNG data, at a lower resolution for large pages."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            longer = max(page.get_size()) / POINTS_PER_MM
            yield draw_page(page, min(PREVIEW_PX_PER_MM, LONGEST_SIDE_PX / longer))
    finally:
        document.close()


def draw_preview(pdf: bytes, number: int, px_per_mm: float, most_px: int) -> bytes:
    """Return the page with the 1-based `number` as WebP data whose longer side has at most about `most_px` pixels."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[number - 1]
        longer = max(page.get_size()) / POINTS_PER_MM
        return draw_page(page, min(px_per_mm, most_px / longer), "WEBP", quality=WEBP_QUALITY, method=WEBP_EFFORT)
    finally:
        document.close()


def draw_page(page: pypdfium2.PdfPage, px_per_mm: float, kind: str = "PNG", **options: int) -> bytes:
    """Return one page as image data in the format `kind`, and close the page; `options` are passed to Pillow."""
    bitmap = page.render(scale=px_per_mm / POINTS_PER_MM)
    try:
        stream = BytesIO()
        bitmap.to_pil().save(stream, kind, **options)
        return stream.getvalue()
    finally:
        bitmap.close()
        page.close()
