"""Settings of OpenCV and NumPy's linear algebra library, for a process that reads photos."""

from __future__ import annotations

import os

from calibration.limits import MAX_PIXELS


def configure_runtime() -> None:
    """Configure this process for reading photos.

    Call this function before the first photo is opened and before NumPy and OpenCV are imported, because NumPy's library keeps
    its settings once it is loaded. Matrices and images of the reader are small, and long computations have threads of their own.
    With more threads NumPy is slower beside other work, and every thread takes address space, which is limited while a photo is
    decoded. Apart from speed, only OpenCV's check of image sizes is affected, which repeats the one in `photo`.
    """
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)  # only these libraries read it, when they are loaded
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import cv2

    cv2.setNumThreads(1)
