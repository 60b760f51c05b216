"""`terranova backup`: write games, photos and boards to one file, whether or not the companion is running."""

from __future__ import annotations

from pathlib import Path

from referee.cli.click_types import make_command, option, output_option
from referee.cli.output import DONE, Output
from referee.words.texts import text


@make_command("backup", about=text("take.about_backup"), examples=("terranova backup -o terra-nova-backup.zip",))
@output_option(text("take.option_output_backup"))
@option("--data", metavar="DIR", about=text("serve.option_data"))
def command(output: Output, output_path: str | None, data: str | None) -> int:
    """Write a full backup and report how many games and photos it contains."""
    from referee.boards.library import data_folder
    from web.site.companion import DATABASE_FILE
    from web.takeaway.full_backup import BACKUP, write_full_backup

    folder = Path(data) if data else data_folder()
    target = output_path or "terra-nova-backup.zip"
    written = write_full_backup(folder, folder / DATABASE_FILE, target)
    if output.as_json:
        output.write_json(
            {"format": BACKUP, "file": target, "games": written.games, "photos": written.photos, "left_out": written.left_out}
        )
    else:
        output.write_message(text("take.backed_up", file=target, n=written.games, photos=written.photos))
        if written.left_out:
            output.write_message(text("take.photos_left_out", n=written.left_out))
    return DONE
