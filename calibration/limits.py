"""Limits on the pixels and bytes of an image file, for the header check, OpenCV, Pillow, the command line and the web page.

The largest upload that the companion accepts is `MAX_PHOTO_BYTES` in `web/site/uploads.py`.
"""

from __future__ import annotations

MAX_PIXELS = 65_000_000
MAX_BYTES = 128_000_000
