"""Samples of operations on instances of components."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tests.samples.elementor.components import BESIDE, PLACED
from tests.samples.elementor.items import sample_write
from tests.samples.sample import ALWAYS, Sample

CATEGORY = "elementor"


def sample_instance(*arguments: Any, **more: Any) -> Sample:
    """A write of a document, whose new ids follow from the title and the id of a component."""
    return replace(sample_write(*arguments, **more), momentary=frozenset({"elements"}))


SAMPLES = {
    "place_elementor_component": sample_instance(
        {"component": "{component}", "at": {"last_in": "bbbbbb1"}, "values": {"Title": "Hello"}},
        {"component": "{component}", "element": "aaaaaa1"},
        {"component": "{component}", "at": "end", "values": {"Nothing": "x"}},
        idle=ALWAYS,
        drawn={"component": st.sampled_from(["One", "Two"]), "at": st.sampled_from(["start", "end"])},
        fresh=BESIDE,
        beside=BESIDE,
    ),
    "detach_elementor_component": sample_instance(
        {"element": "{instance}"},
        {"element": "aaaaaa1"},
        {"element": "aaaaaa1"},
        idle="What is detached is no instance any more: it is refused.",
        drawn={"element": st.sampled_from(["aaaaaa1", "nothing"])},
        fresh=PLACED,
        beside=PLACED,
    ),
}
