"""Open a photo: detect its format from its content, check its header, and decode it at a sufficient size.

Rotating a photo upright takes as long as decoding it, so a `Photo` is not rotated; the matrix `Photo.to_upright` maps its pixel
coordinates to the upright full-size photo.
"""

from __future__ import annotations

import io
import math
import os
import re
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from calibration.containers import is_whole
from calibration.heic import decode_heic, learn_heic
from calibration.jpeg import survey_jpeg
from calibration.limits import MAX_BYTES, MAX_PIXELS
from calibration.reduction import Pixels, reduce_pixels
from calibration.stderr_capture import StderrCapture
from calibration.threads import OverdueError, run_in_thread, run_within
from referee.words.problems import Problem
from referee.words.texts import text

Image.MAX_IMAGE_PIXELS = MAX_PIXELS

# Pixels that reduction must leave: a board of six sheets that fills the photo then has 2 to 3 pixels per millimetre.
ENOUGH_PIXELS = 1_900_000
REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
COARSER = 2  # reduction of the colours that are decoded first, relative to the working photo
REDUCED_GREY = {
    1: cv2.IMREAD_GRAYSCALE,
    2: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    4: cv2.IMREAD_REDUCED_GRAYSCALE_4,
    8: cv2.IMREAD_REDUCED_GRAYSCALE_8,
}
HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
TAG_ORIENTATION, TAG_EXIF, TAG_FOCAL_35MM = 0x0112, 0x8769, 0xA405
# The orientation of a mirrored photo after it is flipped left to right.
UNMIRRORED = {2: 1, 4: 3, 5: 8, 7: 6}
# Limits on the work of a decoder. Ordinary photos have one scan and progressive files about ten; files with many more are
# crafted to keep a decoder busy.
MOST_SCANS, MOST_SCANNED_PIXELS = 100, 1_000_000_000
# Memory for the coefficients of a progressive JPEG file, known before decoding: 390 MB for three full channels of 65 megapixels.
MOST_DECODING_BYTES = 440_000_000
# Processor time for decoding any other kind of file. The slowest ordinary one, a HEIC photo of 65 megapixels, takes 2.3 s.
MOST_DECODING_SECONDS = 8.0
BROKEN_JPEG = (b"premature end", b"bad Huffman code", b"bad arithmetic code", b"found marker", b"Inconsistent progression")
LEFT_OVER = re.compile(rb"(\d+) extraneous bytes before marker 0xd9")
END_OF_IMAGE, PADDING = b"\xff\xd9", b"\x00\xff"
DIAGONAL_35MM = math.hypot(36.0, 24.0)


@dataclass(frozen=True, slots=True)
class Header:
    """The header of an image file: format, stored size, EXIF orientation, 35 mm equivalent focal length (0 if unknown)."""

    kind: str
    width: int
    height: int
    orientation: int = 1
    focal_35mm: float = 0.0
    row_by_row: bool = False
    """Whether the file is decoded row by row, directly at the reduced size. This is the case only for sequential JPEG files with
    a single scan; decoding any other file needs memory for every pixel."""


class Colours:
    """The pixels of a photo in blue, green, red: at half the working size and, on demand, at working size.

    Half size is usually enough for a board that fills the photo, and decodes in half the time.
    """

    def __init__(self, coming: Future[Pixels], decode: Callable[[], Pixels]) -> None:
        self._coming, self._decode = coming, decode
        self._whole: Future[Pixels] | None = None

    @property
    def half(self) -> Pixels:
        """The image at half the working size; access waits until it is decoded, and raises MemoryError if decoding failed."""
        return self._coming.result()

    @property
    def whole(self) -> Pixels:
        """The image at working size, (h, w, 3); access starts decoding unless that was done before, and waits for the image.

        Raise MemoryError if decoding failed.
        """
        self.begin_whole()
        assert self._whole is not None, "begun"
        return self._whole.result()

    def begin_whole(self) -> None:
        """Start decoding at working size in the background, unless this decoding has already been started."""
        if self._whole is None:
            self._whole = run_in_thread(self._decode)

    def wait(self) -> None:
        """Wait until decoding at half size has finished; until then, standard error could still be captured."""
        wait((self._coming,))


@dataclass(frozen=True, slots=True)
class Photo:
    """A decoded photo at working size, neither rotated nor cropped.

    `grey` is (h, w); decoding of the colours could still be in progress. `width` and `height` are those of the upright full-size
    photo. `orientation` is 1, 3, 6 or 8, as mirrored files are flipped on opening. `reduced` is the number of full-size pixels
    per working pixel along a side. `focal_px` is the focal length stated in the file, in working pixels, or None if the file
    states none.
    """

    grey: Pixels
    colours: Colours
    width: int
    height: int
    orientation: int
    reduced: float
    focal_px: float | None

    @property
    def pixels(self) -> Pixels:
        """The photo at working size in blue, green, red, (h, w, 3), as returned by `Colours.whole`."""
        return self.colours.whole

    @property
    def to_upright(self) -> NDArray[np.float64]:
        """The matrix (3, 3) that maps continuous working pixel coordinates to those of the upright full-size photo."""
        k = self.reduced
        width, height = (self.height, self.width) if self.orientation in (6, 8) else (self.width, self.height)
        turned = {
            1: [[k, 0, 0], [0, k, 0]],
            3: [[-k, 0, width], [0, -k, height]],
            6: [[0, -k, height], [k, 0, 0]],
            8: [[0, k, 0], [-k, 0, width]],
        }[self.orientation]
        return np.array([*turned, [0, 0, 1]], dtype=np.float64)


Decoder = Callable[[bytes, Header, int], tuple[Pixels, Colours] | None]


def open_photo(path: Path) -> Photo:
    """Read and decode a photo from a file; raise a Problem if the file cannot be read or decoded."""
    name = str(path)
    try:
        if not path.exists():
            raise Problem("no-such-file", text("read.photo_missing", photo=name))
        if path.is_dir():
            raise Problem("not-a-picture", text("read.photo_folder", photo=name))
        # The size of a pipe is unknown; allocating more takes time.
        most = min(path.stat().st_size, MAX_BYTES) if path.is_file() else MAX_BYTES
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError):
        raise Problem("no-such-file", text("read.photo_unreadable", photo=name)) from None
    return decode_photo(data, name)


def decode_photo(data: bytes, name: str) -> Photo:
    """Decode a photo from the bytes of a file.

    `name` identifies the file in error messages. Raise a Problem if the photo cannot be decoded.
    """
    header = read_header(data, name)
    factor = _reduction(header.width * header.height)
    decode = _decode_in_two if header.row_by_row and (os.cpu_count() or 1) > 1 else _decode_at_once
    return _decode(data, header, factor, decode, name)


def decode_upright(data: bytes, name: str, longest: int) -> tuple[Pixels, tuple[int, int]]:
    """Return the upright pixels of an image file in red, green, blue, and the width and height of the full-size upright image.

    The image is reduced by up to a factor of 8, as long as at least `longest` pixels remain along the longer side. Raise a
    Problem if the file cannot be decoded.
    """
    header = read_header(data, name)
    factor = max(k for k in REDUCED if k == 1 or max(header.width, header.height) >= longest * k)
    photo = _decode(data, header, factor, _decode_at_once, name)
    turns = {1: 0, 3: 2, 6: 3, 8: 1}[photo.orientation]
    return np.ascontiguousarray(np.rot90(photo.pixels[:, :, ::-1], turns)), (photo.width, photo.height)


def _decode(data: bytes, header: Header, factor: int, decode: Decoder, name: str) -> Photo:
    try:
        decoded = decode(data, header, factor)
    except OverdueError:
        raise Problem("damaged-picture", text("read.photo_too_costly", photo=name)) from None
    if decoded is None:
        raise Problem("damaged-picture", text("read.photo_damaged", photo=name))
    return _as_photo(*decoded, header, factor)


def picture_kind(data: bytes) -> str | None:
    """Return the format of an image file by its first bytes: JPEG, PNG, WEBP or HEIF, or None for anything else."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS:
        return "HEIF"
    return None


def read_header(data: bytes, name: str) -> Header:
    """Return the format, size, orientation and focal length of an image file without decoding a pixel.

    Raise a Problem if the format is not supported, or if the file is damaged, too large, or too costly to decode.
    """
    kind = picture_kind(data)
    if kind is None:
        raise Problem("not-a-picture", text("read.photo_not_a_picture", photo=name))
    if len(data) > MAX_BYTES:
        raise Problem("too-many-pixels", text("read.photo_too_large", photo=name, most=MAX_BYTES // 1_000_000))
    if kind == "HEIF":
        learn_heic(name)
    return _measure_header(data, kind, name)


def _measure_header(data: bytes, kind: str, name: str) -> Header:
    """Return the header, read with Pillow; raise a Problem if the file is damaged, or too large or costly to decode."""
    too_many = Problem("too-many-pixels", text("read.photo_too_many_pixels", photo=name, most=MAX_PIXELS // 1_000_000))
    damaged = Problem("damaged-picture", text("read.photo_damaged", photo=name))
    try:
        with StderrCapture(), _no_warnings(), Image.open(io.BytesIO(data), formats=(kind,)) as image:
            width, height = image.size
            orientation, focal = _read_exif(image)
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise too_many from None
    except Exception:  # decoders may raise anything on broken data
        raise damaged from None
    if width * height > MAX_PIXELS:
        raise too_many
    if not is_whole(data, kind):
        raise damaged
    row_by_row = kind == "JPEG" and _check_scans(data, width * height, name)
    return Header(kind, width, height, orientation, focal, row_by_row)


def _check_scans(data: bytes, pixels: int, name: str) -> bool:
    """Return whether a JPEG file is decoded row by row; raise a Problem if decoding would take too much time or memory."""
    cost = survey_jpeg(data)
    if cost.scans > MOST_SCANS or cost.scans * pixels > MOST_SCANNED_PIXELS:
        raise Problem("damaged-picture", text("read.photo_too_costly", photo=name))
    if not cost.row_by_row and cost.coefficient_bytes > MOST_DECODING_BYTES:
        raise Problem("too-many-pixels", text("read.photo_too_costly", photo=name))
    return cost.row_by_row


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Silence warnings, such as those about odd EXIF data, but turn Pillow's warning about too many pixels into an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        yield


def _read_exif(image: Image.Image) -> tuple[int, float]:
    """Return orientation and 35 mm equivalent focal length, with 1 and 0 for missing or implausible values.

    If reading fails, the result is (1, 0). A PNG file without EXIF data before its pixels is not searched further, since that
    would decode the whole image.
    """
    if image.format == "PNG" and "exif" not in image.info:
        return 1, 0.0
    try:
        exif = image.getexif()
        orientation = exif.get(TAG_ORIENTATION, 1)
        focal = float(exif.get_ifd(TAG_EXIF).get(TAG_FOCAL_35MM, 0.0))
    except Exception:
        return 1, 0.0
    return (orientation if orientation in range(1, 9) else 1), (focal if 5.0 <= focal <= 500.0 else 0.0)


def _reduction(pixels: int) -> int:
    """Return the largest reduction factor that leaves enough pixels, or 1 if no factor does."""
    return max(factor for factor in REDUCED if factor == 1 or pixels >= ENOUGH_PIXELS * factor * factor)


def _decode_in_two(data: bytes, header: Header, factor: int) -> tuple[Pixels, Colours] | None:
    """Return grey at working size and colours that another thread decodes at half that size, or None if the file is broken."""
    with StderrCapture() as captured:
        captured.hold()
        colours = Colours(
            run_in_thread(_decode_colours, data, header, COARSER * factor, captured),
            lambda: _decode_again(data, header, factor, captured),
        )
        grey = _unpack(data, REDUCED_GREY[factor])
        whole = grey is not None and not _is_broken(captured.text, data)
    if grey is None or not whole:
        colours.wait()
        return None
    return _unmirrored(grey, header), colours


def _decode_colours(data: bytes, header: Header, factor: int, captured: StderrCapture) -> Pixels:
    """Return the decoded colours of a file and release `captured`; raise MemoryError if decoding fails."""
    try:
        pixels = _unpack(data, REDUCED[factor])
        if pixels is None:
            raise MemoryError
        return _unmirrored(pixels, header)
    finally:
        captured.release()


def _decode_again(data: bytes, header: Header, factor: int, before: StderrCapture) -> Pixels:
    """Return the colours of a file, decoded again; raise MemoryError if that fails.

    Standard error is captured if the first pass produced warnings.
    """
    with StderrCapture() if before.text else nullcontext():
        pixels = _unpack(data, REDUCED[factor])
    if pixels is None:
        raise MemoryError
    return _unmirrored(pixels, header)


def _decode_at_once(data: bytes, header: Header, factor: int) -> tuple[Pixels, Colours] | None:
    """Decode the colours and derive grey and half size from the result, or return None if the file is broken.

    Raise OverdueError if decoding takes too much processor time.
    """
    with StderrCapture() as captured:
        pixels = run_within(MOST_DECODING_SECONDS, lambda: _decode_as_stored(data, header, factor))
    if pixels is None or _is_broken(captured.text, data):
        return None
    whole = _unmirrored(pixels, header)
    coming: Future[Pixels] = Future()
    coming.set_result(reduce_pixels(whole, COARSER))
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY), dtype=np.uint8), Colours(coming, lambda: whole)


def _is_broken(complaints: bytes, data: bytes) -> bool:
    """Return whether libjpeg reported damage in its messages `complaints`.

    Libjpeg fills missing data with grey, which would be read as empty hexes. Padding before the end marker is harmless, but
    leftover pixel data means that other pixels were decoded wrongly.
    """
    for length in map(int, LEFT_OVER.findall(complaints)):
        end = data.rfind(END_OF_IMAGE)
        if data[max(0, end - length) : end].strip(PADDING):
            return True
    return any(complaint in complaints for complaint in BROKEN_JPEG)


def _decode_as_stored(data: bytes, header: Header, factor: int) -> Pixels | None:
    """Return the pixels as stored, at the reduced size, or None if decoding fails.

    Only JPEG files take less work to decode at a smaller size; others are decoded in full and then reduced.
    """
    if header.kind == "JPEG":
        return _unpack(data, REDUCED[factor])
    if header.kind == "HEIF":
        try:
            return decode_heic(data, factor)
        except Exception:  # decoders may raise anything on broken data
            return None
    pixels = _unpack(data, cv2.IMREAD_COLOR)
    return pixels if pixels is None else reduce_pixels(pixels, factor)


def _unpack(data: bytes, flags: int) -> Pixels | None:
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except Exception:  # decoders may raise anything on broken data
        return None
    return None if pixels is None else np.asarray(pixels, dtype=np.uint8)


def _unmirrored(pixels: Pixels, header: Header) -> Pixels:
    return np.asarray(cv2.flip(pixels, 1), dtype=np.uint8) if header.orientation in UNMIRRORED else pixels


def _as_photo(grey: Pixels, colours: Colours, header: Header, factor: int) -> Photo:
    orientation = UNMIRRORED.get(header.orientation, header.orientation)
    upright = (header.height, header.width) if orientation in (6, 8) else (header.width, header.height)
    focal = header.focal_35mm / DIAGONAL_35MM * math.hypot(*upright) / factor
    return Photo(grey, colours, *upright, orientation, float(factor), focal or None)
