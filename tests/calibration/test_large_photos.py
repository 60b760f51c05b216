"""Photos of up to 65 megapixels are decoded whatever their format, in bounded time and memory."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from PIL import Image

from tests.web.pictures import png_bomb
from web.photos.worker import Worker

LARGEST = (9310, 6980)  # 64.98 megapixels
MOST_MEGABYTES = 800
STORED: dict[str, dict[str, Any]] = {
    "JPEG": {"quality": 90},
    "progressive JPEG": {"quality": 90, "progressive": True, "subsampling": 0},
    "PNG": {"compress_level": 1},
    "WEBP": {"quality": 60, "method": 0},
    "lossless WEBP": {"lossless": True, "quality": 0, "method": 0},
    "HEIF": {"quality": 40},
}
IMPATIENT = "import calibration.photo; calibration.photo.MOST_DECODING_SECONDS = 0.01; "
READ = "import sys; from referee.cli.main import main; sys.exit(main())"
WORK = "from web.photos.reading_worker import main; main()"


def large(name: str) -> bytes:
    """Return a picture of 65 megapixels with small variations everywhere."""
    width, height = LARGEST
    row = np.arange(width, dtype=np.uint32)
    pixels = np.stack([(row * (k + 3) // 64 + 40 * k) % 251 for k in range(3)], -1).astype(np.uint8)
    picture = Image.fromarray(np.broadcast_to(pixels, (height, width, 3)).copy())
    if name == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    out = io.BytesIO()
    picture.save(out, name.rpartition(" ")[2], **STORED[name])
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("name", STORED)
def test_photo_of_65_megapixels_is_decoded_and_kept_in_bounded_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(large(name))
    worker = Worker()
    read = worker.ask({"task": "read", "path": str(path), "options": {}}, 60)
    kept = worker.ask({"task": "keep", "path": str(path), "kept": str(tmp_path / "a"), "small": str(tmp_path / "b")}, 60)
    used = psutil.Process(worker.pid).memory_info()
    worker.stop()
    assert read["problem"] in ("board-not-found", "photo-dark", "photo-blurred")  # all of which are said of decoded photos
    assert (kept["width"], kept["height"]) == LARGEST
    assert getattr(used, "peak_rss", used.rss) < MOST_MEGABYTES * 1e6


def test_decoding_that_takes_too_long_is_abandoned_and_the_next_photo_is_read(tmp_path: Path) -> None:
    (tmp_path / "slow.png").write_bytes(png_bomb(8000))
    (tmp_path / "text.jpg").write_bytes(b"no picture")
    line = [sys.executable, "-c", IMPATIENT + READ, "read", "slow.png", "text.jpg", "--json"]
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "too much time" in done.stdout.splitlines()[0]
    assert '"problem":"not-a-picture"' in done.stdout.splitlines()[1]
    assert "Traceback" not in done.stderr


def test_reading_process_ends_after_decoding_that_took_too_long(tmp_path: Path) -> None:
    (tmp_path / "slow.png").write_bytes(png_bomb(8000))
    worker = Worker(IMPATIENT + WORK)
    answer = worker.ask({"task": "read", "path": str(tmp_path / "slow.png"), "options": {}}, 30)
    assert answer["problem"] == "damaged-picture"
    assert "smaller picture size" in answer["messages"]["en"]
    psutil.wait_procs([psutil.Process(worker.pid)] if worker.is_alive else [], 10)
    assert not worker.is_alive
    worker.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not enforce the memory limit")
def test_reading_process_gets_no_more_memory_than_its_room() -> None:
    program = (
        "from web.photos.reading_worker import limit_memory\nlimit_memory(200 * 2**20)\n"
        "bytearray(100 * 2**20)\ntry:\n    bytearray(300 * 2**20)\nexcept MemoryError:\n    print('refused')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "refused\n"
