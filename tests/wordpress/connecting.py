"""Connecting a WordPress by the owner's screen, in a browser."""

import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page, expect

from tests.admin.office import ROOT, Office, open_office
from tests.browser import serve
from tests.processes import free_port
from tests.wordpress.site import WordPress

USER, PASSWORD = "sitehand", "a password of its own"
LOGIN = "wp-login.php"
LOGIN_OR_QUESTION = re.compile(rf"/{LOGIN}|/authorize-application\.php")
"""Where WordPress leads who is to allow something: who is not signed in there is asked to first."""


@asynccontextmanager
async def open_desk(folder: Path, **settings: str) -> AsyncIterator[tuple[Office, str]]:
    """A service with an empty site, and its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with open_office(folder, **{"url": url, **settings}) as office, serve(office.app, port) as address:
        yield office, address


def make_user(site: WordPress, role: str = "editor") -> None:
    """A WordPress user for the service, without application passwords."""
    make = f"wp_insert_user(['user_login' => '{USER}', 'user_pass' => '{PASSWORD}', 'role' => '{role}']);"
    run_php(site, f"username_exists('{USER}') || {make} get_user_by('login', '{USER}')->set_role('{role}');")
    end_passwords(site)


def end_passwords(site: WordPress) -> None:
    """Revoke the user's application passwords."""
    run_php(site, f"WP_Application_Passwords::delete_all_application_passwords(username_exists('{USER}'));")


def count_passwords(site: WordPress) -> int:
    """How many application passwords the user has."""
    each = f"WP_Application_Passwords::get_user_application_passwords(username_exists('{USER}'))"
    return int(run_php(site, f"echo count({each});"))


def run_php(site: WordPress, code: str) -> str:
    """What PHP prints inside the site."""
    program = f"require '{site.root}/wp-load.php'; {code}"
    return subprocess.run(["php", "-r", program], capture_output=True, text=True, check=True).stdout


async def find(page: Page, address: str, wordpress: str) -> None:
    """Enter the address of the WordPress on the screen Site."""
    await page.goto(f"{address}{ROOT}/site")
    await page.get_by_label("Address of the WordPress").fill(wordpress)
    await page.get_by_role("button", name="site").or_(page.get_by_role("button", name="Find")).click()


async def go_to_wordpress(page: Page) -> None:
    """To WordPress's own screen, and sign in there as the user."""
    await page.get_by_role("link", name="Allow in WordPress").click()
    await page.wait_for_url(LOGIN_OR_QUESTION)
    if LOGIN in page.url:
        # Its script moves the focus there after 200 ms: a password written meanwhile would become the name.
        await expect(page.locator("#user_login")).to_be_focused()
        await page.locator("#user_login").fill(USER)
        await page.locator("#user_pass").fill(PASSWORD)
        await page.locator("#wp-submit").click()
    await page.wait_for_url("**/authorize-application.php**")


async def allow(page: Page, address: str) -> None:
    """Press the button there; WordPress sends the browser back."""
    await page.locator("#approve").click()
    await page.wait_for_url(f"{address}{ROOT}/site?**")
