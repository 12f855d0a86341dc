"""The screen Design: presets of the one design system, changed by forms and shown as they look."""

import pytest
from playwright.async_api import Browser, expect

from sitehand.admin.specimens import write_specimens
from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.design import BuiltinDesign
from sitehand.site.design import Layer, StoredDesign
from tests.admin.office import Office, Visitor
from tests.admin.windows import open_window, send, walk_to

LEAF = {"kind": "color.palette", "slug": "leaf", "name": "Leaf", "value": "#2e6b34"}


async def test_a_preset_is_set_changed_removed_and_undone(office: Office, owner: Visitor) -> None:
    """Each is one change in the owner's name, with the way to its undo."""
    done = await owner.send("/design", "/design", LEAF)
    assert done.status_code == 303
    shown = (await owner.get(done.headers["location"].removeprefix(owner.root))).text
    assert 'value="#2e6b34"' in shown and "Undo this change" in shown and "has-leaf-background-color" in shown
    assert "--wp--preset--color--leaf:#2e6b34" in (await owner.get("/design/specimens.css")).text
    again = await owner.send("/design", "/design", LEAF)
    assert "done=same" in again.headers["location"]
    await owner.send("/design", "/design", {**LEAF, "value": "#0b3d2e"})
    design = await office.parts.host.design.get()
    assert design.own.settings["color"]["palette"] == [{"slug": "leaf", "name": "Leaf", "color": "#0b3d2e"}]
    removed = await owner.send("/design", "/design/remove", LEAF)
    undo = removed.headers["location"].rpartition("change=")[2].partition("&")[0]
    assert (await office.parts.host.design.get()).own.settings == {}
    await owner.send(f"/activity/{undo}/undo", f"/activity/{undo}/undo")
    assert (await office.parts.host.design.get()).own.settings == design.own.settings


async def test_what_is_no_value_is_refused_beside_its_field(office: Office, owner: Visitor) -> None:
    """What was typed stays in the form, and the reason is told; nothing is stored."""
    answer = await owner.send("/design", "/design", {**LEAF, "value": "red; } body { display: none"})
    assert answer.status_code == 400
    assert 'value="red; } body { display: none"' in answer.text and 'id="value-fault"' in answer.text
    assert (await office.parts.host.design.get()).own.settings == {}
    for path in ("/design", "/design/remove"):
        unknown = await owner.send("/design", path, {**LEAF, "kind": "color"})
        assert (unknown.status_code, "done=again" in unknown.headers["location"]) == (303, True)


async def test_examples_belong_to_what_they_are_of(owner: Visitor) -> None:
    """The text above the form names a slug and values, each with its own example."""
    shown = (await owner.get("/design")).text
    assert "such as <code>primary</code>. Its value is, for example, <code>#14507a</code>" in shown


@pytest.mark.parametrize(("code", "status"), [(Code.NOT_SUPPORTED, 200), (Code.HOST_UNAVAILABLE, 503)])
async def test_only_a_site_without_a_design_system_says_so(
    owner: Visitor, monkeypatch: pytest.MonkeyPatch, code: Code, status: int
) -> None:
    """A host that cannot be reached just now is told as that, in the screen and for its stylesheet."""

    async def refuse(design: BuiltinDesign) -> StoredDesign:
        raise Problem(code, "No answer.", hint="Try again.")

    monkeypatch.setattr(BuiltinDesign, "get", refuse)
    shown = await owner.get("/design")
    assert (shown.status_code, "No design system" in shown.text) == (status, status == 200)
    assert (await owner.get("/design/specimens.css")).status_code == status


def test_what_a_theme_says_cannot_leave_its_rule() -> None:
    """The stylesheet is one of the screens: of a theme's presets only plain values get in."""
    palette = [{"slug": "bad", "color": "red}body{display:none"}, {"slug": "good", "color": "#123456"}]
    layer = Layer("theme", {"color": {"palette": palette}}, {})
    css = write_specimens(StoredDesign(1, "0", Layer("custom", {}, {}), (layer,)))
    assert "--good:#123456" in css and "bad" not in css


async def test_a_colour_looks_as_it_is(chromium: Browser, address: str) -> None:
    """In Chromium without a script: the specimen has the colour, and the undo by clicks takes it away."""
    page = await open_window(chromium, address, script=False)
    await walk_to(page, "Design")
    await page.get_by_label("Kind").select_option("Colours")
    await page.get_by_label("Slug", exact=True).fill("leaf")
    await page.get_by_label("Value", exact=True).fill("#2e6b34")
    await page.get_by_role("button", name="Save preset").click()
    await expect(page.locator(".specimen.has-leaf-background-color")).to_have_css(
        "background-color", "rgb(46, 107, 52)"
    )
    await page.get_by_role("link", name="Undo this change").click()
    await send(page, "Undo")
    await walk_to(page, "Design")
    await expect(page.locator(".has-leaf-background-color")).to_have_count(0)
