"""Calls of the operations on the design system, which has a colour of its own."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import UNKNOWN, Example, Fresh, Sample, Step, Write, alter


def palette(color: str, slug: str = "leaf") -> dict[str, Any]:
    """Settings with one colour."""
    return {"settings": {"color": {"palette": [{"slug": slug, "name": "Leaf", "color": color}]}}}


GREEN = palette("#2e6b34")
HEADINGS = {"styles": {"elements": {"heading": {"color": {"text": "var:preset|color|vivid-red"}}}}}
FRESH_STYLES = {"styles": {"color": {"text": "#202020"}}}
DESIGN_FRESH = {"design": Fresh(Step("PATCH", "/global-styles", {**GREEN, **FRESH_STYLES}))}
DESIGN_SAMPLES = {
    "get_design_system": Sample([Example(), Example({"theme": True}), UNKNOWN]),
    "set_design_system": Sample(
        [
            Example({**palette("#0b3d2e"), **HEADINGS}, fresh="design"),
            Example({"remove": ["settings.color.palette.leaf"]}, fresh="design"),
            Example({"remove": ["settings.color.palette.lead"]}, "invalid_arguments", fresh="design"),
            Example({"settings": {"colour": {}}}, "invalid_arguments"),
            Example({"styles": {"color": {"text": "var:preset|color|no-such"}}}, "invalid_arguments"),
            Example(palette("red; } body { display: none"), "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                palette("#7a1434"),
                other=palette("#14507a"),
                idle=GREEN,
                newer=Step("PATCH", "/global-styles", palette("#000000")),
                sabotage={"builtin": alter("UPDATE", "design", "settings = settings || ' '")},
                fresh="design",
                disturb=Step("PATCH", "/global-styles", {"styles": {"color": {"text": "#101010"}}}),
                disturbed=("styles",),
            )
        ],
        drawn=st.sampled_from(["#111111", "#222222", "#333333"]).map(palette),
    ),
}
