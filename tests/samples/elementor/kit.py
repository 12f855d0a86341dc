"""Samples of operations on the kit, which has a colour of its own."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import UNKNOWN, Example, Fresh, Sample, Step, Write, alter

CATEGORY = "elementor"


def primary(color: str) -> dict[str, Any]:
    """A system colour."""
    return {"system_colors": [{"id": "primary", "color": color}]}


def custom(**entry: Any) -> dict[str, Any]:
    """A custom colour."""
    return {"custom_colors": [{"title": "Moss", "color": "#2e6b34", **entry}]}


FONTS = {"system_fonts": [{"id": "text", "font_family": "Georgia, serif", "font_weight": "400"}]}
FRESH = {"kit": Fresh(Step("PATCH", "/elementor/kit", {**primary("#101010"), "container_width": "1000px"}))}
SAMPLES = {
    "get_elementor_kit": Sample([Example(), UNKNOWN]),
    "set_elementor_kit": Sample(
        [
            Example({**primary("#123456"), **custom(), **FONTS}, fresh="kit"),
            Example({"remove_colors": ["primary"]}, fresh="kit"),
            Example({"remove_colors": ["no-such"]}, "invalid_arguments"),
            Example(custom(id="accent"), "invalid_arguments"),
            Example({"system_colors": [{"id": "moss", "color": "#fff"}]}, "invalid_arguments"),
            Example(primary("greenish"), "invalid_arguments"),
            Example({"custom_fonts": [{"title": "Odd", "font_family": "a; b"}]}, "invalid_arguments"),
            UNKNOWN,
        ],
        [
            Write(
                primary("#7a1434"),
                other=primary("#14507a"),
                idle=primary("#101010"),
                newer=Step("PATCH", "/elementor/kit", primary("#000000")),
                sabotage={"builtin": alter("UPDATE", "design", "settings = settings || ' '")},
                fresh="kit",
                disturb=Step("PATCH", "/elementor/kit", {"container_width": "1200px"}),
                disturbed=("settings",),
            )
        ],
        drawn=st.sampled_from(["#111111", "#222222", "#333333"]).map(primary),
    ),
}
