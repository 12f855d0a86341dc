"""Elements that sections are made of, as `add_element` takes them. Colours and fonts are the site's own."""

import html
from collections.abc import Iterable, Sequence
from typing import Any

from sitehand.elementor.blueprints.content import Action, Headed, Image

Part = dict[str, Any]
QUIET = "#f4f6f8"
GAP, NARROW = 24, 760


def widget(kind: str, **settings: Any) -> Part:
    """A widget."""
    return {"elType": "widget", "widgetType": kind, "settings": settings}


def heading(words: str, level: str = "h2", **settings: Any) -> Part:
    """A heading of plain text."""
    return widget("heading", title=html.escape(words, quote=False), header_size=level, **settings)


def text(words: str, **settings: Any) -> Part:
    """A text, a paragraph for each of its parts."""
    return widget("text-editor", editor=paragraphs(words), **settings)


def paragraphs(words: str) -> str:
    """Write plain text as HTML, in paragraphs."""
    parts = [html.escape(part.strip(), quote=False) for part in words.split("\n\n") if part.strip()]
    return "".join(f"<p>{part}</p>" for part in parts)


def button(action: Action, **settings: Any) -> Part:
    """A button."""
    return widget("button", text=action.text, link={"url": action.url}, size="md", **settings)


def image(picture: Image, **settings: Any) -> Part:
    """A picture."""
    return widget("image", image=media(picture), image_size="large", **settings)


def media(picture: Image | None) -> dict[str, Any]:
    """A picture as widgets name it."""
    return {"url": picture.url, "id": picture.id or "", "alt": picture.alt} if picture else {"url": "", "id": ""}


def section(parts: Iterable[Part], **settings: Any) -> Part:
    """A section of the page: full width, its content in the middle."""
    room = {"flex_gap": gap(GAP * 1.5), "padding": sides(80, 20), "padding_mobile": sides(48, 16)}
    return {**box(parts, **{"content_width": "boxed", **room, **settings}), "isInner": False}


def box(parts: Iterable[Part], **settings: Any) -> Part:
    """A container within a section."""
    plain = {"content_width": "full", "flex_direction": "column", "flex_gap": gap(GAP / 2), "padding": sides(0, 0)}
    return {"elType": "container", "isInner": True, "settings": {**plain, **settings}, "elements": list(parts)}


def card(parts: Iterable[Part], **settings: Any) -> Part:
    """A container with an edge of its own."""
    edge = {"border_border": "solid", "border_width": sides(1, 1), "border_color": "#d9dee3"}
    ground = {"background_background": "classic", "background_color": "#ffffff", "border_radius": sides(8, 8)}
    return box(parts, **{**ground, **edge, "padding": sides(28, 24), **settings})


def grid(parts: Sequence[Part], most: int = 3) -> Part:
    """Parts side by side: as many columns as there are parts, up to `most`; two on tablets, one on telephones."""
    number = max(1, min(len(parts), most))
    columns = {
        "grid_columns_grid": tracks(number),
        "grid_columns_grid_tablet": tracks(min(number, 2)),
        "grid_columns_grid_mobile": tracks(1),
        "grid_rows_grid": tracks(1),
    }
    layout = {"container_type": "grid", "content_width": "full", "grid_gaps": gap(GAP), "padding": sides(0, 0)}
    return {"elType": "container", "isInner": True, "settings": {**layout, **columns}, "elements": list(parts)}


def head(content: Headed) -> list[Part]:
    """The title and the text of a section, in the middle."""
    parts = [heading(content.title, align="center")] if content.title else []
    parts += [text(content.text, align="center")] if content.text else []
    return [box(parts, **center())] if parts else []


def center() -> dict[str, Any]:
    """Settings of a narrow container in the middle."""
    return {"width": {"unit": "px", "size": NARROW}, "_flex_align_self": "center", "flex_align_items": "stretch"}


def sides(vertical: int, horizontal: int) -> dict[str, Any]:
    """Four sides in pixels, of which two are the same."""
    up, across = str(vertical), str(horizontal)
    return {"unit": "px", "top": up, "right": across, "bottom": up, "left": across, "isLinked": up == across}


def gap(size: float) -> dict[str, Any]:
    """A gap that is equal between rows and columns, in pixels."""
    return {"unit": "px", "column": f"{size:g}", "row": f"{size:g}", "isLinked": True}


def tracks(number: int) -> dict[str, Any]:
    """That many equal columns, or rows, of a grid."""
    return {"unit": "fr", "size": number}
