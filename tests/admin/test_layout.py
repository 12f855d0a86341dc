"""How the screens stand in Chromium: what belongs into one line or column is there, on a desk and on a telephone."""

import pytest
from playwright.async_api import Browser, Locator, ViewportSize, expect

from tests.admin.office import ROOT, Office
from tests.admin.shots import make_client
from tests.admin.test_seo import audit
from tests.admin.windows import open_window, walk_to

TELEPHONE: ViewportSize = {"width": 390, "height": 800}


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
    await page.goto(f"{address}{ROOT}/{screen}")
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
    await page.goto(f"{address}{ROOT}/design")
    for field in ("name", "value"):
        found = page.locator(f".presets input[name={field}][aria-label]")
        assert [len({*await read_edges(found, edge)}) for edge in ("left", "right")] == [1, 1]
    sizes = page.locator(".specimen.font-size")
    assert await sizes.evaluate_all("all => all.map(each => each.scrollHeight <= each.clientHeight)") == [True] * 4


async def test_names_and_values_stand_apart_on_a_telephone(office: Office, chromium: Browser, address: str) -> None:
    """The longest name of a row of the screen Content does not touch its value."""
    async with await make_client(office, "Website assistant", "editor") as editor:
        await editor.post("/pages", json={"title": "Hours"})
    page = await open_window(chromium, address)
    await page.set_viewport_size(TELEPHONE)
    await page.goto(f"{address}{ROOT}/content")
    cell = page.get_by_role("cell").filter(has=page.get_by_role("time"))
    room = await cell.evaluate("""cell => {
        const name = document.createElement("span");
        name.textContent = cell.dataset.name;
        name.style.font = getComputedStyle(cell, "::before").font;
        document.body.append(name);
        const free = cell.querySelector("time").getBoundingClientRect().left - cell.getBoundingClientRect().left;
        return free - name.getBoundingClientRect().width;
    }""")
    assert room >= 8


@pytest.mark.parametrize("screen", ["keys", "seo"])
async def test_boxes_keep_their_size_beside_long_texts(chromium: Browser, address: str, screen: str) -> None:
    """A text that takes several lines on a telephone makes its box no narrower than the others."""
    page = await open_window(chromium, address)
    await page.set_viewport_size(TELEPHONE)
    await page.goto(f"{address}{ROOT}/{screen}")
    boxes: list[float] = await page.get_by_role("checkbox").evaluate_all("all => all.map(each => each.offsetWidth)")
    assert set(boxes) == {22}


async def test_rows_without_boxes_are_not_indented(chromium: Browser, address: str) -> None:
    """On a telephone the rules of the screen SEO begin where their caption does."""
    page = await open_window(chromium, address)
    await page.set_viewport_size(TELEPHONE)
    await walk_to(page, "SEO")
    await audit(page)
    rules = page.get_by_role("table", name="Score by rule")
    (left,) = await read_edges(rules.locator("caption"), "left")
    assert {*await read_edges(rules.locator("tbody th"), "left")} == {left}
