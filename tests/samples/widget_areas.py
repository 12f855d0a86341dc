"""Samples of operations on areas for widgets, which only a classic theme of a WordPress has."""

from pathlib import Path
from typing import Any

from tests.samples.sample import Example, Fresh, Placeholders, Sample, Step, Tables, Write, alter
from tests.samples.template_calls import NEW

ABSENT_AREA = {"area": "no-such-area"}
WRONG_AREA = {"area": "side.bar"}
ABSENT_WIDGET = {**ABSENT_AREA, "ref": "widget:block-999"}
WRONG_WIDGET = {**ABSENT_AREA, "ref": "block-3"}
TWO_PLACES = {"before": "widget:block-1", "after": "widget:block-2"}
NO_AREAS = "Only a classic theme of a WordPress has areas for widgets."


def write_area(arguments: dict[str, Any], other: dict[str, Any], idle: str) -> Write:
    """A write that the built-in site refuses; tests/wordpress/test_widget_areas.py shows its promises."""
    sabotage: dict[Tables, str] = {"builtin": alter("UPDATE", "items", "content = content || 'x'")}
    newer = Step("POST", "/widget-areas/no-such-area/widgets", NEW)
    return Write(arguments, other, idle, newer, sabotage, disturb=newer, disturbed=("widgets",))


def name_area(folder: Path) -> Placeholders:
    """An area with a widget, as the theme of tests/wordpress/test_widget_areas.py has it: no call makes an area."""
    return {"area": "sidebar-1", "ref": "widget:block-2"}


CATEGORY = "site"
FRESH = {"area": Fresh(name_area)}
SAMPLES = {
    "list_widget_areas": Sample([Example({}), Example({"nonsense": 1}, "invalid_arguments")]),
    "add_widget": Sample(
        [
            Example({"area": "{area}", **NEW}, fresh="area"),
            Example({**ABSENT_AREA, **NEW}, "not_found"),
            Example({**WRONG_AREA, **NEW}, "invalid_arguments"),
            Example({**ABSENT_AREA, **NEW, "at": TWO_PLACES}, "invalid_arguments"),
            Example({**ABSENT_AREA, **NEW, "nonsense": 1}, "invalid_arguments"),
        ],
        [write_area({**ABSENT_AREA, **NEW}, {"area": "another"}, "It makes something new each time.")],
        drawn=NO_AREAS,
    ),
    "move_widget": Sample(
        [
            Example({"area": "{area}", "ref": "{ref}"}, fresh="area"),
            Example(ABSENT_WIDGET, "not_found"),
            Example(WRONG_WIDGET, "invalid_arguments"),
            Example({**ABSENT_WIDGET, "at": "middle"}, "invalid_arguments"),
            Example({**ABSENT_WIDGET, "nonsense": 1}, "invalid_arguments"),
        ],
        [write_area(ABSENT_WIDGET, {"area": "another"}, "A widget where it is to go is no change.")],
        drawn=NO_AREAS,
    ),
    "remove_widget": Sample(
        [
            Example({"area": "{area}", "ref": "{ref}"}, fresh="area"),
            Example(ABSENT_WIDGET, "not_found"),
            Example(WRONG_WIDGET, "invalid_arguments"),
            Example({**ABSENT_WIDGET, "nonsense": 1}, "invalid_arguments"),
        ],
        [write_area(ABSENT_WIDGET, {"area": "another"}, "A widget that is in no area is refused.")],
        drawn=NO_AREAS,
    ),
}
