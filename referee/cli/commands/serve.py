"""`terranova serve`: runs the companion on this computer for phones on the local network."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Any

from referee.cli.click_types import Whole, make_command, option
from referee.cli.output import DONE, Reply
from referee.words.texts import Text, text

USUAL_PORT = 8642
QR_BORDER = 2


@make_command(
    "serve",
    about=text("serve.about_serve"),
    examples=("terranova serve", "terranova serve --port 8000 --allow-host games.home", "terranova serve --no-browser --json"),
)
@option("--host", metavar="HOST", about=text("serve.option_host"))
@option("--port", type=Whole(0, 65535), default=USUAL_PORT, about=text("serve.option_port"))
@option("--allow-host", "allow_hosts", metavar="NAME", multiple=True, about=text("serve.option_allow_host"))
@option("--data", metavar="DIR", about=text("serve.option_data"))
@option("--database", metavar="URL", about=text("serve.option_database"))
@option("--restore", metavar="FILE", about=text("serve.option_restore"))
@option("--start-empty", is_flag=True, about=text("serve.option_start_empty"))
@option("--no-code", is_flag=True, about=text("serve.option_no_code"))
@option("--public", is_flag=True, about=text("serve.option_public"))
@option("--no-browser", is_flag=True, about=text("serve.option_no_browser"))
def command(
    reply: Reply,
    host: str | None,
    port: int,
    allow_hosts: tuple[str, ...],
    data: str | None,
    database: str | None,
    restore: str | None,
    start_empty: bool,
    no_code: bool,
    public: bool,
    no_browser: bool,
) -> int:
    """Serve until interrupted."""
    from referee.boards.library import data_folder
    from web.site.companion import Config
    from web.site.serve import serve

    config = Config(
        data=Path(data) if data else data_folder(),
        database=database,
        allow_hosts=allow_hosts,
        needs_code=not no_code,
        port=port,
        host=host,
        restore=Path(restore) if restore else None,
        start_empty=start_empty,
        may_be_public=public,
    )
    serve(config, _Announcer(reply, opens_browser=not no_browser))
    if not reply.as_json:
        reply.tell(text("serve.stopped"))
    return DONE


class _Announcer:
    """Reports the server's state, in the terminal or as JSON for programs."""

    def __init__(self, reply: Reply, opens_browser: bool) -> None:
        self._reply = reply
        self._opens_browser = opens_browser

    def ready(self, told: dict[str, Any], own_link: str) -> None:
        """Show the address of the companion."""
        if self._reply.as_json:
            self._reply.send_json({"format": "terranova-serving/1", "url": told["best"], "join": told["join"]})
        else:
            self._show(told)
        if self._opens_browser:
            webbrowser.open(own_link)

    def note(self, sentence: Text) -> None:
        """Report a note from before the server accepts requests."""
        self._reply.tell(sentence)

    def moved(self, told: dict[str, Any]) -> None:
        """Show the new address."""
        if self._reply.as_json:
            self._reply.tell(text("serve.moved", url=told["best"]))
        else:
            self._show(told)

    def nobody_came(self, told: dict[str, Any]) -> None:
        """Explain what may keep phones from connecting."""
        self._reply.tell(text("serve.nobody_came", url=told["best"]))

    def _show(self, told: dict[str, Any]) -> None:
        from web.site.security import group_code

        words = self._reply.words
        lines = [_qr_code(told["join"]), words(text("serve.scan")), "", f"    {told['join']}", ""]
        if told["code"]:
            lines += [words(text("serve.type_code", url=told["best"], code=group_code(told["code"]))), ""]
        else:
            lines += [words(text("serve.without_code")), ""]
        others = [address for address in told["addresses"] if not address["best"]]
        if others:
            lines.append(words(text("serve.other_addresses")))
            lines += [f"    {address['join']}  ({address['adapter']})" for address in others]
            lines.append("")
        lines.append(words(text("serve.how_to_stop")))
        self._reply.send("\n".join(lines))


def _qr_code(link: str) -> str:
    from io import StringIO

    import segno

    drawn = StringIO()
    segno.make_qr(link, error="l").terminal(drawn, border=QR_BORDER, compact=True)
    return drawn.getvalue()
