"""`terranova calibrate`: learn the pieces' appearance, or measure the printer's scale, from a photo of the calibration sheet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.click_types import FileName, input_file, make_command, option, output_option
from referee.cli.output import ANSWER_IS_NO, DONE, Output
from referee.files.json_input import STANDARD_INPUT, read_standard_input
from referee.words.texts import Text, text

if TYPE_CHECKING:
    from calibration.photo import Photo
    from referee.formats.profiles import Profile
    from referee.reader.calibration_sheet import LocatedSheet
    from referee.reader.profiles import Alike

USUAL_NAME = "terranova-profile.json"
KIND_NAMES: dict[str, Text] = {
    "red": text("read.kinds_red"),
    "yellow": text("read.kinds_yellow"),
    "blue": text("read.kinds_blue"),
    "green": text("read.kinds_green"),
    "stone": text("read.kinds_stone"),
}


@make_command(
    "calibrate",
    about=text("read.calibrate_about"),
    examples=("terranova calibrate sheet.jpg -o ours.json", "terranova calibrate --printer sheet.jpg"),
)
@input_file("photo", "PHOTO")
@option("--printer", is_flag=True, about=text("read.option_printer"))
@option("--name", type=FileName(), metavar="NAME", default=None, about=text("read.option_name"))
@output_option(text("read.option_calibrate_output"))
def command(output: Output, photo: str, printer: bool, name: str | None, output_path: str | None) -> int:
    """Locate the sheet in the photo, then save a profile of its pieces or, with --printer, measure the printer's scale.

    No profile is saved if two kinds of pieces are too alike.
    """
    from referee.files.atomic_write import refuse_overwriting
    from referee.reader.calibration_sheet import locate_sheet

    path = output_path or USUAL_NAME
    refuse_overwriting([path], [photo])
    sheet = locate_sheet(_open(photo), photo)
    return _measure(output, sheet) if printer else _learn(output, sheet, name or Path(path).stem, path)


def _open(path: str) -> Photo:
    from calibration.limits import MAX_BYTES
    from calibration.photo import decode_photo, open_photo

    if path == STANDARD_INPUT:
        return decode_photo(read_standard_input(MAX_BYTES + 1), path)
    return open_photo(Path(path))


def _measure(output: Output, sheet: LocatedSheet) -> int:
    from referee.reader.calibration_sheet import measure_printer

    across, down = (round(value, 1) for value in measure_printer(sheet))
    measured = f"{across}x{down}"
    if output.as_json:
        output.write_json({"format": "terranova-printer/1", "measured": measured, "across": across, "down": down})
    else:
        output.write_lines(output.format(text("read.printer_measured", measured=measured)))
    return DONE


def _learn(output: Output, sheet: LocatedSheet, name: str, path: str) -> int:
    from referee.files.atomic_write import write_file_whole
    from referee.formats.profiles import check_name, profile_to_json
    from referee.reader.calibration_sheet import profile_of_sheet
    from referee.reader.profiles import kinds_too_alike

    check_name(name, "--name")
    profile = profile_of_sheet(sheet, name)
    alike = kinds_too_alike(profile)
    if not alike:
        write_file_whole(path, json.dumps(profile_to_json(profile), indent=1).encode())
    _report(output, profile, alike, None if alike else path)
    return ANSWER_IS_NO if alike else DONE


def _report(output: Output, profile: Profile, alike: tuple[Alike, ...], path: str | None) -> None:
    from referee.reader.calibration_sheet import missing_kinds

    missing = missing_kinds(profile)
    advice = [text("read.kinds_alike", one=KIND_NAMES[pair.one.value], other=KIND_NAMES[pair.other.value]) for pair in alike]
    if output.as_json:
        output.write_json(
            {
                "format": "terranova-calibration/1",
                "file": path,
                "kinds": {kind.value: sum(one.count for one in found) for kind, found in profile.kinds.items()},
                "missing": [kind.value for kind in missing],
                "too_alike": [[pair.one.value, pair.other.value] for pair in alike],
                "advice": [output.format(sentence) for sentence in advice],
            }
        )
        return
    lines = [*advice, *(text("read.kind_missing", kind=KIND_NAMES[kind.value]) for kind in missing)]
    lines.append(text("read.profile_written", file=path) if path else text("read.profile_not_written"))
    output.write_lines("\n".join(output.format(line) for line in lines))
