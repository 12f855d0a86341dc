"""The HTML of accordions, tabs, playlists and formulas, which 6.8 does not have, and of columns of text."""

from sitehand.blocks.elements import join_classes, write_element, write_number
from sitehand.blocks.saves.draft import Draft
from sitehand.blocks.styles import Style, pick, write_css
from sitehand.blocks.supports import border_classes, color_classes

HEADING = "wp-block-accordion-heading__toggle"
MAX_COLUMNS = 100
"""Columns of text that are made, however many a block asks for. The editor offers four."""


def save_accordion(draft: Draft) -> str:
    """Its items."""
    return draft.wrap("div", draft.inner, role="group")


def save_accordion_item(draft: Draft) -> str:
    """Its heading and its panel."""
    return draft.wrap("div", draft.inner, classes=join_classes(draft["openByDefault"] and "is-open"))


def save_accordion_heading(draft: Draft) -> str:
    """A button within a heading, with a sign on one side unless told otherwise."""
    side = draft["iconPosition"] if draft["showIcon"] else None
    icon = write_element("span", {"class": f"{HEADING}-icon", "aria-hidden": "true"}, "+")
    css = write_css({"typography": draft["style.typography"]}, draft.release)
    style = {name: css.get(name) for name in ("letter-spacing", "text-decoration")}
    title = write_element("span", {"class": f"{HEADING}-title", "style": style}, draft["title"] or "")
    spacing = write_css({"spacing": draft["style.spacing"]}, draft.release)
    parts = [icon if side == "left" else "", title, icon if side == "right" else ""]
    button = write_element("button", {"type": "button", "class": HEADING, "style": spacing}, *parts)
    classes = join_classes(draft["showIcon"] and "has-icon", side and f"has-icon-{side}")
    return draft.wrap(f"h{write_number(draft['level'] or 3)}", button, classes=classes)


def save_accordion_panel(draft: Draft) -> str:
    """What an item shows when it is open."""
    return draft.wrap("div", draft.inner, role="region")


def save_tab_list(draft: Draft) -> str:
    """A button for each tab."""
    style: Style = {}
    for part in ("color", "border", "spacing"):
        style |= write_css({part: draft[f"style.{part}"]}, draft.release)
    classes = join_classes(color_classes(draft.attributes), border_classes(draft.attributes)) or None
    properties = {"class": classes, "style": style, "type": "button", "role": "tab"}
    buttons = [write_element("button", properties, tab.get("label") or "") for tab in draft["tabs"] or []]
    return draft.wrap("div", *buttons, role="tablist")


def save_tab_panel(draft: Draft) -> str:
    """The markup of a tab's panel, which shows one tab."""
    return draft.wrap("section", draft.inner, role="tabpanel", tabindex=0)


def save_playlist(draft: Draft) -> str:
    """A list of its tracks."""
    name = "wp-block-playlist__tracklist"
    classes = join_classes(
        name,
        not draft["showTracklist"] and f"{name}-is-hidden",
        not draft["showArtists"] and f"{name}-artist-is-hidden",
        not draft["showTrackLength"] and f"{name}-length-is-hidden",
        draft["showNumbers"] and f"{name}-show-numbers",
    )
    return draft.wrap("figure", write_element("ol", {"class": classes}, draft.inner), draft.caption())


def save_math(draft: Draft) -> str:
    """The HTML of a formula; empty without one."""
    if not draft["latex"]:
        return ""
    return draft.wrap("div", write_element("math", {"display": "block"}, draft["mathML"] or ""))


def save_text_columns(draft: Draft) -> str:
    """The markup of paragraphs beside each other."""
    texts, wanted = draft["content"] or [], draft["columns"]
    count = int(min(max(wanted, 0), MAX_COLUMNS))
    columns = [pick(texts[number], "children") or "" if number < len(texts) else "" for number in range(count)]
    parts = [write_element("div", {"class": "wp-block-column"}, write_element("p", {}, text)) for text in columns]
    width = draft["width"]
    return draft.wrap(
        "div", *parts, classes=f"align{'undefined' if width is None else width} columns-{write_number(wanted)}"
    )
