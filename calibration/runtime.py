"""Settings of OpenCV and NumPy's linear algebra library, for a process that reads photos."""

from __future__ import annotations

import os

from calibration.limits import MAX_PIXELS


def configure_runtime() -> None:
    """Configure this process for reading photos.

    Call it before the first photo, and before NumPy and OpenCV are imported. Matrices and pictures are small here, and long
    computations have threads of their own. With more threads NumPy is slower beside other work, and every thread takes address
    space, which is limited while a photo is decoded. Libraries that are already loaded keep their settings. This affects only
    speed and OpenCV's check of picture sizes, which repeats ours.
    """
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)  # only these libraries read it, when they are loaded
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import cv2

    cv2.setNumThreads(1)
