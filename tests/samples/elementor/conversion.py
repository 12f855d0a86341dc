"""Samples of the conversion of documents. Their page has a section."""

from dataclasses import replace

from hypothesis import strategies as st

from tests.samples.elementor.items import BASE, CONTENT, HEADING, sample_write
from tests.samples.sample import Example, Fresh, Step

CATEGORY = "elementor"
PAGE = "elementor_page_of_sections"
COLUMN = {"id": "ddddddd", "elType": "column", "settings": {"_column_size": 100}}
SECTION = {"id": "ccccccc", "elType": "section", "settings": {"structure": "10", "heading_color": "#101010"}}
SECTIONS = [{**SECTION, "elements": [{**COLUMN, "elements": [{"id": "eeeeeee", **HEADING, "elements": []}]}]}]
FRESH = {PAGE: Fresh(Step("PUT", BASE, {"content": [*CONTENT, *SECTIONS]}), of="page")}
CONTAINERS = sample_write(
    {"to": "containers"},
    {"element": "ccccccc"},
    {"element": "ddddddd"},
    idle={"element": "aaaaaa1"},
    drawn={"to": st.sampled_from(["containers", "blocks", "elementor"])},
    fresh=PAGE,
)
BLOCKS = {"id": "{id}", "to": "blocks"}
TO_BLOCKS = replace(CONTAINERS.writes[0], arguments=BLOCKS, name="to_blocks")
SHOWN = Example({"id": "{id}", "to": "elementor"}, "conflict", fresh=PAGE)
SAMPLES = {
    "convert_elementor": replace(
        CONTAINERS,
        examples=[*CONTAINERS.examples, Example(BLOCKS, fresh=PAGE), SHOWN],
        writes=[*CONTAINERS.writes, TO_BLOCKS],
    )
}
