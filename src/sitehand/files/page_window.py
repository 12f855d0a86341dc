"""A window of a browser: it loads a page of what it is given, and is photographed."""

import asyncio
import base64
from collections.abc import Mapping
from typing import Any

from sitehand.errors import Code, Detail, Problem
from sitehand.files.devtools import DevTools
from sitehand.site.page_pictures import MAX_BYTES, MAX_HEIGHT, Fetch, PagePicture, View
from sitehand.site.public_pages import Reading

LOADED, PAUSED, ASKED = "Page.loadEventFired", "Fetch.requestPaused", "Page.javascriptDialogOpening"
HEIGHT = 900
PHONE_WIDTH = 500
"""The widest window, in pixels, that counts as a phone's, which heeds the page's own word on its width."""
MAX_REQUESTS = 200
AT_ONCE = 4
OMITTED = frozenset({"connection", "content-encoding", "content-length", "set-cookie", "transfer-encoding"})
"""Headers that are not those of the body as it is here, or would be kept."""
FORMS: tuple[tuple[str, Mapping[str, int]], ...] = (("png", {}), ("jpeg", {"quality": 80}), ("jpeg", {"quality": 40}))
"""Forms of a picture, in the order in which they become smaller."""
SCROLL_THROUGH = f"""(async top => {{
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  for (let step = 0; step < {MAX_HEIGHT}; step += {HEIGHT // 2}) {{ scrollTo(0, top + step); await drawn(); }}
  scrollTo(0, top);
  const near = image => Math.abs(image.getBoundingClientRect().top) < {MAX_HEIGHT};
  const waited = [...document.images].filter(image => !image.complete && near(image));
  const loaded = waited.map(image => new Promise(done => image.onload = image.onerror = done));
  const late = new Promise(done => setTimeout(done, 3000));
  await Promise.race([Promise.all([document.fonts.ready, ...loaded]), late]);
  await drawn();
}})"""
"""Goes through what will be in the picture, so that what waits to be seen is drawn, and waits for pictures there."""


class PageWindow:
    """Draws one page. `fetch` answers its requests: it reads, and so does the page."""

    def __init__(self, tools: DevTools, fetch: Fetch, view: View) -> None:
        self._tools = tools
        self._fetch = fetch
        self._view = view
        self._left = MAX_REQUESTS
        self._places = asyncio.Semaphore(AT_ONCE)

    async def draw(self, address: str) -> PagePicture:
        """The picture. Raises BrowserEnded, and Problem: invalid_arguments for a page that ends above it, conflict for
        one that the browser does not get.
        """
        await self._open()
        # Expected before the page is asked for: the event may come before the answer.
        loaded = self._tools.expect(LOADED)
        if (await self._tools.ask("Page.navigate", url=address)).get("errorText"):
            hint = "Ask for the format text or html."
            raise Problem(Code.CONFLICT, "The page leads to another site, or cannot be shown.", hint=hint)
        await loaded
        await self._tools.ask("Runtime.evaluate", expression=f"{SCROLL_THROUGH}({self._view.top})", awaitPromise=True)
        return await self._photograph()

    async def _open(self) -> None:
        tools, width = self._tools, self._view.width
        made = await tools.ask("Target.createTarget", url="about:blank")
        tools.attach((await tools.ask("Target.attachToTarget", targetId=made["targetId"], flatten=True))["sessionId"])
        tools.on(PAUSED, self._answer)
        tools.on(ASKED, self._refuse_dialog)
        await tools.ask("Page.enable")
        # Before any page is opened: `fetch` answers every request, and the network none.
        await tools.ask("Fetch.enable", patterns=[{"urlPattern": "*"}])
        size = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": width <= PHONE_WIDTH}
        await tools.ask("Emulation.setDeviceMetricsOverride", **size)
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        await tools.ask("Emulation.setEmulatedMedia", features=[still])

    async def _photograph(self) -> PagePicture:
        layout = await self._tools.ask("Page.getLayoutMetrics")
        whole, top = int(layout["cssContentSize"]["height"]), self._view.top
        if top >= whole:
            detail = Detail(path="top", expected=f"less than {whole}, the height of the page", got=str(top))
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "The page ends above that.",
                hint="Leave out top, or send a smaller one.",
                details=[detail],
            )
        width, height = self._view.width, min(MAX_HEIGHT, whole - top)
        part = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
        for form, options in FORMS:
            shot = await self._tools.ask(
                "Page.captureScreenshot", format=form, clip=part, captureBeyondViewport=True, **options
            )
            content = await asyncio.to_thread(base64.b64decode, shot["data"])
            if len(content) <= MAX_BYTES:
                return PagePicture(content, f"image/{form}", width, height, whole)
        raise Problem(Code.INVALID_ARGUMENTS, "The picture is too large.", hint="Ask for a smaller width.")

    async def _answer(self, paused: dict[str, Any]) -> None:
        """Answer a request, or let it fail."""
        request, number = paused["request"], paused["requestId"]
        reading = await self._read(request) if self._take() else None
        if reading is None or not reading.status:
            await self._tools.ask("Fetch.failRequest", requestId=number, errorReason="BlockedByClient")
        else:
            await self._tools.ask_with("Fetch.fulfillRequest", lambda: _write(number, reading))

    def _take(self) -> bool:
        self._left -= 1
        return self._left >= 0

    async def _read(self, request: Mapping[str, Any]) -> Reading | None:
        if request["method"] != "GET":
            return None
        async with self._places:
            try:
                return await self._fetch(request["url"])
            except Problem:
                return None

    async def _refuse_dialog(self, _: dict[str, Any]) -> None:
        await self._tools.ask("Page.handleJavaScriptDialog", accept=False)


def _write(number: str, reading: Reading) -> dict[str, Any]:
    """The answer to a request as Chromium takes it."""
    headers = [{"name": name, "value": value} for name, value in reading.headers.items() if name not in OMITTED]
    body = base64.b64encode(reading.content).decode()
    return {"requestId": number, "responseCode": reading.status, "responseHeaders": headers, "body": body}
