"""The entry point of the command line, which imports only the command that is run.

This module turns errors that a command does not report itself into a sentence and an exit code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click

from referee.cli.click_types import (
    OneOf,
    Option,
    Run,
    help_option,
    name_context,
    run_of,
    usage_problem,
    write_options,
    write_paragraph,
    write_usage,
)
from referee.cli.output import DONE, INPUT_AT_FAULT, OutputError, problem_of, redirect_to_null, write_to_stderr
from referee.words.problems import Problem
from referee.words.safe_text import NEAREST_LETTERS
from referee.words.texts import LANGUAGES, Text, say, text

INTERRUPTED = 130  # the exit code of shells for Ctrl-C

# Each command is a module of the same name in referee.cli.commands; the text is its entry in `terranova --help`.
COMMANDS: dict[str, Text] = {
    "board": text("cli.short_board"),
    "print": text("print.short"),
    "new": text("cli.short_new"),
    "score": text("cli.short_score"),
    "turns": text("cli.short_turns"),
    "play": text("cli.short_play"),
    "check": text("cli.short_check"),
    "replay": text("cli.short_replay"),
    "layout": text("layout.short"),
    "read": text("read.short"),
    "calibrate": text("read.calibrate_short"),
    "demo": text("read.demo_short"),
    "serve": text("serve.short_serve"),
    "reader": text("serve.short_reader"),
    "archive": text("serve.short_archive"),
    "backup": text("take.short_backup"),
    "doctor": text("serve.short_doctor"),
}


class Commands(click.Group):
    """The group of all commands, which imports a command only when that command is used."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the global options before the command, and attach the context to usage errors."""
        with name_context(ctx):
            return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order in which they are needed for a game."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, or return None if there is none with this name."""
        if cmd_name not in COMMANDS:
            return None
        loaded: click.Command = import_module(f"referee.cli.commands.{cmd_name}").command
        return loaded

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name in the first argument, its command, and the remaining arguments.

        Raise a Problem if there is no such command, except during shell completion.
        """
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing:
            raise Problem("usage", text("cli.no_such_command", command=args[0], commands=tuple(COMMANDS)))
        return args[0], found, args[1:]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help text without importing any command."""
        language = run_of(ctx).reading_language
        write_usage(self, ctx, formatter)
        write_paragraph(formatter, say(text("cli.about_terranova"), language))
        with formatter.section(say(text("cli.commands_heading"), language)):
            formatter.write_dl([(name, say(short, language)) for name, short in COMMANDS.items()])
        write_options(self, ctx, formatter)
        with formatter.section(say(text("cli.example_heading"), language)):
            formatter.write_text("terranova score --help")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the --help option with a translated help text."""
        return help_option(self, ctx)


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the version and exit if --version is given."""
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        run_of(ctx).output.write_lines(f"terranova {version('terranova-referee')}")
        ctx.exit()


@click.group("terranova", cls=Commands, invoke_without_command=True, context_settings={"max_content_width": 100})
@click.option("--lang", type=OneOf(LANGUAGES), expose_value=False, cls=Option, about=text("cli.option_lang"))
@click.option("--json", is_flag=True, expose_value=False, hidden=True)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=show_version,
    cls=Option,
    about=text("cli.option_version"),
)
@click.pass_context
def terranova(ctx: click.Context) -> None:
    """Raise a Problem if no command is given."""
    if ctx.invoked_subcommand is None:
        raise Problem("usage", text("cli.no_command", commands=tuple(COMMANDS)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code, or end the process with this code if a photo is still being decoded."""
    code = _run_safely(arguments)
    _end_despite_overdue_work(code)
    return code


def _end_despite_overdue_work(code: int) -> None:
    """End the process at once if a thread is still decoding a photo, because such a thread would make an orderly exit abort."""
    if "calibration.threads" not in sys.modules:  # loaded by the commands that open photos
        return
    from calibration.threads import has_overdue_work

    if has_overdue_work():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _run_safely(arguments: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    run = Run("--json" in given, _chosen_language(given), system_language(os.environ))
    _let_streams_show_what_they_can()
    try:
        return _run(run, arguments)
    except OutputError as gone:
        redirect_to_null(sys.stdout)
        if gone.problem is None:
            return DONE
        write_to_stderr(sys.stderr, run.output.format(gone.problem.message))
        return INPUT_AT_FAULT


def _run(run: Run, arguments: Sequence[str] | None) -> int:
    try:
        code = terranova.main(arguments, prog_name="terranova", standalone_mode=False, obj=run)
        return code if isinstance(code, int) else DONE
    except OutputError:
        raise
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except click.ClickException as error:
        return run.output.report_problem(usage_problem(error))
    except Exception as error:
        return _report(run, error)


def _report(run: Run, error: Exception) -> int:
    """Report an error and return its exit code. If reporting fails, report the new error instead, unless it is an OutputError."""
    try:
        return run.output.report_problem(problem_of(error))
    except OutputError:
        raise
    except Exception as worse:
        return run.output.report_problem(problem_of(worse))


def _chosen_language(arguments: Sequence[str]) -> str | None:
    """Return the language given with --lang, English if that language is not supported, or None if none is given.

    The language is needed before click parses the arguments, so that help and usage errors use it too.
    """
    for place, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return known_language(argument.partition("=")[2])
        if argument == "--lang" and place + 1 < len(arguments):
            return known_language(arguments[place + 1])
    return None


def _let_streams_show_what_they_can() -> None:
    """Make the output streams replace characters that the console cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=NEAREST_LETTERS)


def system_language(environment: Mapping[str, str]) -> str:
    """Return the system's language, or English if that language is unknown or not supported."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            return known_language(environment[variable])
    return known_language(_windows_locale()) if sys.platform == "win32" else "en"


def known_language(locale_name: str) -> str:
    """Return the language of a locale such as `de_AT.UTF-8`, or English if that language is not supported."""
    language = locale_name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else "en"


def _windows_locale() -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    import locale

    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


if __name__ == "__main__":
    sys.exit(main())
