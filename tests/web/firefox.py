"""Drive Debian's Firefox over WebDriver BiDi: start it, open pages, tap, choose files, and wait for what pages show."""

from __future__ import annotations

import json
import queue
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import websocket

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
START_SECONDS, PATIENCE_SECONDS, PAUSE_SECONDS = 60.0, 30.0, 0.1
_LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# No requests of Firefox's own: captive portal, settings, updates, studies.
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "remote.active-protocols": 1,
}


class Firefox:
    """One page of a running Firefox."""

    def __init__(self, address: str) -> None:
        self.socket = websocket.create_connection(f"{address}/session", timeout=PATIENCE_SECONDS, suppress_origin=True)
        self.number = 0
        self.command("session.new", capabilities={})
        self.page = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def command(self, method: str, **parameters: object) -> Any:
        """Send a command and return its result."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.number:
                assert message["type"] == "success", message
                return message["result"]

    def resize(self, width: int, height: int) -> None:
        """Set the page to the size of a phone."""
        self.command("browsingContext.setViewport", context=self.page, viewport={"width": width, "height": height})

    def open(self, address: str) -> None:
        """Open a page and wait until it has loaded."""
        self.command("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression on the page; elements come as references."""
        answer = self.command(
            "script.evaluate",
            expression=expression,
            target={"context": self.page},
            awaitPromise=True,
            serializationOptions={"maxDomDepth": 0},
        )
        assert answer["type"] == "success", answer
        found = answer["result"]
        return found if found["type"] == "node" else found.get("value")

    def wait_for(self, expression: str) -> Any:
        """Wait until an expression is true on the page, and return its value."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < until, f"{expression} stays {value!r}: {self.evaluate('document.body.innerText')}"
            time.sleep(PAUSE_SECONDS)
        return value

    def tap(self, selector: str) -> None:
        """Tap the middle of an element with a finger."""
        quoted = json.dumps(selector)
        self.wait_for(f"!!document.querySelector({quoted})")
        self.evaluate(f"document.querySelector({quoted}).scrollIntoView({{block: 'center'}})")
        box = f"document.querySelector({quoted}).getBoundingClientRect()"
        x, y = (
            int(self.evaluate(f"Math.round({middle})"))
            for middle in (f"{box}.x + {box}.width / 2", f"{box}.y + {box}.height / 2")
        )
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": moves}
        self.command("input.performActions", context=self.page, actions=[finger])

    def choose_file(self, selector: str, file: Path) -> None:
        """Choose a file in a file field."""
        element = self.evaluate(f"document.querySelector({json.dumps(selector)})")
        self.command("input.setFiles", context=self.page, element={"sharedId": element["sharedId"]}, files=[str(file)])


@contextmanager
def running_firefox(profile: Path) -> Iterator[Firefox]:
    """Start Firefox headless with a new profile."""
    assert FIREFOX is not None
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [FIREFOX, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile), "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        firefox = Firefox(_await_address(process))
        yield firefox
        firefox.socket.close()
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)
        if process.stderr:
            process.stderr.close()


def _await_address(process: subprocess.Popen[str]) -> str:
    """Read Firefox's output until it prints its address, and keep reading so that it never blocks."""
    found: queue.Queue[str] = queue.Queue()

    def _listen() -> None:
        for line in process.stderr or ():
            if named := _LISTENING.search(line):
                found.put(named[1])

    threading.Thread(target=_listen, daemon=True).start()
    return found.get(timeout=START_SECONDS)
