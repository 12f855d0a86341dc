"""Elementor widgets that a plugin of the service adds, through the whole service."""

import re
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.elementor.catalogue.registry import read_registry
from sitehand.elementor.catalogue.widget_form import read_widget
from sitehand.errors import Code, Problem
from sitehand.hookspecs import hookimpl
from sitehand.hosts.elementor_widgets import AddedWidgets
from sitehand.settings import Settings
from sitehand.site.elementor_registry import Registered
from tests.service import BASE, Service, open_service
from tests.unit.elementor.test_registry import DUMP

PAGE = Path(__file__).parents[3] / "docs" / "tools" / "elementor.md"
EXAMPLE = re.compile(r"^  ```python\n(  @hookimpl\n.*?)^  ```$", re.MULTILINE | re.DOTALL)


def read_example() -> dict[str, Any]:
    """The widget of the plugin in the docs."""
    (code,) = EXAMPLE.findall(PAGE.read_text("utf-8"))
    names: dict[str, Any] = {"hookimpl": hookimpl}
    exec(textwrap.dedent(code), names)
    (widget,) = names["register_elementor_widgets"]()
    return {**widget}


HOURS = read_example()
ELEMENT = {"elType": "widget", "widgetType": "acme-hours"}
CONTENT = [{"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": []}]


class Adding:
    """A plugin that adds widgets."""

    def __init__(self, *forms: Any) -> None:
        self._forms = forms

    @hookimpl
    def register_elementor_widgets(self) -> Sequence[Any]:
        """Those of the test."""
        return self._forms


async def call(service: Service, method: str, path: str, body: Any = None) -> Any:
    """The body of an answer."""
    answer = await service.http.request(method, BASE + path, json=body, headers={"X-API-Key": service.keys["admin"]})
    return answer.json()


async def test_a_widget_of_a_plugin_is_listed_described_and_held_to_its_controls(tmp_path: Path) -> None:
    """Its example is added, a wrong value is refused with what would be right, and the page shows its words."""
    async with open_service(tmp_path, plugins=[Adding(HOURS)]) as service:
        assert "acme-hours" in (await call(service, "GET", "/elementor/widgets"))["widgets"]
        told = await call(service, "GET", "/elementor/widgets/acme-hours")
        assert {each["name"]: each["type"] for each in told["settings"]} == {
            "title": "text",
            "day": "select",
            "rows": "repeater",
        }
        assert told["example"] == {**ELEMENT, "settings": HOURS["example"]}
        assert {"gap", "_margin", "_title"} <= set(told["others"])
        page = await call(service, "POST", "/pages", {"title": "Hours"})
        path = f"/items/{page['id']}/elementor"
        await call(service, "PUT", path, {"content": CONTENT})
        added = await call(
            service, "POST", f"{path}/elements", {"element": told["example"], "at": {"last_in": "aaaaaa1"}}
        )
        one = f"{path}/elements/{added['elements'][0]}"
        gap = {"gap": {"unit": "em", "size": 2, "sizes": []}}
        assert (await call(service, "PATCH", one, {"settings": gap, "breakpoint": "mobile"}))["changed"] is True
        wrong = {"day": "tues", "gap": {"unit": "vh", "size": 2, "sizes": []}, "titel": "Open"}
        details = (await call(service, "PATCH", one, {"settings": wrong}))["data"]["details"]
        assert [each["path"].partition(".settings.")[2] for each in details] == ["day", "gap.unit", "titel"]
        assert ["tue" in details[0]["expected"], "title" in details[2]["expected"]] == [True, True], details
        assert "Open" in (await call(service, "POST", f"{path}/preview"))["text"]


async def test_whole_documents_are_held_to_it_too(tmp_path: Path) -> None:
    """A wrong kind in what all widgets have is refused, before it is shown too; one in its own settings is a note."""
    async with open_service(tmp_path, plugins=[Adding(HOURS)]) as service:
        path = f"/items/{(await call(service, 'POST', '/pages', {'title': 'Hours'}))['id']}/elementor"
        odd: dict[str, Any] = {
            "id": "aaaaaa2",
            **ELEMENT,
            "settings": {"title": "Open", "rows": "none"},
            "elements": [],
        }
        content = [{**CONTENT[0], "elements": [odd]}]
        assert (await call(service, "PUT", path, {"content": content}))["changed"] is True
        (note,) = (await call(service, "GET", f"{path}/findings"))["items"]
        assert (note["path"], note["severity"]) == ("aaaaaa2.settings.rows", "note")
        odd["settings"]["_margin"] = "10px"
        for method, place in (("PUT", path), ("POST", f"{path}/preview")):
            refused = await call(service, method, place, {"content": content})
            assert refused["data"]["details"][0]["path"] == "aaaaaa2.settings._margin", refused


def change(**fields: Any) -> dict[str, Any]:
    """The widget with something else in it."""
    return {**HOURS, **fields}


@pytest.mark.parametrize(
    ("forms", "place", "said"),
    [
        ([change(controls={"day": {"type": "selekt"}})], "controls.day.type", "the Elementor widget acme-hours cannot"),
        ([change(controls={"rows": {"type": "repeater", "fields": {"a": {}}}})], "controls.rows.fields.a.type", "acme"),
        ([change(controls={})], "controls", "acme-hours cannot be read"),
        ([change(name="heading")], "name", "a widget that is not Elementor's own"),
        ([change(name="e-hours")], "name", "a name such as acme-card"),
        (["acme"], "the widget", "the Elementor widget cannot be read"),
        ([change(example={"day": "wed"})], "settings.day", "the example of the Elementor widget acme-hours would be"),
        ([HOURS, HOURS], "", "acme-hours is there twice"),
    ],
)
def test_a_faulty_one_keeps_the_service_from_starting(tmp_path: Path, forms: list[Any], place: str, said: str) -> None:
    """The refusal names the plugin, the widget, the place and what would be right."""
    with pytest.raises(Problem) as refusal:
        assemble(Settings(data=tmp_path / "site", log="off"), plugins=[Adding(*forms)])
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert refusal.value.message.startswith("the plugin ") and said in refusal.value.message
    assert [each["path"].endswith(place) for each in refusal.value.details[:1]] == [True] * bool(place)


class Site:
    """A site that tells its registry, and counts how often that is asked for."""

    def __init__(self) -> None:
        self.asked = 0
        self._made: Any = None

    async def read(self, make: Callable[[Any], Any]) -> Registered[Any]:
        """The registry of one widget."""
        self.asked += 1
        self._made = self._made or make(DUMP)
        return Registered(self._made, "A note.")


async def test_they_stand_beside_what_a_site_tells_and_count_before_it() -> None:
    """With the controls that all widgets of that site have; a Pro widget is one of the catalogue then."""
    own = [read_widget(change(name=name)) for name in ("acme-hours", "acme-card", "form")]
    added = AddedWidgets({each.name: each for each in own}, Site())
    found = await added.read(read_registry)
    assert found.made and found.note == "A note."
    classic = found.made.classic
    assert list(classic.types) == ["acme-card", "acme-hours", "form"]
    assert set(classic.types["acme-card"].controls) == {"title", "day", "rows", "gap", "_title"}
    assert "form" not in classic.pro_widgets and classic.version == DUMP["elementor"]
    assert (await added.read(read_registry)).made is found.made, "Edits that were prepared are found by it."
