"""The focal point of a picture on the screen Media: by a click, and as two numbers."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from sitehand.admin.focal_point import read_focus, take_focus
from tests.admin.office import ROOT, Office, Visitor
from tests.admin.shots import make_client
from tests.admin.test_media import upload
from tests.admin.windows import each_script, open_window, walk_to
from tests.browser import find_barriers, measure_overflow
from tests.pictures import draw


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ({"focal_x": "50", "focal_y": "20"}, {}),
        ({}, {}),
        ({"focal_x": " 0 ", "focal_y": "20"}, {"focal_point": {"x": 0, "y": 0.2}}),
        ({"focal_y": "100"}, {"focal_point": {"x": 0.5, "y": 1}}),
        ({"focal_x": "left", "focal_y": ""}, {"focal_point": {"x": "left", "y": ""}}),
    ],
)
def test_a_form_gives_a_focal_point_when_it_has_another_one(form: dict[str, str], expected: dict[str, Any]) -> None:
    """In percent on the screen, in shares of 1 in calls."""
    assert read_focus(form, {"focal_point": {"x": 0.5, "y": 0.2}}) == expected


def test_a_file_without_a_focal_point_gets_none() -> None:
    """A document has none, nor has a WordPress."""
    assert (take_focus({}), read_focus({"focal_x": "1", "focal_y": "1"}, {})) == ({}, {})


async def test_a_focal_point_is_saved_and_a_wrong_one_is_named(office: Office, owner: Visitor) -> None:
    """A document has no such fields."""
    await upload(owner, ("rye.png", draw(size=(600, 200))), ("notes.txt", b"Knead."))
    editor = await make_client(office, "Website assistant", "editor")
    files = {file["slug"]: file["id"] for file in (await editor.get("/media")).json()}
    path = f"/media/{files['rye']}"
    assert 'name="focal_x"' not in (await owner.get(f"/media/{files['notes']}")).text
    html = (await owner.get(path)).text
    assert '<circle cx="50%" cy="50%"' in html
    saved = await owner.send(path, path, {"focal_x": "12", "focal_y": "100"})
    assert saved.headers["location"] == f"{ROOT}{path}?done=saved"
    assert (await editor.get(path)).json()["focal_point"] == {"x": 0.12, "y": 1}
    for wrong in ("101", "-1", "nan", "left"):
        refused = await owner.send(path, path, {"focal_x": wrong, "focal_y": "7"})
        assert (refused.status_code, 'id="focal_x-fault">Enter a number' in refused.text) == (400, True)
        assert 'id="focal_y-fault">Enter' not in refused.text
        assert f'name="focal_x" type="number" value="{wrong}"' in refused.text
    assert (await editor.get(path)).json()["focal_point"] == {"x": 0.12, "y": 1}


@each_script
async def test_a_focal_point_is_chosen_by_a_click(
    office: Office, chromium: Browser, address: str, axe_source: str, tmp_path: Path, script: bool
) -> None:
    """On the whole picture; without script in numbers. The mark is there either way, and no barrier."""
    picture = tmp_path / "rye.png"
    picture.write_bytes(draw(size=(600, 200)))
    window = await open_window(chromium, address, script=script)
    await walk_to(window, "Media")
    await window.get_by_label("Images, documents, sound or video").set_input_files(picture)
    await window.get_by_role("button", name="Upload").click()
    await window.get_by_role("link", name="rye").click()
    left, top = window.get_by_label("Focal point: % from the left"), window.get_by_label("Focal point: % from the top")
    shown = window.locator("#picture")
    if script:
        await expect(window.get_by_text("Click on the most important point of the picture")).to_be_visible()
        await shown.locator("img").evaluate("picture => picture.decode()")
        box = await shown.bounding_box()
        assert box is not None
        await shown.click(position={"x": box["width"] / 4, "y": box["height"] * 0.9})
        await expect(left).to_have_value("25")
        await expect(shown.locator("circle")).to_have_attribute("cy", "90%")
    else:
        await left.fill("25")
        await top.fill("90")
    await window.get_by_role("button", name="Save").click()
    await expect(window.get_by_role("status")).to_have_text("Saved.")
    await expect(left).to_have_value("25")
    await expect(top).to_have_value("90")
    await expect(shown.locator("circle")).to_have_attribute("cx", "25%")
    assert await find_barriers(window, axe_source, script=script) == []
    await window.set_viewport_size({"width": 360, "height": 800})
    assert await measure_overflow(window) == 0
