"""How large a picture may be. One number for the header check, for OpenCV, for Pillow and for the web page.

OpenCV reads its own limit when its library is loaded, so this module must be imported before `cv2`; it sets the limit and
imports nothing heavy.
"""
from __future__ import annotations

import os

MAX_PIXELS = 65_000_000
MAX_BYTES = 128_000_000

os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)
