"""Fluid font sizes, beside what WordPress 7.1 answers for the same presets."""

from typing import Any

import pytest

from sitehand.blocks.design.fluid import write_font_size

WIDE = {"typography": {"fluid": True}, "layout": {"wideSize": "1200px"}}

BOUNDED = {"size": "2rem", "fluid": {"min": "1.5rem", "max": "2.5rem"}}


@pytest.mark.parametrize(
    ("preset", "css"),
    [
        ({"size": "12px"}, "12px"),
        ({"size": "4vw"}, "4vw"),
        ({"size": "40px", "fluid": False}, "40px"),
        ({"size": "3rem"}, "clamp(1.743rem, 1.743rem + ((1vw - 0.2rem) * 2.285), 3rem)"),
        ({"size": "96px"}, "clamp(48.588px, 3.037rem + ((1vw - 3.2px) * 5.388), 96px)"),
        ({"size": "2.25em"}, "clamp(1.378em, 1.378rem + ((1vw - 0.2em) * 1.585), 2.25em)"),
        (
            {"size": "2rem", "fluid": {"min": "1.5rem", "max": "2.5rem"}},
            "clamp(1.5rem, 1.5rem + ((1vw - 0.2rem) * 1.818), 2.5rem)",
        ),
        ({"size": "1.3rem", "fluid": {"min": "17px"}}, "clamp(17px, 1.063rem + ((1vw - 3.2px) * 0.432), 1.3rem)"),
    ],
)
def test_a_size_follows_the_window_between_its_bounds(preset: dict[str, Any], css: str) -> None:
    """From 320 pixels to the wide width."""
    assert write_font_size(preset, WIDE) == css


def test_sizes_are_fluid_only_where_the_site_says_so() -> None:
    """And within the widths that it names."""
    assert write_font_size({"size": "3rem"}, {}) == "3rem"
    named = {"typography": {"fluid": {"minViewportWidth": "20rem", "maxViewportWidth": "20rem"}}}
    assert write_font_size({"size": "3rem"}, named) == "3rem"


@pytest.mark.parametrize("size", ["0px", "0.0rem", "9" * 400 + "px"])
def test_a_size_of_which_nothing_can_be_worked_out_stays_as_it_is(size: str) -> None:
    """Nothing, or more than a number holds; and so for its bounds."""
    assert write_font_size({"size": size, "fluid": {"max": "2rem"}}, WIDE) == size
    huge = {"typography": {"fluid": {"minViewportWidth": "1" * 320 + "px"}}}
    assert write_font_size({"size": "3rem"}, huge) == "3rem"
