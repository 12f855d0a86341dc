"""Validation: mild on what is read, strict on what is written."""

import json
from collections import Counter
from typing import Any

import pytest

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.document import walk, write
from sitehand.elementor.draft import Draft
from sitehand.elementor.findings import Finding
from sitehand.elementor.operations import edit
from sitehand.elementor.parsing import read_document
from sitehand.elementor.placement import PARTS
from sitehand.elementor.template_file import insert_template, make_template, read_template_file
from sitehand.elementor.validation import refuse_errors, validate
from sitehand.errors import Detail, Problem
from sitehand.operations.elementor.template_works import InsertedTemplate
from sitehand.site.elementor import ElementorDocument
from sitehand.site.elementor_templates import TemplateDocument
from tests.unit.elementor.documents import COUNTS, MIXED, odd_document, real_documents, widget

CATALOGUE = load_catalogue()
KINDS = [kind for kind in (*CATALOGUE.classic.types, *CATALOGUE.atomic.types) if kind not in PARTS]
PLACES = {"section": "end", "column": {"last_in": "aaaaaa1"}}


def find(*elements: Any) -> list[Finding]:
    """The findings in a document of these elements."""
    return list(validate(read_document(json.dumps(elements)), CATALOGUE))


def write_settings(element: str, settings: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The settings of an element of the mixed document after an update."""
    root = read_document(MIXED)
    edit(root, [{"operation": "update_element", "element": element, "settings": settings, **more}], CATALOGUE)
    return next(each.settings for each in walk(root) if each.id == element)


def refuse(element: str, settings: dict[str, Any], **more: Any) -> list[Detail]:
    """The details with which an update is refused."""
    with pytest.raises(Problem) as caught:
        write_settings(element, settings, **more)
    assert caught.value.details
    return caught.value.details


@pytest.mark.parametrize("texts", [[odd_document()], *([real_documents()] if real_documents() else [])])
def test_what_versions_and_pro_have_stored_is_no_error(texts: list[str]) -> None:
    """Each oddity of the real documents is a note, and as many as were counted."""
    findings = [finding for text in texts for finding in validate(read_document(text), CATALOGUE)]
    assert not [finding for finding in findings if finding.severity == "error"]
    assert Counter(finding.code for finding in findings) == COUNTS


@pytest.mark.parametrize(
    ("element", "path", "code"),
    [
        ("text", "/0", "wrong_kind"),
        ({"id": "1234567", "settings": {}, "elements": []}, "1234567.elType", "no_type"),
        ({"elType": "container", "settings": {}, "elements": []}, "/0.id", "no_id"),
        ({**widget("1234567"), "settings": None}, "1234567.settings", "wrong_kind"),
        ({**widget("1234567"), "settings": "x"}, "1234567.settings", "wrong_kind"),
        ({**widget("1234567"), "widgetType": None}, "1234567.widgetType", "no_type"),
        ({**widget("1234567"), "elements": {"0": {}}}, "1234567.elements", "wrong_kind"),
        (widget("1234567", title=["x"]), "1234567.settings.title", "wrong_kind"),
        (widget("1234567", title={"$$type": "string", "value": "x"}), "1234567.settings.title", "wrong_kind"),
        (widget("1234567", "tabs", tabs={"0": {}}), "1234567.settings.tabs", "wrong_kind"),
        (widget("1234567", "tabs", tabs=["x"]), "1234567.settings.tabs.0", "wrong_kind"),
        (widget("1234567", _padding="10px"), "1234567.settings._padding", "wrong_kind"),
        (widget("1234567", typography_font_size=21), "1234567.settings.typography_font_size", "wrong_kind"),
        (widget("1234567", title_color={"a": 1}), "1234567.settings.title_color", "wrong_kind"),
        (
            widget("1234567", "e-heading", classes={"$$type": "classes", "value": "a"}),
            "1234567.settings.classes.value",
            "wrong_kind",
        ),
        ({**widget("1234567", "e-heading"), "styles": "x"}, "1234567.styles", "wrong_kind"),
        ({**widget("1234567", "e-heading"), "styles": {"s": {"id": "s"}}}, "1234567.styles.s", "wrong_kind"),
    ],
)
def test_a_wrong_kind_is_an_error(element: Any, path: str, code: str) -> None:
    """What makes a page fail, or an element or its rules go missing, is an error with its path."""
    errors = [(finding.path, finding.code) for finding in find(element) if finding.severity == "error"]
    assert errors == [(path, code)]


@pytest.mark.parametrize(
    ("element", "code"),
    [
        (widget("1234567", "our-widget", whatever=[1]), "unknown_element"),
        (widget("1234567", our_setting=[1]), "unknown_setting"),
        (widget("1234567", header_size="h9"), "unknown_value"),
        (widget("1234567", typography_font_size={"unit": "zz", "size": 1}), "unknown_unit"),
        (widget("1234567", __globals__="x"), "odd_references"),
        (widget("1234567", "e-heading", tag="h2"), "untyped"),
        (widget("1234567", "e-heading", link={"$$type": "link", "value": []}), "empty"),
        (widget("not hex"), "odd_id"),
        ({**widget("1234567"), "elements": None}, "no_elements"),
        ({**widget("1234567", "nested-tabs", tabs=[{"_id": "aaaaaaa", "tab_title": "A"}])}, "unpaired"),
    ],
)
def test_what_is_unknown_is_a_note(element: Any, code: str) -> None:
    """What does no harm, or what only the editor refuses, is kept with a note."""
    found = find({"id": "7654321", "elType": "container", "settings": {}, "elements": [element]})
    assert [(finding.severity, finding.code) for finding in found] == [("note", code)]


@pytest.mark.parametrize("text", ["\\ud83d", "\\uDE00 \\ud83d\\ude00", "\ud83d"])
def test_half_a_character_is_an_error(text: str) -> None:
    """PHP reads nothing of a document with half a character in it, and all of one with whole ones."""
    document = (
        f'[{{"id":"1234567","elType":"container","settings":{{"html_tag":"","_element_id":"{text}"}},"elements":[]}}]'
    )
    assert [each.code for each in validate(read_document(document), CATALOGUE)] == ["half_character"]
    whole = document.replace(text, "\\ud83d\\ude00 \U0001f600")
    assert not list(validate(read_document(whole), CATALOGUE))


@pytest.mark.parametrize("number", ["1e400", "-1E+400", "9" * 400, "9" * 5_000])
def test_a_number_that_php_cannot_write_stays_and_comes_in_nowhere(number: str) -> None:
    """It is a note with its path where it is stored, also beside an edit; a whole document with it is refused."""
    document = f'[{{"id":"1234567","elType":"container","settings":{{"_element_id":"","x":[{number}]}},"elements":[]}}]'
    root = read_document(document)
    found = [each for each in validate(root, CATALOGUE) if each.code == "out_of_range"]
    assert [(each.severity, each.path) for each in found] == [("note", "1234567.settings.x.0")]
    with pytest.raises(Problem) as caught:
        refuse_errors(root, CATALOGUE)
    assert [each["path"] for each in caught.value.details] == ["1234567.settings.x.0"]
    update = {"operation": "update_element", "element": "1234567", "settings": {"_element_id": "top"}}
    edit(root, [update], CATALOGUE)
    assert write(root) == document.replace('"_element_id":""', '"_element_id":"top"')
    for copy in (
        lambda: edit(root, [{"operation": "duplicate_element", "element": "1234567"}], CATALOGUE),
        lambda: make_template(root, "", CATALOGUE),
        lambda: make_template(root, "1234567", CATALOGUE),
        lambda: insert_template(Draft(read_document("[]"), CATALOGUE), (root, 0), document),
    ):
        with pytest.raises(Problem) as caught:
            copy()
        assert [each["path"] for each in caught.value.details] == ["1234567.settings.x.0"]


@pytest.mark.parametrize("number", ["1e400", "9" * 5_000])
def test_settings_of_a_page_with_such_a_number_are_refused_with_its_path(number: str) -> None:
    """In a template file, and where a template with it is put onto a page."""
    file = f'{{"content":[],"page_settings":{{"space":{{"size":[1,{number}]}}}}}}'
    with pytest.raises(Problem) as caught:
        read_template_file(file, CATALOGUE)
    assert [each["path"] for each in caught.value.details] == ["page_settings.space.size.1"]
    template = TemplateDocument(data="[]", page_settings=f'{{"x":{number}}}')
    with pytest.raises(Problem) as caught:
        InsertedTemplate(1, json.dumps("end"), True, template)(ElementorDocument(data="[]"))
    assert [each["path"] for each in caught.value.details] == ["page_settings.x"]


@pytest.mark.parametrize("number", ["1e308", "9" * 300, "18446744073709551616", "-9223372036854775809", "1e-400"])
def test_large_numbers_are_read_as_php_reads_them(number: str) -> None:
    """Integers beyond 64 bits are floats; nothing is wrong with those that a float holds."""
    document = f'[{{"id":"1234567","elType":"container","settings":{{"x":{number}}},"elements":[]}}]'
    root = read_document(document)
    refuse_errors(root, CATALOGUE)
    assert repr(next(walk(root)).settings["x"]) == repr(float(number))
    assert write(root) == document


def test_a_whole_document_is_refused_for_errors_alone() -> None:
    """A document with every oddity passes, and one with an error is refused with its path."""
    refuse_errors(read_document(odd_document()), CATALOGUE)
    with pytest.raises(Problem) as caught:
        refuse_errors(read_document(json.dumps([widget("1234567", title=["x"])] * 60)), CATALOGUE)
    assert caught.value.details[0]["path"] == "/0.settings.title"
    assert len(caught.value.details) == 50


def test_ids_that_two_elements_have_are_told_by_place() -> None:
    """A duplicate id is told by the places of both."""
    found = [finding for finding in find(widget("1234567"), widget("1234567")) if finding.code == "duplicate_id"]
    assert [finding.path for finding in found] == ["/0.id", "/1.id"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_each_element_validates(kind: str) -> None:
    """The minimal example of each element is accepted as it is, and what is stored has nothing to note."""
    root = read_document(MIXED)
    before = len(list(validate(root, CATALOGUE)))
    place = PLACES.get(kind, {"last_in": "bbbbbb1"})
    edit(root, [{"operation": "add_element", "element": make_example(kind, CATALOGUE), "at": place}], CATALOGUE)
    codes = [finding.code for finding in validate(read_document(write(root)), CATALOGUE)]
    assert len([code for code in codes if code != "column_sum"]) <= before


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"title": ["x"]}, "text"),
        ({"title": 5}, 'text; write "5"'),
        ({"titel": "x"}, 'a setting of `heading`; write "title"'),
        ({"header_size": "h9"}, 'one of h1, h2, h3, h4, h5, h6, div, span, p; write "h'),
        ({"title_color": "not"}, "a CSS colour"),
        ({"typography_font_size": "21px"}, 'write {"unit": "px", "size": 21, "sizes": []}'),
        ({"typography_font_size": {"size": "21"}}, "a number; write 21"),
        ({"typography_font_size": {"size": 21, "unit": "zz"}}, "one of px, em, rem, vw, custom"),
        ({"_padding": "10px"}, '"top": "10", "right": "10", "bottom": "10", "left": "10"'),
        ({"_padding": ["10"]}, "an object of bottom"),
        ({"_padding": {"top": "10"}}, "a value on every side"),
        ({"_padding": {"top": 1, "right": "1", "bottom": "1", "left": "1"}}, 'a number as text; write "1"'),
        ({"link": "https://example.com"}, 'write {"url": "https://example.com"'),
        (
            {"typography_font_size": {"size": 2}, "typography_typography": ""},
            'one of custom, or nothing acts; write "custom"',
        ),
        ({"__globals__": {"title_color": 5}}, "an object of texts"),
        ({"__globals__": {"title_colour": "globals/colors?id=a"}}, 'write "title_color"'),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(settings: dict[str, Any], expected: str) -> None:
    """On what is written, every value is checked, and the refusal says its path and what to send instead."""
    (detail,) = refuse("aaaaaa3", settings)
    assert detail["path"].startswith(f"aaaaaa3.settings.{next(iter(settings))[:5]}") or "globals" in detail["path"]
    assert expected in detail["expected"]


@pytest.mark.parametrize(
    ("element", "settings", "expected"),
    [
        ("bbbbbb3", {"tag": "h9"}, 'write "h'),
        ("bbbbbb3", {"link": {"destination": "javascript:alert(1)"}}, "runs no script"),
        ("bbbbbb3", {"title": {"$$type": "html-v2", "value": "x"}}, "a value typed html-v3"),
        ("bbbbbb3", {"title": {"$$type": "string", "value": "x"}}, 'write {"$$type": "html-v3"'),
        ("bbbbbb3", {"link": {"$$type": "link", "value": []}}, "leave the setting out"),
        ("bbbbbb3", {"titel": "x"}, 'write "title"'),
        ("bbbbbb2", {"classes": {"$$type": "classes", "value": "a b"}}, 'write ["a", "b"]'),
        ("bbbbbb2", {"classes": ["1a"]}, "a class name"),
        ("bbbbbb3", {"link": {"destination": "#", "isTargetBlank": "yes"}}, "a value typed boolean"),
        ("bbbbbb3", {"link": {"destination": "#", "tag": 3}}, "a value typed string"),
    ],
)
def test_each_nested_typed_value_is_checked(element: str, settings: dict[str, Any], expected: str) -> None:
    """Typed values are checked to their leaves, where Elementor's own check is shallow."""
    details = refuse(element, settings)
    assert any(expected in detail["expected"] for detail in details), details


VARIANT: dict[str, Any] = {"meta": {"breakpoint": "desktop", "state": None}, "props": {}, "custom_css": None}


@pytest.mark.parametrize(
    ("changed", "path", "expected"),
    [
        ({"variants": [{**VARIANT, "props": {"padding": "10px"}}]}, "variants.0.props.padding", '"size": 10'),
        ({"variants": [{**VARIANT, "meta": {"breakpoint": None, "state": None}}]}, "variants.0.meta", '"desktop"'),
        ({"variants": [{**VARIANT, "meta": {"breakpoint": "desktop", "state": "x"}}]}, "variants.0.meta", "hover"),
        ({"variants": [{**VARIANT, "props": {"float": "left"}}]}, "variants.0.props.float", "a property of"),
        ({"variants": "x"}, "", ""),
        ({"label": "x"}, "label", "2 to 50 letters"),
    ],
)
def test_a_style_that_elementors_editor_could_not_save_is_refused(
    changed: dict[str, Any], path: str, expected: str
) -> None:
    """Where somebody writes a style as it is stored: the page would look right, and the next save there would fail."""
    name = "e-eeeeee1-1234567"
    style = {"id": name, "label": "local", "type": "class", "variants": [VARIANT], **changed}
    box = {"id": "eeeeee1", "elType": "e-div-block", "styles": {name: style}}
    with pytest.raises(Problem) as caught:
        edit(read_document(MIXED), [{"operation": "add_element", "element": box, "at": "end"}], CATALOGUE)
    (detail,) = caught.value.details
    assert detail["path"].startswith(f"eeeeee1.styles.{name}{'.' if path else ''}{path}")
    assert expected in detail["expected"]


def test_plain_values_become_typed_ones() -> None:
    """Atomic settings are written as plain JSON, under their names or the names that people expect."""
    settings = write_settings("bbbbbb3", {"text": "New", "tag": "h3", "link": "/contact"})
    assert settings["title"] == {
        "$$type": "html-v3",
        "value": {"content": {"$$type": "string", "value": "New"}, "children": []},
    }
    assert settings["tag"] == {"$$type": "string", "value": "h3"}
    assert settings["link"]["value"] == {"destination": {"$$type": "url", "value": "/contact"}}
    settings = write_settings("bbbbbb3", {"attributes": {"data-x": "1"}, "classes": "a b"})
    assert settings["classes"]["value"] == ["a", "b"]
    assert settings["attributes"]["value"][0]["value"]["key"] == {"$$type": "string", "value": "data-x"}


def test_a_group_is_switched_on_with_what_it_switches() -> None:
    """A setting that does nothing without its switch brings it."""
    assert write_settings("bbbbbb1", {"border_color": "red"})["border_border"] == "solid"
    settings = write_settings(
        "aaaaaa1", {"background_color": "#fff", "background_image": {"url": "https://e.org/a.png"}}
    )
    assert settings["background_background"] == "classic"
    assert settings["background_image"] == {"id": "", "url": "https://e.org/a.png"}
    settings = write_settings("aaaaaa1", {"__globals__": {"background_color": "globals/colors?id=a"}})
    assert settings["background_background"] == "classic"
    settings = write_settings(
        "bbbbbb1", {"box_shadow_box_shadow": {"horizontal": 0, "vertical": 1, "blur": 2, "spread": 0}}
    )
    assert settings["box_shadow_box_shadow_type"] == "yes"


def test_settings_at_a_breakpoint_have_its_suffix() -> None:
    """A breakpoint is for settings that may differ there."""
    settings = write_settings("aaaaaa3", {"align": "center"}, breakpoint="mobile")
    assert settings["align_mobile"] == "center"
    assert "align_mobile" not in write_settings("aaaaaa3", {}, remove=["align"], breakpoint="mobile")
    assert "setting of" in refuse("aaaaaa3", {"title": "x"}, breakpoint="mobile")[0]["expected"]
    assert "styles at a breakpoint" in refuse("bbbbbb3", {"title": "x"}, breakpoint="mobile")[0]["expected"]


def test_rows_get_ids_and_values_what_callers_leave_out() -> None:
    """A row of a list has an id of its own, and a size its unit."""
    root = read_document(MIXED)
    element = {"elType": "widget", "widgetType": "tabs", "settings": {"tabs": [{"tab_title": "A"}, {"tab_title": "B"}]}}
    ids = edit(root, [{"operation": "add_element", "element": element, "at": {"last_in": "bbbbbb1"}}], CATALOGUE).ids
    (tabs,) = (each.settings["tabs"] for each in walk(root) if each.id == ids[0][0])
    assert len({row["_id"] for row in tabs}) == 2
    assert write_settings("aaaaaa3", {"typography_font_size": {"size": 2}})["typography_font_size"] == {
        "unit": "px",
        "sizes": [],
        "size": 2,
    }


def test_a_value_takes_the_place_of_a_reference() -> None:
    """A reference to the kit would win over a value, so it goes where a value is written, and only there."""
    references = {"title_color": "globals/colors?id=a", "typography_typography": "globals/typography?id=b", "x": "y"}
    root = read_document(json.dumps([widget("1234567", __globals__=references, __dynamic__={"title": "[tag]"})]))
    settings = {"title_color": "red", "typography_font_size": {"size": 2}}
    edit(root, [{"operation": "update_element", "element": "1234567", "settings": settings}], CATALOGUE)
    stored = root.children[0].settings
    assert stored["__globals__"] == {"x": "y"}
    assert stored["__dynamic__"] == {"title": "[tag]"}
    edit(root, [{"operation": "update_element", "element": "1234567", "remove": ["x", "title"]}], CATALOGUE)
    assert root.children[0].settings["__globals__"] == root.children[0].settings["__dynamic__"] == {}
    assert list(stored)[2:] == ["title_color", "typography_font_size", "typography_typography"]


def test_a_refusal_of_very_much_is_short() -> None:
    """Thousands of wrong values are refused with the first of them, soon."""
    assert len(refuse("aaaaaa3", {f"wrong{number}": 1 for number in range(5_000)})) == 50
    assert len(refuse("bbbbbb3", {f"wrong{number}": 1 for number in range(5_000)})) == 50
    assert len(refuse("bbbbbb3", {}, style="flot: left;" * 1_500)) == 50


def test_references_join_those_that_are_there() -> None:
    """Globals are merged by name, and an empty one goes."""
    settings = write_settings("aaaaaa3", {"__globals__": {"title_color": "globals/colors?id=primary", "x": ""}})
    assert settings["__globals__"] == {"title_color": "globals/colors?id=primary"}


@pytest.mark.parametrize(
    ("element", "settings", "right"),
    [
        ("bbbbbb1", {"justify_content": "center"}, "flex_justify_content"),
        ("bbbbbb1", {"flex_justify": "center"}, "flex_justify_content"),
    ],
)
def test_a_name_of_another_place_is_refused_with_its_own(element: str, settings: dict[str, Any], right: str) -> None:
    """The names of CSS and of other elements do nothing, so the right one is told."""
    assert f'write "{right}"' in refuse(element, settings)[0]["expected"]


def test_a_name_of_an_image_setting_has_a_dash() -> None:
    """`object-fit` is the one setting that is spelt as in CSS."""
    root = read_document(MIXED)
    image = {"elType": "widget", "widgetType": "image", "settings": {"image": {"url": "a.png"}, "object_fit": "cover"}}
    with pytest.raises(Problem) as caught:
        edit(root, [{"operation": "add_element", "element": image, "at": {"last_in": "bbbbbb1"}}], CATALOGUE)
    assert 'write "object-fit"' in caught.value.details[0]["expected"]


def test_a_setting_that_the_catalogue_does_not_know_changes_in_its_kind() -> None:
    """What an add-on has stored may be changed to a value of the same kind, and is never invented."""
    text = json.dumps(
        [
            {
                "id": "1234567",
                "elType": "container",
                "settings": {},
                "elements": [widget("7654321", "form", button_text="Go")],
            }
        ]
    )
    root = read_document(text)
    operation = {"operation": "update_element", "element": "7654321", "settings": {"button_text": "Send"}}
    edit(root, [operation], CATALOGUE)
    assert '"button_text": "Send"' in write(root)
    for wrong in ({"button_text": ["x"]}, {"buton_text": "x"}):
        with pytest.raises(Problem):
            edit(root, [{**operation, "settings": wrong}], CATALOGUE)
    with pytest.raises(Problem, match="catalogue has no"):
        edit(root, [{"operation": "duplicate_element", "element": "7654321"}, _add("form")], CATALOGUE)


def _add(kind: str) -> dict[str, Any]:
    return {
        "operation": "add_element",
        "element": {"elType": "widget", "widgetType": kind},
        "at": {"last_in": "1234567"},
    }
