"""Whether text on a colour has to be dark, in each of CSS's ways to write one."""

import pytest

from sitehand.hosts.builtin.public.luminance import needs_dark_text


@pytest.mark.parametrize(
    ("light", "dark"),
    [
        ("oklch(0.8 0.1 150)", "oklch(30% 0.1 150)"),
        ("oklab(0.8 0.05 0)", "oklab(0.3 none 0)"),
        ("lab(70% 20 20)", "lab(20% 20 20)"),
        ("lch(70% 20 20)", "lch(20% 20 20)"),
        ("hwb(0 80% 0%)", "hwb(0 0% 80%)"),
        ("color(display-p3 0.8 0.8 0.8)", "color(display-p3 0.2 0.2 0.2)"),
    ],
)
def test_text_is_dark_on_light_colours_alone(light: str, dark: str) -> None:
    """Whatever the colour space."""
    assert (needs_dark_text(light), needs_dark_text(dark)) == (True, False)


@pytest.mark.parametrize(
    "color", ["currentcolor", "color(rec2020 1 1 1)", "color(--own 1)", "lab(1e200 0 0)", "color()", "inherit", ""]
)
def test_a_colour_that_cannot_be_worked_out_is_not_judged(color: str) -> None:
    """Its author chooses the text."""
    assert needs_dark_text(color) is None
