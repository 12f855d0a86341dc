"""Samples of operations on global classes and variables, of which there is one each."""

from typing import Any

from hypothesis import strategies as st

from tests.samples.sample import UNKNOWN, Example, Fresh, Sample, Step, Write, alter

CATEGORY = "elementor"
CLASSES, VARIABLES = "/elementor/classes", "/elementor/variables"


def card(style: str) -> dict[str, Any]:
    """A class."""
    return {"classes": [{"label": "card", "style": style}]}


def brand(value: str) -> dict[str, Any]:
    """A variable."""
    return {"variables": [{"label": "brand", "color": value}]}


def wide(width: str) -> dict[str, Any]:
    """Another class."""
    return {"label": "wide", "style": f"width: {width}"}


def gap(size: str) -> dict[str, Any]:
    """Another variable."""
    return {"label": "gap", "size": size}


FRESH = {
    "classes": Fresh(Step("PATCH", CLASSES, {"classes": [*card("color: #101010")["classes"], wide("50%")]})),
    "variables": Fresh(Step("PATCH", VARIABLES, {"variables": [*brand("#101010")["variables"], gap("1rem")]})),
}


def sample_write(kind: str, path: str, make: Any, disturb: dict[str, Any], examples: list[Example]) -> Sample:
    """A write of one of the two."""
    return Sample(
        [*examples, Example({"remove": ["no-such"]}, "invalid_arguments"), UNKNOWN],
        [
            Write(
                make("#7a1434"),
                other=make("#14507a"),
                idle=make("#101010"),
                newer=Step("PATCH", path, make("#000000")),
                sabotage={"builtin": alter("UPDATE", "shared_styles", "items = items || ' '")},
                fresh=kind,
                disturb=Step("PATCH", path, disturb),
                disturbed=("items",),
            )
        ],
        drawn=st.sampled_from(["#111111", "#222222", "#333333"]).map(make),
    )


SAMPLES = {
    "list_elementor_classes": Sample([Example({"uses": True}, fresh="classes"), UNKNOWN]),
    "list_elementor_variables": Sample([Example({"labels": ["brand"]}, fresh="variables"), UNKNOWN]),
    "set_elementor_classes": sample_write(
        "classes",
        CLASSES,
        lambda color: card(f"color: {color}"),
        {"classes": [wide("100%")]},
        [
            Example(card("color: #2e6b34"), fresh="classes"),
            Example({"remove": ["card"]}, fresh="classes"),
            Example(card("colour: red"), "invalid_arguments"),
            Example({"classes": [{"label": "9"}]}, "invalid_arguments"),
        ],
    ),
    "set_elementor_variables": sample_write(
        "variables",
        VARIABLES,
        brand,
        {"variables": [gap("2rem")]},
        [
            Example(brand("teal"), fresh="variables"),
            Example({"remove": ["brand"]}, fresh="variables"),
            Example(brand("url(x)"), "invalid_arguments"),
            Example({"variables": [{"label": "brand", "size": "1px"}]}, "invalid_arguments", "variables"),
        ],
    ),
}
