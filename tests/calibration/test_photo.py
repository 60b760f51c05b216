"""Photos are identified by content and oriented by EXIF, and awkward files are refused quickly and clearly."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from calibration.limits import MAX_PIXELS
from calibration.photo import Photo, decode_photo, open_photo
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, say

PATIENCE_S = 3.0  # of processor time: other work on the machine does not count


def scene(width: int = 640, height: int = 480) -> np.ndarray:
    """Return a picture with detail everywhere and a red top left corner."""
    rng = np.random.default_rng(5)
    small = rng.integers(0, 255, (height // 8, width // 8, 3), dtype=np.uint8)
    picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    picture[: height // 4, : width // 4] = (0, 0, 255)
    return picture


def packed(picture: np.ndarray, kind: str = "JPEG", **options: object) -> bytes:
    out = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1])).save(out, kind, **options)
    return out.getvalue()


def slug_of(data: bytes) -> str:
    started = time.process_time()
    with pytest.raises(Problem) as caught:
        decode_photo(data, "a photo")
    assert time.process_time() - started < PATIENCE_S
    for language in LANGUAGES:
        assert "a photo" in say(caught.value.message, language)
    return caught.value.slug


def png_of_size(width: int, height: int) -> bytes:
    """Return a black PNG with one bit per pixel, which makes a tiny file."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    packer = zlib.compressobj(9)
    rows = bytes(1 + (width + 7) // 8)
    body = b"".join(packer.compress(rows) for _ in range(height)) + packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
        + chunk(b"IDAT", body)
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_picture_formats_are_detected_by_content_not_name(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "photo.txt"
    path.write_bytes(packed(scene(), kind))
    photo = open_photo(path)
    assert (photo.width, photo.height) == (640, 480)
    assert np.abs(photo.pixels[40, 40].astype(int) - (0, 0, 255)).max() < 40


def test_heic_is_read_or_asked_for() -> None:
    heif = pytest.importorskip("pillow_heif", reason="the extra heic is not installed")
    out = io.BytesIO()
    heif.from_pillow(Image.fromarray(scene()[:, :, ::-1].copy())).save(out, quality=90)
    photo = decode_photo(out.getvalue(), "a photo")
    assert (photo.width, photo.height) == (640, 480)
    assert np.abs(photo.pixels[40, 40].astype(int) - (0, 0, 255)).max() < 60


def test_heic_without_the_extra_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    assert slug_of(b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00") == "heic-missing"


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientation_is_folded_into_the_transform(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = packed(scene(), exif=exif.tobytes())
    photo = decode_photo(data, "a photo")
    upright = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert upright is not None
    assert (photo.height, photo.width) == upright.shape[:2]
    ys, xs = np.mgrid[0 : photo.pixels.shape[0] : 37, 0 : photo.pixels.shape[1] : 41]
    working = np.stack([xs.ravel() + 0.5, ys.ravel() + 0.5, np.ones(xs.size)])
    full = photo.to_upright @ working
    assert (upright[full[1].astype(int), full[0].astype(int)] == photo.pixels[ys.ravel(), xs.ravel()]).all()


def test_large_jpeg_is_decoded_at_half_size() -> None:
    photo = decode_photo(packed(scene(4032, 3024)), "a photo")
    assert photo.pixels.shape == (1512, 2016, 3)
    assert (photo.width, photo.height, photo.reduced) == (4032, 3024, 2.0)


def test_large_png_is_made_smaller() -> None:
    photo = decode_photo(packed(scene(4032, 3024), "PNG", compress_level=1), "a photo")
    assert photo.pixels.shape == (1512, 2016, 3)


def test_focal_length_comes_from_the_file() -> None:
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0xA405] = 26
    photo = decode_photo(packed(scene(4032, 3024), exif=exif.tobytes()), "a photo")
    assert photo.focal_px == pytest.approx(3028 / 2, abs=2)


def test_broken_exif_does_no_harm() -> None:
    assert decode_photo(packed(scene(), exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff" + bytes(9)), "a photo").orientation == 1


@pytest.mark.parametrize("data", [b"", b"\n", b"dear diary, no photo here", b"GIF89a" + bytes(50), b"%PDF-1.7", bytes(100)])
def test_other_content_is_not_a_picture(data: bytes) -> None:
    assert slug_of(data) == "not-a-picture"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.95])
def test_truncated_picture_is_damaged(kind: str, part: float) -> None:
    data = packed(scene(1600, 1200), kind)
    assert slug_of(data[: int(len(data) * part)]) == "damaged-picture"


def test_jpeg_closed_too_early_is_damaged_not_half_grey() -> None:
    data = packed(scene(1600, 1200))
    assert slug_of(data[: len(data) // 2] + b"\xff\xd9") == "damaged-picture"


def test_jpeg_filled_up_with_zeros_is_damaged() -> None:
    data = packed(scene(1600, 1200))
    assert slug_of(data[: len(data) // 2] + bytes(len(data) // 2)) == "damaged-picture"


def test_png_with_a_wrong_checksum_is_damaged() -> None:
    data = bytearray(packed(scene(), "PNG"))
    data[len(data) // 2] ^= 255
    assert slug_of(bytes(data)) == "damaged-picture"


def test_progressive_file_with_endless_scans_is_refused() -> None:
    data = packed(scene(), progressive=True)
    scan = data.rindex(b"\xff\xda")
    assert slug_of(data[:-2] + data[scan:-2] * 3000 + b"\xff\xd9") == "damaged-picture"


def test_pixel_flood_is_refused_before_it_is_decoded() -> None:
    assert slug_of(png_of_size(30_000, 30_000)) == "too-many-pixels"
    assert slug_of(png_of_size(9_000, 8_000)) == "too-many-pixels"


def test_thin_picture_is_read() -> None:
    assert decode_photo(png_of_size(1, 60_000), "a photo").height == 60_000
    assert decode_photo(png_of_size(60_000, 1), "a photo").width == 60_000


def test_unusual_pictures_are_read() -> None:
    rgb = Image.fromarray(scene()[:, :, ::-1].copy())
    other = {"cmyk": (rgb.convert("CMYK"), "JPEG"), "grey": (rgb.convert("L"), "JPEG"), "alpha": (rgb.convert("RGBA"), "PNG")}
    for name, (picture, kind) in other.items():
        out = io.BytesIO()
        picture.save(out, kind)
        assert decode_photo(out.getvalue(), name).pixels.shape == (480, 640, 3)


def test_sixteen_bits_are_read_as_eight() -> None:
    deep = cv2.imencode(".png", scene().astype(np.uint16) * 257)[1].tobytes()
    assert np.array_equal(decode_photo(deep, "a photo").pixels, scene())


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_animation_shows_its_first_picture(kind: str) -> None:
    first = Image.fromarray(scene()[:, :, ::-1].copy())
    out = io.BytesIO()
    first.save(out, kind, save_all=True, append_images=[Image.new("RGB", first.size, "blue")] * 3, duration=100)
    photo = decode_photo(out.getvalue(), "a photo")
    assert np.abs(photo.pixels[40, 40].astype(int) - (0, 0, 255)).max() < 40


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    for path, slug in ((tmp_path / "none.jpg", "no-such-file"), (tmp_path, "not-a-picture"), (Path("a\0b"), "no-such-file")):
        with pytest.raises(Problem) as caught:
            open_photo(path)
        assert caught.value.slug == slug


@pytest.mark.skipif(os.name == "nt", reason="the C library's standard error is a file descriptor of its own there")
def test_standard_error_stays_clean(capfd: pytest.CaptureFixture[str]) -> None:
    data = packed(scene(1600, 1200))
    png = packed(scene(), "PNG")
    for broken in (data[:20_000] + b"\xff\xd9", data[:20_000], png[:9000], png[:9000] + bytes(9000)):
        slug_of(broken)
    assert capfd.readouterr().err == ""


def test_opencv_has_the_limit_too() -> None:
    """The second check: OpenCV itself refuses once the process is configured for reading."""
    program = (
        "import sys\nfrom calibration.runtime import configure_runtime\nconfigure_runtime()\nimport cv2, numpy\n"
        "data = numpy.frombuffer(sys.stdin.buffer.read(), numpy.uint8)\n"
        "try:\n    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)\n"
        "except cv2.error:\n    picture = None\n"
        "print(picture is None)"
    )
    flood = png_of_size(9_000, 8_000)
    done = subprocess.run([sys.executable, "-c", program], input=flood, capture_output=True, timeout=60, check=True)
    assert done.stdout.strip() == b"True"
    assert MAX_PIXELS < 9_000 * 8_000


def test_photo_is_a_value() -> None:
    photo = decode_photo(packed(scene()), "a photo")
    assert isinstance(photo, Photo)
    with pytest.raises(AttributeError):
        photo.width = 3  # type: ignore[misc]


def half_of(whole: np.ndarray) -> np.ndarray:
    height, width = whole.shape[:2]
    return cv2.resize(whole[: height // 2 * 2, : width // 2 * 2], (width // 2, height // 2), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize(
    ("kind", "size", "orientation"),
    [
        ("JPEG", (640, 480), 1),
        ("JPEG", (641, 483), 1),
        ("JPEG", (4032, 3024), 1),
        ("JPEG", (640, 480), 2),
        ("JPEG", (640, 480), 6),
        ("PNG", (641, 483), 1),
    ],
)
def test_grey_and_half_size_decodings_match_the_full_one(kind: str, size: tuple[int, int], orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    soft = cv2.GaussianBlur(scene(*size), (0, 0), 3 * size[0] / 640)
    photo = decode_photo(packed(soft, kind, exif=exif.tobytes()), "a photo")
    assert np.abs(photo.grey.astype(int) - cv2.cvtColor(photo.pixels, cv2.COLOR_BGR2GRAY)).mean() < 1.5
    height, width = photo.grey.shape
    half = photo.colours.half[: height // 2, : width // 2]
    assert np.abs(half.astype(int) - half_of(photo.pixels)).mean() < 2.5


def test_standard_error_is_restored_after_decoding(capfd: pytest.CaptureFixture[str]) -> None:
    photo = decode_photo(packed(scene(1600, 1200)), "a photo")
    photo.colours.wait()
    os.write(2, b"heard")
    assert capfd.readouterr().err == "heard"
    assert photo.pixels.shape == (1200, 1600, 3)


def test_libjpeg_warnings_are_captured_when_decoding_again(capfd: pytest.CaptureFixture[str]) -> None:
    """Needless bytes before the end are no damage, but libjpeg mentions them each time."""
    data = packed(scene(1600, 1200))
    photo = decode_photo(data[:-2] + bytes(40) + data[-2:], "a photo")
    assert photo.pixels.shape == (1200, 1600, 3)
    photo.colours.wait()
    assert capfd.readouterr().err == ""
