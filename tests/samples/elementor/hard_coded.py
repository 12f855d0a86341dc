"""Samples of operations on values that could be references: the page has a colour of the kit."""

from hypothesis import strategies as st

from tests.samples.elementor.items import PAGE, sample_write
from tests.samples.sample import ABSENT, Example, Sample

CATEGORY = "elementor"
SAMPLES = {
    "find_hard_coded": Sample(
        [
            Example({"id": "{id}"}, fresh=PAGE),
            Example({"id": "{id}", "element": "nothing"}, "not_found", fresh=PAGE),
            Example({"id": ABSENT}, "not_found"),
        ]
    ),
    "replace_hard_coded": sample_write(
        {"values": ["#14507A"]},
        {"values": []},
        {"element": "nothing"},
        code="not_found",
        idle={"values": ["#000001"]},
        drawn={"values": st.sampled_from([[], ["#14507a"], ["teal"]])},
    ),
}
