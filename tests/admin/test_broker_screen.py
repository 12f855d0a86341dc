"""The Broker screen by clicks: enroll, see how it stands, end it; the secret never shows."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from playwright.async_api import Browser, Page, expect

from tests.admin.office import Office
from tests.admin.shots import log_in
from tests.browser import find_barriers, measure_overflow, serve
from tests.unit.broker.loopback import Broker, open_broker

SECRET = "quite-a-secret-that-nobody-may-see"
METADATA = "/.well-known/oauth-authorization-server"
DISCOVERY = "/.well-known/oauth-protected-resource"


@pytest.fixture
async def address(office: Office) -> AsyncIterator[str]:
    """Where the service is served."""
    async with serve(office.app) as address:
        yield address


@pytest.fixture
async def broker() -> AsyncIterator[Broker]:
    """A server on this machine that plays a broker which takes the secret."""
    async with open_broker() as broker:
        endpoints = {"introspection_endpoint": f"{broker.url}/ask", "registration_endpoint": f"{broker.url}/register"}
        broker.answer(METADATA, {"issuer": broker.url, **endpoints})
        broker.answer("/ask", {"active": False})
        broker.answer("/register", {"client_id": "registered", "client_secret": SECRET}, 201)
        yield broker


class Enrolling:
    """The screen in a window; whoever looks at it sees to it that the secret is nowhere in the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    async def open(self) -> None:
        """Log in, and go there by the navigation."""
        await log_in(self.page, self.address)
        navigation = self.page.get_by_role("navigation", name="Screens")
        await navigation.get_by_role("link", name="Sign-in broker", exact=True).click()
        await expect(self.page.get_by_role("heading", level=1)).to_have_text("Sign-in broker")

    async def fill(self, issuer: str, client_id: str = "", secret: str = SECRET) -> None:
        """Fill the form and send it."""
        await self.page.get_by_label("Issuer").fill(issuer)
        await self.page.get_by_label("Client id", exact=True).fill(client_id)
        await self.page.get_by_label("Secret or registration token").fill(secret)
        await self.page.get_by_role("button", name="Enroll", exact=True).click()

    async def look(self) -> str:
        """What the page says; the secret is not in its source."""
        assert SECRET not in await self.page.content()
        return await self.page.get_by_role("main").inner_text()


async def open_desk(chromium: Browser, address: str, script: bool) -> Enrolling:
    """The screen of somebody who has logged in."""
    context = await chromium.new_context(java_script_enabled=script, viewport={"width": 1280, "height": 800})
    page = await context.new_page()
    enrolling = Enrolling(page, address)
    await enrolling.open()
    return enrolling


async def status_of(address: str, path: str, token: str = "") -> int:
    """What the service answers to a GET, with a token when there is one."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx2.AsyncClient(trust_env=False) as http:
        return (await http.get(address + path, headers=headers)).status_code


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
async def test_enroll_see_and_disconnect(
    office: Office, chromium: Browser, address: str, broker: Broker, script: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """What was found is shown, a test call says how it is, and the end holds at once; no page or log has the secret."""
    caplog.set_level(logging.DEBUG)
    enrolling = await open_desk(chromium, address, script)
    assert "Clients need an API key." in await enrolling.look()
    assert await status_of(address, DISCOVERY) == 404
    await enrolling.fill(broker.url, "my-site")
    await expect(enrolling.page.get_by_role("status")).to_contain_text("Site enrolled.")
    shown = await enrolling.look()
    for text in (broker.url, "my-site", f"{broker.url}/ask", "client_secret_basic", "kept, encrypted"):
        assert text in shown
    assert await status_of(address, DISCOVERY) == 200

    await enrolling.page.get_by_role("button", name="Make a test call").click()
    await expect(enrolling.page.get_by_role("status")).to_have_text("The broker works.")
    broker.answer("/ask", {"error": "invalid_client", "error_description": SECRET}, 401)
    await enrolling.page.get_by_role("button", name="Make a test call").click()
    await expect(
        enrolling.page.get_by_text("The broker cannot be used: it answered 401, invalid_client.")
    ).to_be_visible()
    await enrolling.look()
    assert await status_of(address, "/sitehand/v1/rate-limit", "token") == 503

    await enrolling.page.get_by_role("link", name="Sign-in broker", exact=True).click()
    await enrolling.page.get_by_role("link", name="Disconnect").click()
    await enrolling.page.get_by_role("link", name="Cancel").click()
    await expect(enrolling.page.get_by_role("button", name="Make a test call")).to_be_visible()
    assert "enrolled" in await enrolling.look()
    await enrolling.page.get_by_role("link", name="Disconnect").click()
    await enrolling.page.get_by_role("button", name="Disconnect").click()
    await expect(enrolling.page.get_by_role("status")).to_contain_text("Site disconnected.")
    assert "Clients need an API key." in await enrolling.look()
    assert await status_of(address, DISCOVERY) == 404
    assert await status_of(address, "/sitehand/v1/rate-limit", "token") == 401
    assert SECRET not in caplog.text


async def test_registration(chromium: Browser, address: str, broker: Broker) -> None:
    """With a registration token the client id is the one that the broker then gives."""
    enrolling = await open_desk(chromium, address, True)
    way = enrolling.page.get_by_label("What the broker gave you")
    await way.select_option("A registration token")
    await enrolling.fill(broker.url, secret="registration-token")
    await expect(enrolling.page.get_by_role("status")).to_contain_text("Site enrolled.")
    assert "registered" in await enrolling.look()


async def test_faults_are_shown_at_their_fields(
    chromium: Browser, address: str, broker: Broker, axe_source: str
) -> None:
    """What was typed stays, but for the secret; a second try mends it; the screen is sound in every state."""
    enrolling = await open_desk(chromium, address, True)
    page = enrolling.page
    await enrolling.fill("http://broker.example", "my-site")
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was changed. Check the marked field")
    await expect(page.locator("#issuer-fault")).to_contain_text("http only for a broker on this machine")
    assert await enrolling.look()
    assert await find_barriers(page, axe_source) == []
    await expect(page.get_by_label("Client id", exact=True)).to_have_value("my-site")
    await expect(page.get_by_label("Secret or registration token")).to_have_value("")
    await enrolling.fill(broker.url, "")
    await expect(page.locator("#client_id-fault")).to_contain_text("Enter the client id")
    broker.answer("/ask", {"error": "invalid_client"}, 401)
    await enrolling.fill(broker.url, "my-site")
    await expect(page.locator("#issuer-fault")).to_contain_text("rejected the credentials")
    assert "Clients need an API key." in await enrolling.look()
    broker.answer("/ask", {"active": False})
    await enrolling.fill(broker.url, "my-site")
    await expect(page.get_by_role("status")).to_contain_text("Site enrolled.")
    for width in (360, 1280):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await measure_overflow(page) == 0
        assert await find_barriers(page, axe_source) == []


async def test_the_secret_is_in_no_file(office: Office, chromium: Browser, address: str, broker: Broker) -> None:
    """Of the data folder; and the key that opens it is for its owner alone."""
    enrolling = await open_desk(chromium, address, True)
    await enrolling.fill(broker.url, "my-site")
    await expect(enrolling.page.get_by_role("status")).to_contain_text("Site enrolled.")
    check_folder(office.parts.settings.data)


def check_folder(folder: Path) -> None:
    """Look for the secret in every file."""
    assert not any(SECRET.encode() in file.read_bytes() for file in folder.iterdir())
    assert (folder / "broker.key").stat().st_mode & 0o777 == 0o600
