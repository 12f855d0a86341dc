"""Forms that were opened before somebody else saved: they change what a person changed in them, and nothing else."""

from typing import Any

import httpx2
import pytest
from lxml import html

from sitehand.store.settings import SettingsTable
from tests.admin.office import ROOT, Office, Visitor


async def _open(owner: Visitor, page: str, number: int = 0) -> dict[str, str]:
    """What a browser would send of the form of that number at that address, as it is shown."""
    shown = html.fromstring((await owner.get(page)).text)
    forms = [each for each in shown.forms if each.get("action") == ROOT + page and each.method == "POST"]
    return dict(forms[number].form_values())


async def _send(owner: Visitor, page: str, form: dict[str, str], **typed: str) -> httpx2.Response:
    return await owner.http.post(ROOT + page, data={**form, **typed})


async def _read(office: Office) -> dict[str, Any]:
    parts = office.parts
    limits = {"plan": await parts.limits.plan(), "default": await parts.limits.default()}
    return {**await parts.host.settings.get(), **limits}


async def test_settings_of_another_tab_stay(office: Office, owner: Visitor) -> None:
    """An old tab changes the language alone: the name, the plan and the limit that were saved meanwhile stay."""
    old = await _open(owner, "/settings")
    await _send(owner, "/settings", await _open(owner, "/settings"), name="Books", plan="pro")
    await _send(owner, "/limits", await _open(owner, "/limits"), default="777")
    answer = await _send(owner, "/settings", old, language="de-DE")
    assert answer.headers["location"] == f"{ROOT}/settings?done=settings"
    stored = await _read(office)
    assert [stored[name] for name in ("name", "language", "plan", "default")] == ["Books", "de-DE", "pro", 777]


async def test_limits_of_another_tab_stay(office: Office, owner: Visitor) -> None:
    """An old tab changes the default limit alone, and keeps the plan that was chosen meanwhile."""
    old = await _open(owner, "/limits")
    await _send(owner, "/limits", await _open(owner, "/limits"), plan="pro")
    await _send(owner, "/limits", old, default="45")
    stored = await _read(office)
    assert (stored["plan"], stored["default"]) == ("pro", 45)


async def test_a_refused_form_still_knows_what_it_showed(office: Office, owner: Visitor) -> None:
    """A form that comes back with a fault, and is sent again, changes what it was to change."""
    refused = await _send(owner, "/settings", await _open(owner, "/settings"), name="Books", logo="picture")
    assert refused.status_code == 400
    (again,) = [each for each in html.fromstring(refused.text).forms if each.get("action") == f"{ROOT}/settings"]
    await _send(owner, "/settings", dict(again.form_values()), logo="")
    assert (await _read(office))["name"] == "Books"


async def test_tools_that_another_tab_switched_off_stay_off(office: Office, owner: Visitor) -> None:
    """An old tab switches one more operation off; the one that was switched off meanwhile is not on again."""
    old, new = await _open(owner, "/tools"), await _open(owner, "/tools")
    del new["on.create_page"], old["on.list_pages"]
    for form in (new, old):
        assert (await _send(owner, "/tools", form)).headers["location"] == f"{ROOT}/tools?done=tools"
    assert office.parts.choices.choice().operations == {"create_page", "list_pages"}
    again = await _open(owner, "/tools")
    await _send(owner, "/tools", {**again, "on.list_pages": "yes"})
    assert office.parts.choices.choice().operations == {"create_page"}


async def test_a_preset_of_another_tab_keeps_its_value(office: Office, owner: Visitor) -> None:
    """An old tab renames a preset, and keeps the colour that it got meanwhile."""
    leaf = {"kind": "color.palette", "slug": "leaf", "name": "Leaf", "value": "#111111"}
    await owner.send("/design", "/design", leaf)
    shown = html.fromstring((await owner.get("/design")).text)
    (old,) = [dict(each.form_values()) for each in shown.forms if ("value", "#111111") in each.form_values()]
    await _send(owner, "/design", old, value="#222222")
    await _send(owner, "/design", old, name="Leaf green")
    palette = (await office.parts.host.design.get()).own.settings["color"]["palette"]
    assert palette == [{"slug": "leaf", "name": "Leaf green", "color": "#222222"}]
    assert "done=same" in (await _send(owner, "/design", old)).headers["location"]


async def test_a_preset_that_another_tab_removed_is_as_the_form_shows_it(office: Office, owner: Visitor) -> None:
    """An old tab that changes its colour makes it again, with the name that the form has."""
    leaf = {"kind": "color.palette", "slug": "leaf", "name": "Leaf", "value": "#111111"}
    shown = {"was.name": "Leaf", "was.value": "#111111"}
    await owner.send("/design", "/design", {**leaf, **shown, "value": "#222222"})
    palette = (await office.parts.host.design.get()).own.settings["color"]["palette"]
    assert palette == [{"slug": "leaf", "name": "Leaf", "color": "#222222"}]


async def test_a_form_of_tools_that_names_none_is_about_all(office: Office, owner: Visitor) -> None:
    """As one of a release that did not send what was on: what is not ticked is switched off."""
    old = await _open(owner, "/tools")
    del old["were_on"], old["on.list_pages"]
    await _send(owner, "/tools", old)
    assert office.parts.choices.choice().operations == {"list_pages"}


@pytest.mark.parametrize("page", ["/settings", "/limits", "/tools"])
async def test_a_form_that_changes_nothing_says_so(owner: Visitor, page: str) -> None:
    """It does not say that something was saved."""
    answer = await _send(owner, page, await _open(owner, page))
    assert answer.headers["location"] == f"{ROOT}{page}?done=same"


async def test_a_time_zone_without_a_name_stays(office: Office, owner: Visitor) -> None:
    """A WordPress can have an offset that is no named zone: the form shows it, and saving the name keeps it."""
    await SettingsTable(office.parts.database).set({"timezone": "UTC+05:45"})
    form = await _open(owner, "/settings")
    assert form["timezone"] == "UTC+05:45"
    answer = await _send(owner, "/settings", form, name="Books")
    assert answer.headers["location"] == f"{ROOT}/settings?done=settings"
    stored = await _read(office)
    assert (stored["name"], stored["timezone"]) == ("Books", "UTC+05:45")
