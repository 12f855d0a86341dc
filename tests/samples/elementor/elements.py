"""Samples of operations on elements."""

from hypothesis import strategies as st

from tests.samples.elementor.components import ATOMIC
from tests.samples.elementor.items import CHANGES, HEADING, sample_write
from tests.samples.sample import ALWAYS

CATEGORY = "elementor"
ELEMENTS = st.sampled_from(["aaaaaa1", "aaaaaa2", "bbbbbb1", "nothing"])
PLACES = st.sampled_from(["start", "end", {"last_in": "aaaaaa1"}, {"after": "aaaaaa2"}])
REMOVE = {"operation": "remove_element", "element": "aaaaaa2"}
SAMPLES = {
    "add_element": sample_write(
        {"element": HEADING, "at": {"first_in": "bbbbbb1"}},
        {"element": HEADING, "at": {"last_in": "aaaaaa1"}},
        {"element": {"elType": "widget", "widgetType": "unheard-of"}, "at": "end"},
        idle=ALWAYS,
        drawn={"element": st.just(HEADING), "at": PLACES},
    ),
    "update_element": sample_write(
        {"element": "aaaaaa2", "settings": {"title": "Changed"}},
        {"element": "aaaaaa2", "settings": {"title": "Otherwise"}},
        {"element": "aaaaaa2", "settings": {"title": ["x"]}},
        idle={"element": "aaaaaa2", "settings": {"title": "New"}},
        drawn={"element": ELEMENTS, "settings": CHANGES.map(lambda title: {"_title": title})},
    ),
    "set_interactions": sample_write(
        {"element": "aaaaaa1", "interactions": [{"effect": "fade"}]},
        {"element": "aaaaaa1", "interactions": [{"effect": "scale"}]},
        {"element": "aaaaaa1", "interactions": [{"trigger": "hover"}]},
        idle={"element": "aaaaaa1", "interactions": []},
        drawn={"element": ELEMENTS, "interactions": st.just([{"effect": "fade"}])},
        fresh=ATOMIC,
    ),
    "replace_element": sample_write(
        {"element": "aaaaaa2", "replacement": {"elType": "widget", "widgetType": "divider"}},
        {"element": "aaaaaa2", "replacement": {"elType": "widget", "widgetType": "spacer"}},
        {"element": "aaaaaa2", "replacement": {"elType": "column"}},
        idle="The new element is another one.",
        drawn={"element": ELEMENTS, "replacement": st.just(HEADING)},
    ),
    "move_element": sample_write(
        {"element": "aaaaaa2", "at": {"first_in": "bbbbbb1"}},
        {"element": "bbbbbb1", "at": "start"},
        {"element": "aaaaaa2", "at": "middle"},
        idle={"element": "bbbbbb1", "at": "end"},
        drawn={"element": ELEMENTS, "at": PLACES},
    ),
    "duplicate_element": sample_write(
        {"element": "aaaaaa2"},
        {"element": "bbbbbb1"},
        {"element": "nothing"},
        code="not_found",
        idle=ALWAYS,
        drawn={"element": ELEMENTS},
    ),
    "wrap_element": sample_write(
        {"elements": ["aaaaaa2"], "wrapper": {"elType": "container"}},
        {"elements": ["bbbbbb1"], "wrapper": {"elType": "container"}},
        {"elements": [], "wrapper": {"elType": "container"}},
        idle=ALWAYS,
        drawn={"elements": ELEMENTS.map(lambda each: [each]), "wrapper": st.just({"elType": "container"})},
    ),
    "remove_element": sample_write(
        {"element": "aaaaaa2"},
        {"element": "bbbbbb1"},
        {"element": "nothing"},
        code="not_found",
        idle="What is gone is not removed again: not_found.",
        drawn={"element": ELEMENTS},
    ),
    "replace_in_elementor": sample_write(
        {"old": "New", "new": "Old"},
        {"old": "New", "new": "Other"},
        {"old": "", "new": "x"},
        idle={"old": "nowhere", "new": "x"},
        drawn={"old": CHANGES, "new": CHANGES},
    ),
    "apply_elementor_operations": sample_write(
        {"operations": [REMOVE]},
        {"operations": [{**REMOVE, "element": "bbbbbb1"}]},
        {"operations": [{"operation": "burn"}]},
        idle={"operations": [{"operation": "repair_document"}]},
        drawn={"operations": ELEMENTS.map(lambda each: [{**REMOVE, "element": each}])},
    ),
}
