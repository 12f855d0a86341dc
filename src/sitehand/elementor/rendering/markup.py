"""Elements of HTML, every attribute and text in them escaped."""

import html

VOID = frozenset({"img", "hr", "br", "input", "source"})
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "div", "span", "p")
SECTIONS = ("div", "header", "footer", "article", "section", "aside", "nav")
"""Tags of a layout. `main` is none: the page has one."""


def escape(text: str) -> str:
    """Write text as HTML."""
    return html.escape(text)


def tag(name: str, content: str = "", /, **attributes: str) -> str:
    """An element with HTML in it. Empty attributes are left out, but for `alt`; `class_` is `class`, `_` is `-`."""
    given = "".join(
        f' {key.strip("_").replace("_", "-")}="{html.escape(value)}"'
        for key, value in attributes.items()
        if value or key == "alt"
    )
    return f"<{name}{given}>" if name in VOID else f"<{name}{given}>{content}</{name}>"


def flag(name: str, *, on: bool) -> str:
    """The value of an attribute that is there or not, such as `open`."""
    return name if on else ""
