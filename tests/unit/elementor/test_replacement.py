"""Text, addresses and colours are replaced where they stand, and nowhere else."""

import json
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.document import walk, write
from sitehand.elementor.operations import edit, revert
from sitehand.elementor.parsing import read_document
from sitehand.errors import Problem
from tests.unit.elementor.documents import MIXED, widget

PAGE = json.dumps(
    [
        {
            "id": "1000000",
            "elType": "container",
            "settings": {"background_color": "#FF0000"},
            "elements": [
                widget("1000001", title="Old & new", align="center", title_color="#ff0000", _element_id="Old"),
                widget(
                    "1000002",
                    "text-editor",
                    editor='<p title="Old">Old &amp; new <a href="https://old.example/a">Old</a></p>',
                ),
                widget("1000003", "tabs", tabs=[{"_id": "aaaaaaa", "tab_title": "Old", "tab_content": "x"}]),
                widget("1000004", "button", text="Go", link={"url": "https://old.example/b", "is_external": "on"}),
                widget("1000005", "form", form_name="Old form", size="center", fields=[{"label": "Old"}]),
                widget(
                    "1000006",
                    "e-heading",
                    title={
                        "$$type": "html-v3",
                        "value": {"content": {"$$type": "string", "value": "Old"}, "children": []},
                    },
                    tag={"$$type": "string", "value": "h2"},
                ),
            ],
        }
    ]
).replace("/", "\\/")


def replace(text: str, **arguments: Any) -> tuple[dict[str, dict[str, Any]], list[str]]:
    """The settings by id after a replacement that can be taken back, and the ids that it answered."""
    root = read_document(text)
    done = edit(root, [{"operation": "replace_in_elementor", **arguments}], load_catalogue())
    settings = {each.id: each.settings for each in walk(root)}
    revert(root, done.inverse)
    assert write(root) == text
    return settings, done.ids[0]


def test_text_is_replaced_where_people_read_it() -> None:
    """Texts, rows, typed texts and the texts of unknown widgets change; names, tags and choices stay."""
    settings, ids = replace(PAGE, old="Old", new="Néw")
    assert ids == ["1000001", "1000002", "1000003", "1000005", "1000006"]
    assert settings["1000001"]["title"] == "Néw & new"
    assert settings["1000001"]["_element_id"] == "Old"
    assert settings["1000002"]["editor"].startswith('<p title="Old">Néw &amp;')
    assert settings["1000003"]["tabs"][0] == {"_id": "aaaaaaa", "tab_title": "Néw", "tab_content": "x"}
    assert settings["1000005"]["fields"] == [{"label": "Néw"}]
    assert settings["1000006"]["title"]["value"]["content"]["value"] == "Néw"


def test_text_is_found_as_html_spells_it() -> None:
    """An ampersand is one, whether the text is HTML or not."""
    settings, _ = replace(PAGE, old="Old & new", new="A < B")
    assert settings["1000001"]["title"] == "A < B"
    assert "A &lt; B" in settings["1000002"]["editor"]


def test_choices_and_tags_are_no_text() -> None:
    """What is no text to read does not change, whatever it says."""
    assert replace(PAGE, old="center", new="left")[1] == []
    assert replace(PAGE, old="h2", new="h3")[1] == []
    assert replace(PAGE, old="p", new="q", element="1000002")[1] == []


def test_addresses_are_replaced_everywhere() -> None:
    """An address changes in links and in HTML, also where the text has escaped slashes."""
    settings, ids = replace(PAGE, old="https://old.example/", new="https://new.example/", kind="address")
    assert ids == ["1000002", "1000004"]
    assert settings["1000004"]["link"] == {"url": "https://new.example/b", "is_external": "on"}
    assert 'href="https://new.example/a"' in settings["1000002"]["editor"]


def test_a_colour_is_replaced_everywhere_however_it_is_spelt() -> None:
    """A colour changes where it is the whole value."""
    settings, ids = replace(PAGE, old="#ff0000", new="rgb(0 0 0 / 50%)", kind="color")
    assert ids == ["1000000", "1000001"]
    assert settings["1000000"]["background_color"] == settings["1000001"]["title_color"] == "rgb(0 0 0 / 50%)"


def test_a_replacement_stays_in_its_element() -> None:
    """With an element, only that and what is in it changes, and the rest keeps its bytes."""
    assert replace(PAGE, old="Old", new="New", element="1000003")[1] == ["1000003"]
    root = read_document(MIXED)
    edit(root, [{"operation": "replace_in_elementor", "old": "Café", "new": "Tea"}], load_catalogue())
    assert write(root) == MIXED.replace("Caf\\u00e9 \\/ Bar", "Tea \\/ Bar")


@pytest.mark.parametrize(
    "arguments",
    [
        {"old": "", "new": "x"},
        {"old": "x", "new": "y", "kind": "everything"},
        {"old": "red", "new": "notacolor", "kind": "color"},
        {"old": "https://old.example/", "new": "javascript:alert(1)", "kind": "address"},
        {"old": "https://old.example/", "new": '" onclick="', "kind": "address"},
        {"old": "e", "new": "x", "kind": "address"},
        {"old": "x", "new": "y", "element": "7777777"},
    ],
)
def test_a_replacement_that_makes_no_sense_is_refused(arguments: dict[str, str]) -> None:
    """What is no kind, colour or address changes nothing."""
    with pytest.raises(Problem):
        replace(PAGE, **arguments)


def test_an_ampersand_is_not_found_in_an_entity() -> None:
    """Only where it is one: bare, or spelt `&amp;`."""
    page = json.dumps([widget("1000001", "text-editor", editor="<p>A&nbsp;B&#8217;s &amp; C & D</p>")])
    assert replace(page, old="&", new="and")[0]["1000001"]["editor"] == "<p>A&nbsp;B&#8217;s and C and D</p>"
