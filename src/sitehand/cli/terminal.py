"""What a command says to a person, and reads from one; standard output is for scripts."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import typer

from sitehand.errors import Code, Problem

if TYPE_CHECKING:
    from rich.progress import Progress

# Every other import is in the function that needs it: the server must start fast and stay small, `--help` too.
# ruff: noqa: PLC0415
MAX_SECRET_BYTES = 64 * 1024


def tell(text: str) -> None:
    """Say something to a person; standard output is for scripts. Where it cannot be written, the command goes on."""
    with suppress(OSError):
        typer.echo(text, err=True)


def show_error(text: str) -> None:
    """Say what went wrong."""
    tell(f"{typer.style('Error:', fg='red')} {text}")


def make_progress() -> "Progress":
    """A progress bar for a person, on standard error; it goes when the work ends: what follows says how it ended."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def read_password() -> str:
    """The password that a person types twice, or the first line of standard input. Raises Problem."""
    if sys.stdin.isatty():
        return str(typer.prompt("New password", hide_input=True, confirmation_prompt=True))
    try:
        return sys.stdin.buffer.readline().rstrip(b"\r\n").decode()
    except UnicodeDecodeError:
        raise Problem(Code.INVALID_ARGUMENTS, "The password is not UTF-8.", hint="Send it in UTF-8.") from None


def read_secret() -> str:
    """The broker's secret, typed or from standard input without the end of its last line. Raises Problem."""
    if sys.stdin.isatty():
        return str(typer.prompt("Secret", hide_input=True))
    try:
        return sys.stdin.buffer.read(MAX_SECRET_BYTES).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise Problem(Code.INVALID_ARGUMENTS, "The secret is not UTF-8.", hint="Send it in UTF-8.") from None


def read_passphrase(given: str, *, confirm: bool) -> str:
    """The passphrase for a backup's secrets: of the environment, or typed. Raises Problem when there is neither."""
    if given:
        return given
    if not sys.stdin.isatty():
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The passphrase for the secrets is missing.",
            hint="Run the command in a terminal, or set SITEHAND_BACKUP_PASSPHRASE.",
        )
    return str(typer.prompt("Passphrase", hide_input=True, confirmation_prompt=confirm))
