"""`terranova serve`: run the companion on this computer for phones on the local network."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import Any

from referee.cli.click_types import OneOf, WholeNumber, make_command, option
from referee.cli.output import DONE, Output
from referee.words.texts import Text, text

USUAL_PORT = 8642
QR_BORDER = 2
TOKEN_VARIABLE = "TERRANOVA_METRICS_TOKEN"  # not an option, since other users see command lines


@make_command(
    "serve",
    about=text("serve.about_serve"),
    examples=("terranova serve", "terranova serve --port 8000 --allow-host games.home", "terranova serve --no-browser --json"),
)
@option("--host", metavar="HOST", about=text("serve.option_host"))
@option("--port", type=WholeNumber(0, 65535), default=USUAL_PORT, about=text("serve.option_port"))
@option("--allow-host", "allow_hosts", metavar="NAME", multiple=True, about=text("serve.option_allow_host"))
@option("--trusted-proxy", "trusted_proxies", metavar="ADDRESS", multiple=True, about=text("serve.option_trusted_proxy"))
@option("--data", metavar="DIR", about=text("serve.option_data"))
@option("--database", metavar="URL", about=text("serve.option_database"))
@option("--pictures", metavar="URL", about=text("serve.option_pictures"))
@option("--picture-quota", type=WholeNumber(1, 1_000_000), default=20, metavar="GB", about=text("serve.option_picture_quota"))
@option("--no-reader", is_flag=True, about=text("serve.option_no_reader"))
@option("--restore", metavar="FILE", about=text("serve.option_restore"))
@option("--start-empty", is_flag=True, about=text("serve.option_start_empty"))
@option("--no-code", is_flag=True, about=text("serve.option_no_code"))
@option("--public", is_flag=True, about=text("serve.option_public"))
@option("--log-format", type=OneOf(("text", "json")), default="text", about=text("serve.option_log_format"))
@option("--drain", "drain_seconds", type=WholeNumber(0, 600), default=0, about=text("serve.option_drain"))
@option("--no-browser", is_flag=True, about=text("serve.option_no_browser"))
def command(
    output: Output,
    host: str | None,
    port: int,
    allow_hosts: tuple[str, ...],
    trusted_proxies: tuple[str, ...],
    data: str | None,
    database: str | None,
    pictures: str | None,
    picture_quota: int,
    no_reader: bool,
    restore: str | None,
    start_empty: bool,
    no_code: bool,
    public: bool,
    log_format: str,
    drain_seconds: int,
    no_browser: bool,
) -> int:
    """Run the companion until interrupted."""
    from referee.boards.library import data_folder
    from web.site.companion import Config
    from web.site.logs import LogFormat
    from web.site.serve import serve

    config = Config(
        data=Path(data) if data else data_folder(),
        database=database,
        pictures=pictures,
        picture_quota=picture_quota,
        reads_photos=not no_reader,
        allow_hosts=allow_hosts,
        trusted_proxies=trusted_proxies,
        needs_code=not no_code,
        port=port,
        host=host,
        restore=Path(restore) if restore else None,
        start_empty=start_empty,
        may_be_public=public,
        log_format=LogFormat(log_format),
        drain_seconds=drain_seconds,
        metrics_token=os.environ.get(TOKEN_VARIABLE) or None,
    )
    serve(config, _Announcer(output, opens_browser=not no_browser))
    if not output.as_json:
        output.write_message(text("serve.stopped"))
    return DONE


class _Announcer:
    """A reporter of the server's state, as text in the terminal or as JSON for programs."""

    def __init__(self, output: Output, opens_browser: bool) -> None:
        self._output = output
        self._opens_browser = opens_browser

    def ready(self, addresses: dict[str, Any], own_link: str) -> None:
        """Print the addresses of the companion and, if wanted, open it in the browser."""
        if self._output.as_json:
            self._output.write_json({"format": "terranova-serving/1", "url": addresses["best"], "join": addresses["join"]})
        else:
            self._show(addresses)
        if self._opens_browser:
            webbrowser.open(own_link)

    def note(self, sentence: Text) -> None:
        """Write a message to standard error while the server is starting."""
        self._output.write_message(sentence)

    def moved(self, addresses: dict[str, Any]) -> None:
        """Report the new addresses after the computer's network address has changed; with --json, on standard error."""
        if self._output.as_json:
            self._output.write_message(text("serve.moved", url=addresses["best"]))
        else:
            self._show(addresses)

    def no_visitors(self, addresses: dict[str, Any]) -> None:
        """Write a message on what may prevent phones from connecting."""
        self._output.write_message(text("serve.nobody_came", url=addresses["best"]))

    def _show(self, addresses: dict[str, Any]) -> None:
        from web.site.security import group_code

        words = self._output.format
        lines = [_qr_code(addresses["join"]), words(text("serve.scan")), "", f"    {addresses['join']}", ""]
        if addresses["code"]:
            lines += [words(text("serve.type_code", url=addresses["best"], code=group_code(addresses["code"]))), ""]
        else:
            lines += [words(text("serve.without_code")), ""]
        others = [address for address in addresses["addresses"] if not address["best"]]
        if others:
            lines.append(words(text("serve.other_addresses")))
            lines += [f"    {address['join']}  ({address['adapter']})" for address in others]
            lines.append("")
        lines.append(words(text("serve.how_to_stop")))
        self._output.write_lines("\n".join(lines))


def _qr_code(link: str) -> str:
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make_qr(link, error="l").terminal(drawn, border=QR_BORDER, compact=True)
    return drawn.getvalue()
