"""Samples of the conversion of documents. Their page has a section."""

from hypothesis import strategies as st

from tests.samples.elementor.items import BASE, CONTENT, HEADING, sample_write
from tests.samples.sample import Fresh, Step

CATEGORY = "elementor"
PAGE = "elementor_page_of_sections"
COLUMN = {"id": "ddddddd", "elType": "column", "settings": {"_column_size": 100}}
SECTION = {"id": "ccccccc", "elType": "section", "settings": {"structure": "10", "heading_color": "#101010"}}
SECTIONS = [{**SECTION, "elements": [{**COLUMN, "elements": [{"id": "eeeeeee", **HEADING, "elements": []}]}]}]
FRESH = {PAGE: Fresh(Step("PUT", BASE, {"content": [*CONTENT, *SECTIONS]}), of="page")}
SAMPLES = {
    "convert_elementor": sample_write(
        {"to": "containers"},
        {"element": "ccccccc"},
        {"element": "ddddddd"},
        idle={"element": "aaaaaa1"},
        drawn={"to": st.just("containers")},
        fresh=PAGE,
    )
}
