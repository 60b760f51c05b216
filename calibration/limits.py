"""How large a picture may be, and what libraries are told. One number for the header check, OpenCV, Pillow and the web page.

OpenCV reads its own limit when its library is loaded, and so do it and the linear algebra below numpy with how many threads they
may use: this module must be imported before both; it imports nothing heavy.
"""

from __future__ import annotations

import os

MAX_PIXELS = 65_000_000
MAX_BYTES = 128_000_000

os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)
# Matrices and pictures are small here: threads that wait for each other cost more than they save. What takes long, the networks
# and the colours of a photo, has threads of its own.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
# glibc hands large blocks back to the system when they are freed, and to fetch them anew for each photo takes a twentieth of its
# time. Once a block of this size was freed, which need not be filled for that, it keeps as much at hand.
KEPT_AT_HAND = 32_000_000
bytes(KEPT_AT_HAND)
