"""Limits on the pixels and bytes of an image file, shared by the header check, OpenCV, Pillow and the web page."""

from __future__ import annotations

MAX_PIXELS = 65_000_000
MAX_BYTES = 128_000_000
