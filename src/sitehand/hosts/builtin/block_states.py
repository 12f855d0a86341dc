"""Looks that a block has on small screens alone, or while a visitor is at its link: their names, and rules for them.

A look is a variable of the block's element and a class that says so; rules of the style sheet read the variable.
Source: `wp_render_block_states_support` of 7.1, and `VALID_BLOCK_PSEUDO_SELECTORS` of `WP_Theme_JSON`.
"""

from collections.abc import Iterator, Mapping

VIEWPORTS: Mapping[str, str] = {"mobile": "@media (width <= 480px)", "tablet": "@media (480px < width <= 782px)"}
"""By the name in `style`, without its `@`. The widths are those at which WordPress hides blocks too."""
POINTS = ("hover", "focus", "focus-visible", "active")
"""States of the link in a block of `WITH_LINK`, by the name in `style`, without its colon."""
WITH_LINK = ("core/button", "core/navigation-link")
SIDES, CORNERS = ("top", "right", "bottom", "left"), ("top-left", "top-right", "bottom-left", "bottom-right")
OF_LINK = ("color", "background-color", "background", "border-color", "box-shadow", "text-decoration")
"""What a link may change at a point."""
PROPERTIES = (
    *OF_LINK,
    *("font-size", "font-style", "font-weight", "line-height", "text-transform", "letter-spacing", "text-align"),
    *(
        "border-width",
        "border-style",
        *(f"border-{side}-{part}" for side in SIDES for part in ("color", "width", "style")),
    ),
    *("border-radius", *(f"border-{corner}-radius" for corner in CORNERS)),
    *(f"{box}{side}" for box in ("padding", "margin") for side in ("", *(f"-{side}" for side in SIDES))),
    "min-height",
)
"""What a block may change on a screen: one for all sides comes before those of each."""
ALSO = {
    "background-color": "background-image:none!important",
    "border-color": "border-style:solid",
    "border-width": "border-style:solid",
    **{f"border-{side}-{part}": f"border-{side}-style:solid" for side in SIDES for part in ("color", "width")},
}
"""What WordPress sets with a property: a colour covers the gradient of before, and a border is seen."""


def list_names() -> Iterator[tuple[str, str, str]]:
    """Each look: its screen, its point and its property; "" for any screen and for no point."""
    for viewport in ("", *VIEWPORTS):
        yield from ((viewport, "", each) for each in PROPERTIES if viewport)
        yield from ((viewport, point, each) for point in POINTS for each in OF_LINK)


def name_look(viewport: str, point: str, css: str) -> str:
    """The name of a look, such as `mobile-hover--color`."""
    return f"{'-'.join(filter(None, (viewport, point)))}--{css}"


def name_variable(look: str) -> str:
    """The variable of a look."""
    return f"--wp--state--{look}"


def name_class(look: str) -> str:
    """The class of an element that has a look."""
    return f"has-state-{look}"


def write_rules() -> str:
    """The style sheet that reads them. A button's are those of its link, as in WordPress."""
    return "\n".join(_write_rule(*names) for names in list_names())


def _write_rule(viewport: str, point: str, css: str) -> str:
    look = name_look(viewport, point, css)
    own = name_class(look)
    whose = (
        f".content .{own}>a:{point}"
        if point
        else f".content .{own}:not(.wp-block-button),.content .wp-block-button.{own}>a"
    )
    rule = f"{whose}{{{css}:var({name_variable(look)})!important;{ALSO.get(css, '')}}}"
    return f"{VIEWPORTS[viewport]}{{{rule}}}" if viewport else rule
