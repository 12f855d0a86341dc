"""The screens in a real browser, by clicks: with the script and without it, wide and narrow, by day and by night."""

import re
from datetime import timedelta
from itertools import product
from typing import Literal

import httpx2
import pytest
from playwright.async_api import Browser, Page, expect

from sitehand.guard.keys import KEY_FORM
from tests.admin.office import PASSWORD, ROOT, Office
from tests.admin.shots import SCREENS, furnish, furnish_activity, log_in
from tests.admin.windows import open_window, walk_to
from tests.browser import find_barriers, measure_overflow

WIDTHS = (360, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


async def _works(address: str, value: str) -> bool:
    """Whether the API takes a key."""
    async with httpx2.AsyncClient() as http:
        answer = await http.get(f"{address}/sitehand/v1/rate-limit", headers={"X-API-Key": value})
    return answer.status_code == 200


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
async def test_the_life_of_a_key(chromium: Browser, address: str, script: bool) -> None:
    """By clicks: make a key, use it, reload without making another, rotate it, revoke it."""
    page = await open_window(chromium, address, script=script)
    await walk_to(page, "Keys")
    await expect(page.get_by_text("No keys yet.")).to_be_visible()
    await page.get_by_label("Label").fill("My assistant")
    await page.get_by_label("Role").select_option("editor: content, design, media, terms, SEO")
    await page.get_by_role("button", name="Create key").click()
    await expect(page.get_by_text("You will not see it again")).to_be_visible()
    first = await page.locator("#key-value").inner_text()
    assert KEY_FORM.fullmatch(first)
    assert await _works(address, first)

    await page.reload()
    await expect(page.get_by_role("status")).to_have_text("You already submitted this form. Nothing was done twice.")
    await expect(page.get_by_role("row")).to_have_count(2)
    assert first not in await page.content()

    await page.get_by_role("link", name="Rotate My assistant").click()
    await page.get_by_label("Old value expires").select_option("in one hour")
    await page.get_by_role("button", name="Rotate key").click()
    second = await page.locator("#key-value").inner_text()
    assert second != first
    assert [await _works(address, value) for value in (first, second)] == [True, True]

    await page.get_by_role("link", name="Back to the keys").click()
    await page.get_by_role("link", name="Revoke My assistant").click()
    await page.get_by_role("button", name="Revoke key").click()
    await expect(page.get_by_role("status")).to_have_text("Key revoked.")
    await expect(page.get_by_text("No keys yet.")).to_be_visible()
    assert [await _works(address, value) for value in (first, second)] == [False, False]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
async def test_limits_and_settings(office: Office, chromium: Browser, address: str, script: bool) -> None:
    """By clicks: another plan, a limit of one's own, a counter set back, and the site's settings; errors are mended."""
    await furnish(office)
    page = await open_window(chromium, address, script=script)
    await walk_to(page, "Limits")
    used = page.get_by_role("row", name="Website assistant")
    await expect(used).to_contain_text("41 of 60")
    await used.get_by_role("button", name="Reset Website assistant").click()
    await expect(used).to_contain_text("0 of 60")
    await page.get_by_role("button", name="Reset all counters").click()
    await expect(page.get_by_role("row", name="Claude Code")).to_contain_text("0 of 300")
    await page.get_by_label("Plan").select_option("pro (120 requests per minute)")
    await page.get_by_label("Default limit").fill("none")
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("Nothing was changed. Check the marked field.")
    await expect(page.get_by_label("Plan")).to_have_value("pro")
    await page.get_by_label("Default limit").fill("90")
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_role("status")).to_have_text("Limits saved.")
    assert (await office.parts.limits.plan(), await office.parts.limits.default()) == ("pro", 90)

    await walk_to(page, "Settings")
    await page.get_by_label("Name").fill("New Books")
    await page.get_by_label("Time zone").select_option("Europe/Berlin")
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_role("status")).to_have_text("Settings saved.")
    stored = await office.parts.host.settings.get()
    assert (stored["name"], stored["timezone"]) == ("New Books", "Europe/Berlin")
    await page.goto(address)
    await expect(page.get_by_role("banner").get_by_text("New Books")).to_be_visible()


async def test_in_and_out(chromium: Browser, address: str) -> None:
    """A wrong password is said to be wrong; the right one leads on; a changed one works; logging out ends it."""
    page = await chromium.new_page()
    await page.goto(f"{address}{ROOT}/settings")
    await page.get_by_label("Password").fill("not the password")
    await page.get_by_role("button", name="Log in").click()
    await expect(page.get_by_text("The password is wrong.")).to_be_visible()
    await page.get_by_label("Password").fill(PASSWORD)
    await page.get_by_role("button", name="Log in").click()
    await page.wait_for_url(f"**{ROOT}/settings")
    await page.get_by_label("Current password").fill(PASSWORD)
    await page.get_by_label("New password", exact=True).fill("quite another sentence")
    await page.get_by_label("New password again").fill("quite another sentence")
    await page.get_by_role("button", name="Change password").click()
    await expect(page.get_by_role("status")).to_contain_text("Password changed.")
    await page.get_by_role("button", name="Log out").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    await page.goto(f"{address}{ROOT}/keys")
    await page.get_by_label("Password").fill("quite another sentence")
    await page.get_by_role("button", name="Log in").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Keys")


async def test_texts_are_copied(office: Office, chromium: Browser, address: str) -> None:
    """The copy buttons put the whole text on the clipboard and say so; without the script there are none."""
    page = await open_window(chromium, address)
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    await walk_to(page, "Connect")
    buttons = page.get_by_role("button", name="Copy the text for")
    await expect(buttons).not_to_have_count(0)
    for button in await buttons.all():
        text = await page.locator(f"#{await button.get_attribute('data-copy')}").inner_text()
        await button.click()
        await expect(button).to_have_text("Copied")
        assert await page.evaluate("navigator.clipboard.readText()") == text
        assert office.parts.address.site in text
    await page.get_by_role("link", name="VS Code").click()
    await expect(page).to_have_url(re.compile("#client-4$"))
    plain = await open_window(chromium, address, script=False)
    await walk_to(plain, "Connect")
    assert await plain.get_by_role("button", name="Copy").count() == 0


async def test_the_keyboard_alone_is_enough(chromium: Browser, address: str) -> None:
    """The first stop is the link past the navigation; the password field has the focus; Enter logs in."""
    page = await chromium.new_page()
    await page.goto(f"{address}{ROOT}/login")
    await expect(page.get_by_label("Password")).to_be_focused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await page.wait_for_url(f"**{ROOT}/")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    await expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()


async def test_every_screen_fits_and_has_no_serious_barrier(
    office: Office, chromium: Browser, address: str, axe_source: str
) -> None:
    """No screen is wider than its window, says anything on the console, or has a serious fault for axe-core."""
    await furnish(office)
    await furnish_activity(office)
    await office.parts.keys.revoke(2, now=office.clock() - timedelta(days=1))
    page = await chromium.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    await page.goto(f"{address}{ROOT}/login")
    await _assert_sound(page, axe_source)
    await log_in(page, address)
    for screen in SCREENS:
        await page.goto(address + ROOT + screen)
        await _assert_sound(page, axe_source)
    await page.goto(f"{address}{ROOT}/keys")
    await page.get_by_label("Limit").fill("wrong")
    await page.get_by_label("Label").fill("x" * 100)
    await page.get_by_role("button", name="Create key").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await _assert_sound(page, axe_source)
    await page.get_by_label("Limit").fill("7")
    await page.get_by_role("button", name="Create key").click()
    await expect(page.locator("#key-value")).to_be_visible()
    await _assert_sound(page, axe_source)
    # The browser itself reports the form that was wrong, and the change that newer ones stand on.
    assert [text for text in complaints if not re.search(r"\b(400|409)\b", text)] == []


async def test_nothing_sticks_out_at_any_width(office: Office, chromium: Browser, address: str) -> None:
    """From a small telephone to a wide desk no screen, and no card on it, is wider than its place."""
    await furnish(office)
    await furnish_activity(office)
    page = await open_window(chromium, address)
    for screen in SCREENS:
        await page.goto(address + ROOT + screen)
        for width in (320, 412, 768, 1024, 1152, 1153, 1200, 1920):
            await page.set_viewport_size({"width": width, "height": 800})
            assert await measure_overflow(page) == 0, (screen, width)
            cards = "[...document.querySelectorAll('.card')].map(card => card.scrollWidth - card.clientWidth)"
            assert max(await page.evaluate(cards)) <= 0, (screen, width)


async def _assert_sound(page: Page, axe_source: str) -> None:
    """On a telephone and on a desk, in daylight and in the dark."""
    for width, scheme in product(WIDTHS, SCHEMES):
        await page.set_viewport_size({"width": width, "height": 800})
        await page.emulate_media(color_scheme=scheme)
        assert await measure_overflow(page) == 0, (page.url, width)
        assert await find_barriers(page, axe_source) == [], (page.url, width, scheme)
