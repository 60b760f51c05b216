"""Limits on picture size, shared by the header check, OpenCV, Pillow and the web page, and settings of the native libraries.

OpenCV and NumPy's linear algebra read their limits when they are loaded, so import this module before either. It imports nothing
heavy itself.
"""

from __future__ import annotations

import os

MAX_PIXELS = 65_000_000
MAX_BYTES = 128_000_000

os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)
# The matrices and pictures are small: synchronising threads costs more than it saves. Long tasks, such as inference and
# decoding colours, have threads of their own.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
# glibc returns large freed blocks to the system, and allocating them again takes 5 % of the time for each photo. Freeing one
# block of this size raises the threshold, so that smaller blocks are kept.
KEPT_AT_HAND = 32_000_000
bytes(KEPT_AT_HAND)
