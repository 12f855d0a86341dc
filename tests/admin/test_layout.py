"""How the screens stand in Chromium: what belongs into one line or column is there, on a desk and on a telephone."""

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.admin.windows import open_window

ADMIN = "/sitehand/admin"


async def read_edges(found: Locator, edge: str) -> list[float]:
    """An edge of each element, such as `left`, in CSS pixels."""
    edges: list[float] = await found.evaluate_all(
        "(all, edge) => all.map(each => Math.round(each.getBoundingClientRect()[edge]))", edge
    )
    return edges


@pytest.mark.parametrize("screen", ["abilities", "blocks"])
async def test_fields_of_a_row_are_level(chromium: Browser, address: str, screen: str) -> None:
    """A hint or a fault below one field moves neither it nor the others, and the button stands beside the controls."""
    page = await open_window(chromium, address)
    await page.goto(f"{address}{ADMIN}/{screen}")
    form = page.locator("form.filters")
    await form.evaluate("form => { form.noValidate = true }")
    for _ in range(2):
        controls = form.locator("input:not([type=hidden]), select, .actions")
        assert len(set(await read_edges(controls, "top"))) == 1
        assert len(set(await read_edges(form.locator("label"), "top"))) == 1
        await form.get_by_role("button").click()
        await expect(page.get_by_role("alert")).to_be_visible()


async def test_presets_stand_in_columns(chromium: Browser, address: str) -> None:
    """In every row of the screen Design the fields begin and end at the same places, and specimens are shown whole."""
    page = await open_window(chromium, address)
    await page.goto(f"{address}{ADMIN}/design")
    for field in ("name", "value"):
        found = page.locator(f".presets input[name={field}][aria-label]")
        assert [len({*await read_edges(found, edge)}) for edge in ("left", "right")] == [1, 1]
    sizes = page.locator(".specimen.font-size")
    assert await sizes.evaluate_all("all => all.map(each => each.scrollHeight <= each.clientHeight)") == [True] * 4
