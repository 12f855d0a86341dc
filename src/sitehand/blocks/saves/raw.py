"""Blocks whose HTML is what the author wrote, or a mark in the text."""

from sitehand.blocks.saves.draft import Draft


def save_content(draft: Draft) -> str:
    """The markup of a block that is HTML as it is."""
    return draft["content"] or ""


def save_shortcode(draft: Draft) -> str:
    """The shortcode as it is."""
    return draft["text"] or ""


def save_more(draft: Draft) -> str:
    """Where lists of posts cut the text off."""
    text = draft["customText"]
    return f"<!--more{f' {text}' if text else ''}-->" + ("\n<!--noteaser-->" if draft["noTeaser"] else "")


def save_nextpage(draft: Draft) -> str:
    """Where the next page begins."""
    return "<!--nextpage-->"
