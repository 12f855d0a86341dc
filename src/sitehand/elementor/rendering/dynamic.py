"""Settings as visitors see them: what dynamic tags say, in their places. A tag that is not drawn leaves the setting."""

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.document import Element
from sitehand.elementor.dynamic.facts import Medium
from sitehand.elementor.dynamic.tags import DYNAMIC, MAX_LAYERS, TYPE, Tag, read_text, read_typed

MARKS = ("[elementor-tag ", f'"{TYPE}"')
"""Texts of which each document with a dynamic tag has at least one."""
PLAIN = {("button", "text"), ("counter", "prefix"), ("counter", "suffix"), ("shortcode", "shortcode")}
"""Settings that are shown as text rather than as HTML."""
ALT = "alt"
"""The setting of atomic elements that holds the text for a picture, which is shown as text too."""
Say = Callable[[Tag | None], str | Medium | None]
"""What a tag says; None for one that is not drawn."""
_TAG = re.compile(r"<[^<>]*>")


def fill_settings(element: Element, settings: Mapping[str, Any], say: Say) -> Mapping[str, Any]:
    """The settings of an element with what the tags in them say."""
    if element.is_atomic:
        filled: Mapping[str, Any] = _fill_typed(settings, say, MAX_LAYERS)
        return filled
    known = load_catalogue().classic.types.get(element.kind)
    shown = _fill_texts(settings, known.controls if known else {}, say)
    here = [name for kind, name in PLAIN if kind == element.kind and isinstance(shown.get(name), str)]
    plain = {name: _write_plain(shown[name]) for name in here}
    return {**settings, **shown, **plain, **_fill_rows(settings, known.controls if known else {}, say)}


def _write_plain(html: str) -> str:
    return unescape(_TAG.sub("", html))


def _fill_rows(settings: Mapping[str, Any], controls: Mapping[str, Control], say: Say) -> dict[str, Any]:
    """The lists of rows, each with what the tags in it say."""
    filled = {}
    for name, rows in settings.items():
        if isinstance(rows, list) and any(isinstance(row, dict) and DYNAMIC in row for row in rows):
            fields = controls[name].fields if name in controls else {}
            filled[name] = [{**row, **_fill_texts(row, fields, say)} if isinstance(row, dict) else row for row in rows]
    return filled


def _fill_texts(settings: Mapping[str, Any], controls: Mapping[str, Control], say: Say) -> dict[str, Any]:
    """What the tags of classic settings say, by the stored names of these."""
    texts = settings.get(DYNAMIC)
    filled: dict[str, Any] = {}
    for name, text in texts.items() if isinstance(texts, dict) else ():
        shown = say(read_text(text))
        if shown is not None:
            setting = load_catalogue().classic.find_setting(controls, name)
            filled[name] = _fit(shown, setting.control.type if setting else "", settings.get(name))
    return filled


def _fit(shown: str | Medium, kind: str, present: Any) -> Any:
    """What a tag says, in the form that the setting has; an address keeps how it is opened."""
    if isinstance(shown, Medium):
        return {"id": shown.id or "", **({"url": shown.url} if shown.url else {})}
    if kind == "url" or (not kind and isinstance(present, dict)):
        return {**(present if isinstance(present, dict) else {}), "url": shown}
    return shown


def _fill_typed(value: Any, say: Say, layers: int) -> Any:
    if not layers:
        return value
    if isinstance(value, list):
        return [_fill_typed(each, say, layers - 1) for each in value]
    if not isinstance(value, dict):
        return value
    shown = say(read_typed(value))
    if shown is not None:
        return _type_shown(shown)
    filled = {name: _fill_typed(each, say, layers - 1) for name, each in value.items()}
    if read_typed(value.get(ALT)) and isinstance(filled[ALT].get("value"), str):
        filled[ALT]["value"] = _write_plain(filled[ALT]["value"])
    return filled


def _type_shown(shown: str | Medium) -> dict[str, Any]:
    if isinstance(shown, str):
        return {"$$type": "string", "value": shown}
    number = {"$$type": "image-attachment-id", "value": shown.id} if shown.id else None
    address = {"$$type": "url", "value": shown.url} if shown.url else None
    return {"$$type": "image-src", "value": {"id": number, "url": address}}
