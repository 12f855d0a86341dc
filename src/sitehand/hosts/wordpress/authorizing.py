"""Asks the person in the browser for an application password, on WordPress's own screen for that.

WordPress 7.1 and later give it back to an address on this machine. Before that the person copies it.
Source: https://developer.wordpress.org/advanced-administration/security/application-passwords/
"""

import asyncio
import secrets
import sys
import uuid
import webbrowser
from collections.abc import Callable
from urllib.parse import parse_qs, urlencode, urlsplit

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.version import read_number, read_public_version
from sitehand.site.connection import Found

APP = uuid.UUID("1d3f3c0e-6a52-4f0b-9d0a-5e1f6c1b7a01")
"""The id by which WordPress tells this application from others."""
APP_NAME = "Sitehand"
TAKES_LOOPBACK = (7, 1)
"""The first version that gives a password back to an http address of this machine."""
LOOPBACK = ("127.0.0.1", "::1")
MINUTES = 10
MAX_HEAD = 16 * 1024
DONE = "The password was received. You can close this window and go back to the terminal."
REFUSED = "You did not allow it. You can close this window."
WRONG = "This address was not opened by the WordPress that was asked."
Tell = Callable[[str], None]


async def ask_in_browser(found: Found, tell: Tell) -> tuple[str, str]:
    """The user and the application password that the person allows. Raises Problem."""
    if found.authorize is None:
        raise Problem(
            Code.HOST_REFUSED,
            f"{found.home} offers no application passwords.",
            hint="Serve the site over https, or allow them in the security plugin that turned them off.",
        )
    refuse_elsewhere(found)
    if takes_loopback(await read_public_version(found.home)):
        return await _receive(found.authorize, tell)
    return await asyncio.to_thread(_ask_to_copy, found.authorize, tell)


def refuse_elsewhere(found: Found) -> None:
    """Raise Problem(host_refused) where a person would allow it at one host, and another would get the password.

    Whoever answers at an address may name the screen of any other WordPress.
    """
    asks, gets = (urlsplit(url).hostname for url in (found.authorize or found.root, found.root))
    if (asks or "").removeprefix("www.") != (gets or "").removeprefix("www."):
        raise Problem(
            Code.HOST_REFUSED,
            f"The site is at {gets}, but asks for the password at {asks}. Sitehand would send that password to {gets}.",
            hint=f"Connect with the address of {asks}. If both are yours, make an application password in WordPress "
            "and enter it by command: sitehand connect wordpress ADDRESS --user NAME",
        )


def takes_loopback(version: str) -> bool:
    """Whether a version gives the password back to an http address of this machine; an unknown one is not asked to."""
    return bool(version) and read_number(version) >= TAKES_LOOPBACK


def may_return(version: str, url: str) -> bool:
    """Whether WordPress gives the password back to this address."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.hostname in LOOPBACK and takes_loopback(version))


class Callback:
    """Takes the one request with which WordPress gives the password back."""

    def __init__(self) -> None:
        self.state = secrets.token_urlsafe(24)
        self.answer: asyncio.Future[tuple[str, str]] = asyncio.get_running_loop().create_future()

    def address(self, port: int) -> str:
        """Where WordPress sends the browser. The state tells its answer from what others may send."""
        return f"http://127.0.0.1:{port}/?{urlencode({'state': self.state})}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            status, text = self.take(head.split(b" ", 2)[1].decode("ascii", "replace"))
            body = f"<!doctype html><meta charset=utf-8><title>Sitehand</title><p>{text}</p>".encode()
            top = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\nConnection: close"
            writer.write(f"{top}\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n\r\n".encode() + body)
            await writer.drain()
        except (OSError, IndexError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # no browser of ours
        finally:
            writer.close()

    def take(self, target: str) -> tuple[str, str]:
        """What a request is answered; the first one with our state decides."""
        given = {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}
        if not secrets.compare_digest(given.get("state", ""), self.state) or self.answer.done():
            return "403 Forbidden", WRONG
        if given.get("success") == "false" or not given.get("password"):
            self.answer.set_exception(_refused())
            return "200 OK", REFUSED
        self.answer.set_result((given.get("user_login", ""), given["password"]))
        return "200 OK", DONE


async def _receive(authorize: str, tell: Tell) -> tuple[str, str]:
    callback = Callback()
    async with await asyncio.start_server(callback.serve, "127.0.0.1", 0, limit=MAX_HEAD) as server:
        port = server.sockets[0].getsockname()[1]
        _open(write_request(authorize, success_url=callback.address(port)), tell)
        try:
            async with asyncio.timeout(MINUTES * 60):
                return await callback.answer
        except TimeoutError:
            raise Problem(
                Code.HOST_REFUSED, f"Nobody allowed it within {MINUTES} minutes.", hint="Run the command again."
            ) from None


def _ask_to_copy(authorize: str, tell: Tell) -> tuple[str, str]:
    _open(write_request(authorize), tell)
    tell("WordPress shows the password when you have allowed it. Enter your WordPress user name and that password.")
    if not sys.stdin.isatty():
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The password cannot be typed: standard input is not a terminal.",
            hint="Give --user, and send the password on standard input.",
        )
    import typer  # noqa: PLC0415 - asked only here

    return str(typer.prompt("User")), str(typer.prompt("Application password", hide_input=True))


def write_request(authorize: str, **more: str) -> str:
    """The address of WordPress's screen."""
    query = urlencode({"app_name": APP_NAME, "app_id": str(APP), **more})
    return f"{authorize}{'&' if '?' in authorize else '?'}{query}"


def _open(address: str, tell: Tell) -> None:
    tell("Allow Sitehand in WordPress, signed in as the user that it is to work as. Open this address:")
    tell(address)
    webbrowser.open(address)


def _refused() -> Problem:
    return Problem(Code.HOST_REFUSED, "It was not allowed in WordPress.", hint="Run the command again, and allow it.")
