"""The command framework on top of click: translated help, examples, --json, --lang and usage errors.

Each command module defines one function decorated with `@make_command(...)`. The function takes an Output as its first argument
and returns the exit code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click
from click.shell_completion import CompletionItem

from referee.cli.output import Output
from referee.words.problems import Problem
from referee.words.texts import LANGUAGES, Text, say, text

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class Run:
    """The settings of one call of the command line, determined before the arguments are parsed.

    `chosen_language` is the language given with --lang, or None if none is given.
    """

    as_json: bool
    chosen_language: str | None
    system_language: str

    @property
    def reading_language(self) -> str:
        """The language of help texts: that of --lang, or else the system's."""
        return self.chosen_language or self.system_language

    @property
    def output(self) -> Output:
        """The output of the call; with --json, messages are in English unless --lang is given."""
        return Output(self.as_json, self.chosen_language or ("en" if self.as_json else self.system_language))


def run_of(ctx: click.Context) -> Run:
    """Return the Run stored in a click context, or a default one if there is none."""
    run = ctx.find_root().obj
    return run if isinstance(run, Run) else Run(False, None, "en")


class OneOf(click.ParamType[str]):
    """A parameter type that accepts the words of a fixed list."""

    name = "word"

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word; raise a Problem that lists the valid words if the value is not one of them."""
        if value in self.words:
            return value
        raise Problem("usage", text("cli.option_word", option=_option_name(param), value=str(value), words=self.words))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the valid words separated by bars, for help texts."""
        return "|".join(self.words)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the valid words that start with the input."""
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class WholeNumber(click.ParamType[int]):
    """A parameter type that accepts whole numbers from `low` to `high`, inclusive."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the number; raise a Problem if the value is not a whole number within the range."""
        digits = str(value)
        if digits.isascii() and digits.removeprefix("-").isdigit() and len(digits) < 10 and self.low <= int(digits) <= self.high:
            return int(digits)
        values = {"option": _option_name(param), "value": digits, "low": self.low, "high": self.high}
        raise Problem("usage", text("cli.option_whole", **values))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the range, for help texts."""
        return f"{self.low}-{self.high}"


class FileName(click.ParamType[str]):
    """A parameter type that accepts any file name; the file is checked only when it is opened."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Let the shell complete file names."""
        return [CompletionItem(incomplete, type="file")]


class BoardName(FileName):
    """A parameter type for the name of a board or the path of its file; the text must be encodable because output repeats it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the name or path; raise a Problem if it cannot be encoded."""
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Problem("no-such-board", text("cli.name_not_text", name=value)) from None
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the placeholder for help texts."""
        return "NAME"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the matching built-in and saved boards, and let the shell complete file names."""
        from referee.boards.library import BUILT_IN, list_saved_boards

        names = (*BUILT_IN, *list_saved_boards())
        named = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return [*named, *super().shell_complete(ctx, param, incomplete)]


class Option(click.Option):
    """An option with a translated help text."""

    def __init__(self, *args: Any, about: Text, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the names of the option and its help text in the user's language, or None if the option is hidden."""
        record = super().get_help_record(ctx)
        return record and (record[0], say(self.about, run_of(ctx).reading_language))


def option(*names: str, about: Text, **kwargs: Any) -> Decorator:
    """Return a decorator that adds an option with a translated help text to a command."""
    return click.option(*names, cls=Option, about=about, **kwargs)


def argument(name: str, metavar: str, **kwargs: Any) -> Decorator:
    """Return a decorator that adds an argument to a command; its metavar is not translated."""
    return click.argument(name, metavar=metavar, **kwargs)


def input_files(name: str, metavar: str) -> Decorator:
    """Return a decorator that adds an argument for one or more input files; `-` is standard input."""
    return argument(name, metavar, nargs=-1, required=True, type=FileName())


def input_file(name: str, metavar: str) -> Decorator:
    """Return a decorator that adds an argument for one input file; `-` is standard input."""
    return argument(name, metavar, type=FileName())


def board_argument(name: str) -> Decorator:
    """Return a decorator that adds an argument for one or more boards, by name or file."""
    return argument(name, "NAME...", nargs=-1, required=True, type=BoardName())


def board_option(*names: str, default: str | None) -> Decorator:
    """Return a decorator that adds an option for a board, by name or file."""
    return option(*names, type=BoardName(), default=default, about=text("cli.option_board"))


def output_option(about: Text) -> Decorator:
    """Return a decorator that adds the option -o for the output file."""
    return option("-o", "--output", "output_path", metavar="FILE", type=FileName(), about=about)


class Command(click.Command):
    """A command with translated help that ends with examples."""

    def __init__(self, *args: Any, about: Text, examples: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.context_settings = {"allow_extra_args": True, "max_content_width": 100}
        self.about, self.examples = about, examples

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise a Problem or a UsageError of click if they are invalid or too many."""
        with name_context(ctx):
            rest = super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise Problem("usage", text("cli.unexpected_argument", argument=ctx.args[0], command=ctx.command_path))
        return rest

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage, description, options and examples."""
        language = run_of(ctx).reading_language
        write_usage(self, ctx, formatter)
        write_paragraph(formatter, say(self.about, language))
        write_options(self, ctx, formatter)
        with formatter.section(say(text("cli.example_heading"), language)):
            formatter.write_text("\b\n" + "\n".join(self.examples))

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the --help option with a translated help text."""
        return help_option(self, ctx)


@contextmanager
def name_context(ctx: click.Context) -> Iterator[None]:
    """Attach the context to usage errors raised in a `with` block, because click's parser does not always do so."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or ctx
        raise


def help_option(command: click.Command, ctx: click.Context) -> click.Option | None:
    """Return click's --help option with a translated help text, or None if the command has no such option."""
    found = click.Command.get_help_option(command, ctx)
    if found:
        found.help = say(text("cli.option_help"), run_of(ctx).reading_language)
        found.callback = _show_help
    return found


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        run_of(ctx).output.write_lines(ctx.get_help())
        ctx.exit()


def write_usage(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the usage line."""
    heading = say(text("cli.usage_heading"), run_of(ctx).reading_language)
    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), prefix=f"{heading}: ")


def write_paragraph(formatter: click.HelpFormatter, words: str) -> None:
    """Write an indented paragraph, such as the description of a command."""
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(words)


def write_options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the list of options."""
    options = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    records = [record for option in options if (record := option.get_help_record(ctx))]
    if records:
        with formatter.section(say(text("cli.options_heading"), run_of(ctx).reading_language)):
            formatter.write_dl(records)


def make_command(name: str, about: Text, examples: Sequence[str]) -> Callable[[Callable[..., int]], click.Command]:
    """Return a decorator that turns a function into a command with the options --json and --lang.

    The function takes an Output as its first argument and returns an exit code.
    """

    def decorate(function: Callable[..., int]) -> click.Command:
        @click.pass_context
        @wraps(function)
        def answer(ctx: click.Context, /, **values: Any) -> int:
            return function(run_of(ctx).output, **values)

        with_lang = option("--lang", "_lang", type=OneOf(LANGUAGES), expose_value=False, about=text("cli.option_lang"))(answer)
        with_json = option("--json", "_json", is_flag=True, expose_value=False, about=text("cli.option_json"))(with_lang)
        made = click.command(name, cls=Command, about=about, examples=examples)(with_json)
        made.params.sort(key=lambda param: param.name in ("_json", "_lang"))
        return made

    return decorate


def usage_problem(error: click.ClickException) -> Problem:
    """Return the Problem that corresponds to a usage error of click."""
    if isinstance(error, click.NoSuchOption):
        return Problem("usage", text("cli.no_such_option", option=error.option_name, help=_help_line(error)))
    if isinstance(error, click.MissingParameter):
        return Problem("usage", text("cli.missing_argument", argument=_option_name(error.param), help=_help_line(error)))
    if isinstance(error, click.BadOptionUsage):
        if _is_flag(error):
            return Problem("usage", text("cli.option_takes_no_value", option=error.option_name))
        return Problem("usage", text("cli.option_needs_value", option=error.option_name, help=_help_line(error)))
    return Problem("usage", text("cli.usage", message=error.format_message().rstrip("."), help=_help_line(error)))


def _is_flag(error: click.BadOptionUsage) -> bool:
    params = error.ctx.command.get_params(error.ctx) if error.ctx else []
    return any(isinstance(param, click.Option) and param.is_flag and error.option_name in param.opts for param in params)


def _help_line(error: click.ClickException) -> str:
    ctx = getattr(error, "ctx", None)
    return f"{ctx.command_path if ctx else 'terranova'} --help"


def _option_name(param: click.Parameter | None) -> str:
    if param is None:
        return ""
    return max(param.opts, key=len) if isinstance(param, click.Option) else str(param.metavar or param.name)
