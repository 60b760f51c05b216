"""The guide for clubs and the files beside it name only existing options, variables, metrics, files and commands."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
import yaml

from referee.cli.main import COMMANDS
from tests.cli.runs import ROOT

CLUB = ROOT / "docs/club"
FILES = sorted(path for path in CLUB.iterdir() if path.is_file())
GUIDE = (CLUB / "README.md").read_text()
VARIABLE = re.compile(r"\bTERRANOVA_[A-Z_]+\b")


def variables_read() -> set[str]:
    """Return the variables that the servers and readers read."""
    found = set()
    for name in ("web/site/wsgi.py", "web/site/gunicorn_settings.py"):
        source = (ROOT / name).read_text()
        found |= set(VARIABLE.findall(source))
        found |= {f"TERRANOVA_{word}" for word in re.findall(r'given(?:\.get\(|\[|, )"([A-Z_]+)"', source)}
        found |= {f"TERRANOVA_{word}" for word in re.findall(r'\{PREFIX\}([A-Z_]+)"', source)}
    for command in ("reader", "archive"):
        module = import_module(f"referee.cli.commands.{command}")
        found |= {str(param.envvar) for param in module.command.params if param.envvar}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_name_only_variables_that_are_read(path: Path) -> None:
    assert set(VARIABLE.findall(path.read_text())) <= variables_read()


def test_the_guide_explains_every_variable() -> None:
    assert variables_read() <= set(VARIABLE.findall(GUIDE))


def commands_of(text: str) -> list[list[str]]:
    """Return the words of every command line that runs terranova."""
    lines = re.findall(r"(?:^|/|`)terranova ((?:backup|serve|reader|archive|doctor)[^`\n]*)", text, re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_commands_and_their_options_exist(path: Path) -> None:
    for words in commands_of(path.read_text()):
        assert words[0] in COMMANDS
        params = import_module(f"referee.cli.commands.{words[0]}").command.params
        known = {name for param in params for name in param.opts}
        assert {word for word in words if word.startswith("-")} <= known, words


def test_options_of_serve_in_the_table_exist() -> None:
    params = import_module("referee.cli.commands.serve").command.params
    known = {name for param in params for name in param.opts}
    assert set(re.findall(r"`(--[a-z-]+)` of `serve`", GUIDE)) <= known


def test_files_and_metrics_of_the_guide_exist() -> None:
    for name in re.findall(r"docs/club/[\w.-]+|\]\((\w[\w.]+)\)", GUIDE):
        if name:
            assert (CLUB / name).exists(), name
    for name in re.findall(r"docs/club/([\w.-]+)", "\n".join(path.read_text() for path in FILES)):
        assert (CLUB / name.rstrip(".")).exists(), name
    source = (ROOT / "web/site/metrics.py").read_text()
    for name in re.findall(r"`(terranova_\w+)`", GUIDE):
        assert f'"{name.removesuffix("_total")}"' in source


def test_every_address_of_the_guide_is_a_route_that_needs_no_code() -> None:
    from web.site.app import OPEN_TO_ALL
    from web.site.health import health
    from web.site.metrics import metrics

    routes = {"/health/live": health, "/health/ready": health, "/metrics": metrics}
    assert set(re.findall(r"`(/(?:health|metrics)[/\w]*)`", GUIDE)) <= set(routes)
    assert {"health.live", "health.ready", "metrics.scrape"} <= OPEN_TO_ALL


def test_compose_file_runs_each_part_with_the_settings_of_the_guide() -> None:
    composed = yaml.safe_load((CLUB / "compose.yaml").read_text())
    services = composed["services"]
    assert set(services) == {"database", "web", "reader", "proxy"}
    subnet = composed["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert services["web"]["environment"]["TERRANOVA_TRUSTED_PROXIES"] == subnet
    assert (ROOT / composed["x-terranova"]["build"]["dockerfile"]).is_file()
    assert (CLUB / composed["x-terranova"]["build"]["context"]).resolve() == ROOT
    assert services["reader"]["command"][0] == "terranova"
    assert services["reader"]["command"][1] in COMMANDS


@pytest.mark.parametrize("name", ["terranova-web.service", "terranova-reader.service"])
def test_units_start_what_the_guide_installs(name: str) -> None:
    unit = (CLUB / name).read_text()
    programs = "gunicorn -c python:web.site.gunicorn_settings|terranova reader"
    assert re.search(rf"^ExecStart=/opt/terranova/bin/({programs})$", unit, re.MULTILINE)
    assert "KillMode=mixed" in unit
    assert "EnvironmentFile=/etc/terranova/club.env" in unit
    assert name in GUIDE


def test_image_installs_the_extras_of_the_guide() -> None:
    image = (CLUB / "Dockerfile").read_text()
    assert "'.[club,heic]'" in image
    assert "'.[club,heic]'" in GUIDE
    assert 'CMD ["gunicorn", "-c", "python:web.site.gunicorn_settings"]' in image
