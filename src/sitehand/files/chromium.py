"""Pictures of pages by the Chromium of this machine: for each a process of its own, that lives for some seconds.

The page may be anybody's. Each of its requests is answered here, by who wants the picture: the browser has no network,
neither names nor addresses, and little memory and time.
"""

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from sitehand.errors import Code, Problem
from sitehand.files.devtools import MAX_MESSAGE, BrowserEnded, DevTools
from sitehand.files.page_window import PageWindow
from sitehand.site.page_pictures import Fetch, PagePicture, View

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
LAUNCHER = Path(__file__).with_name("browser_launcher.py")
SECONDS = 20.0
"""How many seconds one picture may take, with the wait for those before it."""
CPU_SECONDS = 30
MEGABYTES = 1024
"""Megabytes of data that each process of the browser may take."""
OPTIONS = (
    *("--headless", "--remote-debugging-pipe", "--disable-gpu", "--hide-scrollbars", "--mute-audio", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync"),
    *("--disable-extensions", "--disable-breakpad", "--renderer-process-limit=1"),
    "--js-flags=--max-old-space-size=256",
    # No network: what is not answered here finds no name, no proxy, and no way past that.
    *("--proxy-server=http://nowhere.invalid:9", "--proxy-bypass-list=<-loopback>"),
    *("--host-resolver-rules=MAP * ~NOTFOUND", "--disable-quic"),
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
ROOT_OPTIONS = ("--no-sandbox",)
"""Chromium's own sandbox does not work for root."""
HINT = "Ask for the format text or html. The owner can install Chromium, or name it with SITEHAND_CHROMIUM."
NOT_STARTED = "Ask for the format text or html. The owner sees why by running Chromium as the user of Sitehand."
"""Where its sandbox is not allowed, as in many containers, or a library is missing, it says so and ends."""


class Chromium:
    """Implements `site.page_pictures.Camera`, one picture after the other. `path`: empty for the one on PATH."""

    def __init__(self, path: str = "", seconds: float = SECONDS) -> None:
        self._path = path
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)

    async def take(self, address: str, fetch: Fetch, view: View) -> PagePicture:
        """A picture of a page."""
        command = find_chromium(self._path)
        if command is None:
            raise Problem(Code.NOT_SUPPORTED, "This server has no Chromium that draws pictures.", hint=HINT)
        try:
            async with asyncio.timeout(self._seconds), self._turn, _open(command) as tools:
                return await PageWindow(tools, fetch, view).draw(address)
        except (TimeoutError, BrowserEnded):
            message = "The page takes too long to draw, or too much memory."
            hint = "Try again, or ask for the format text or html."
            raise Problem(Code.READ_TIMEOUT, message, hint=hint) from None


def find_chromium(path: str) -> str | None:
    """Where the program is that a setting names, or else one on PATH; None where there is none."""
    return shutil.which(path) if path else next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def _open(command: str) -> AsyncIterator[DevTools]:
    """A browser with nothing open; all its processes, and what they wrote, are gone after the block."""
    folder = TemporaryDirectory(prefix="sitehand-chromium-", ignore_cleanup_errors=True)
    try:
        async with _run(command, folder.name) as (reading, writing), _listen(reading, writing) as tools:
            try:
                yield tools
            except BrowserEnded:
                if tools.heard:
                    raise
                message = "The Chromium of this server does not start."
                raise Problem(Code.NOT_SUPPORTED, message, hint=NOT_STARTED) from None
    finally:
        await asyncio.to_thread(folder.cleanup)


@asynccontextmanager
async def _run(command: str, folder: str) -> AsyncIterator[tuple[BinaryIO, BinaryIO]]:
    """The process, and the ends of its pipes: what it says, and what it is told."""
    (told, telling), (saying, said) = os.pipe(), os.pipe()
    options = (*OPTIONS, *(ROOT_OPTIONS if os.geteuid() == 0 else ()), f"--user-data-dir={folder}")
    with closing(os.fdopen(saying, "rb")) as reading, open_writer(telling) as writing:
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", str(LAUNCHER), *map(str, (told, said, MEGABYTES, CPU_SECONDS)), command),
                *(*options, "about:blank"),
                pass_fds=(told, said),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
                env={"HOME": folder, "PATH": os.environ.get("PATH", os.defpath)},
                cwd=folder,
            )
        finally:
            # The browser has copies; these would keep the pipes open after its end.
            os.close(told)
            os.close(said)
        try:
            yield reading, writing
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # with all processes that it has started
            await process.wait()


@contextmanager
def open_writer(pipe: int) -> Iterator[BinaryIO]:
    """What is left to write when its reader has gone is lost: closing it then must not hide why."""
    writing = os.fdopen(pipe, "wb")
    try:
        yield writing
    finally:
        with suppress(OSError):
            writing.close()


@asynccontextmanager
async def _listen(reading: BinaryIO, writing: BinaryIO) -> AsyncIterator[DevTools]:
    said = asyncio.StreamReader(limit=MAX_MESSAGE)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(said), reading)
    tools = DevTools(said, writing)
    try:
        yield tools
    finally:
        await tools.close()
        transport.close()
