"""A dynamic tag as it is stored: a text in classic settings, a typed value in atomic ones.

Classic elements have `[elementor-tag id="1a2b3c4" name="post-date" settings="%7B%22format%22%3A%22Y-m-d%22%7D"]` in
`__dynamic__`, by the name of the setting. Atomic ones have `{"$$type": "dynamic", "value": {name, group, settings}}`
in the place of a value, the settings typed again. Both are read into the same words.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote_plus, unquote_plus

from sitehand.elementor.places import encode

DYNAMIC = "__dynamic__"
"""The classic setting that holds the tags of all others."""
TYPE = "dynamic"
"""The `$$type` of a tag."""
SHAPE = '[elementor-tag id="" name="post-title" settings="%7B%7D"]'
MAX_LAYERS = 100
MAX_SETTINGS = 20_000
"""Characters of the settings of one tag that are read."""
_TEXT = re.compile(r'\[elementor-tag (?P<members>(?: ?\w+="[^"\]]*"){1,10})\]')
_MEMBER = re.compile(r'(\w+)="([^"]*)"')


class Tag(NamedTuple):
    """A tag by its name, with its settings in plain values."""

    name: str
    settings: Mapping[str, Any]

    def tell(self) -> dict[str, Any]:
        """Describe the tag in the words that `update_element` takes."""
        return {"tag": self.name, **({"settings": dict(self.settings)} if self.settings else {})}


def read_text(text: Any) -> Tag | None:
    """The tag that a classic setting holds; None for what is none, or has something around it."""
    match = _TEXT.fullmatch(text.strip()) if isinstance(text, str) else None
    members = dict(_MEMBER.findall(match["members"])) if match else {}
    if not members.get("name") or "settings" not in members:
        return None
    settings = _read_settings(members["settings"])
    return None if settings is None else Tag(members["name"], settings)


def write_text(tag: Tag, identifier: str) -> str:
    """The tag as a classic element has it, byte for byte as PHP writes it."""
    settings = quote_plus(encode(_as_objects(tag.settings))).replace("~", "%7E")
    return f'[elementor-tag id="{identifier}" name="{tag.name}" settings="{settings}"]'


def read_typed(value: Any) -> Tag | None:
    """The tag that a typed value is; None for any other value."""
    inner = value.get("value") if isinstance(value, dict) and value.get("$$type") == TYPE else None
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str):
        return None
    settings = _unwrap(inner.get("settings") or {})
    return Tag(inner["name"], settings) if isinstance(settings, dict) else None


def list_tags(settings: Mapping[str, Any]) -> Iterator[tuple[str, Tag]]:
    """The tags in the settings of an element, by their paths, such as `title`, `image.src` or `tabs.0.tab_title`."""
    waiting: list[tuple[str, Any, int]] = [("", dict(settings), MAX_LAYERS)]
    while waiting:
        path, value, layers = waiting.pop()
        if tag := read_typed(value):
            yield path, tag
        elif isinstance(value, dict) and "$$type" in value and layers:
            waiting.append((path, value.get("value"), layers - 1))
        elif isinstance(value, dict) and layers:
            yield from _list_texts(value.get(DYNAMIC), path)
            members = [(name, each) for name, each in value.items() if name != DYNAMIC]
            waiting += [(_join(path, name), each, layers - 1) for name, each in reversed(members)]
        elif isinstance(value, list) and layers:
            waiting += [(_join(path, str(at)), each, layers - 1) for at, each in reversed(list(enumerate(value)))]


def _list_texts(texts: Any, path: str) -> Iterator[tuple[str, Tag]]:
    for name, text in texts.items() if isinstance(texts, dict) else ():
        if tag := read_text(text):
            yield _join(path, name), tag


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _read_settings(quoted: str) -> Mapping[str, Any] | None:
    try:
        found = json.loads(unquote_plus(quoted[:MAX_SETTINGS], errors="strict"), parse_constant=_refuse)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return {} if found == [] else found if isinstance(found, dict) else None


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _as_objects(value: Any) -> Any:
    """Lists as objects, which is how Elementor has PHP write them here."""
    if isinstance(value, list | tuple):
        return {str(number): _as_objects(each) for number, each in enumerate(value)}
    return {name: _as_objects(each) for name, each in value.items()} if isinstance(value, Mapping) else value


def _unwrap(value: Any, layers: int = MAX_LAYERS) -> Any:
    """Typed settings as plain values."""
    if isinstance(value, dict) and "$$type" in value and "value" in value:
        value = value["value"]
    if isinstance(value, dict) and layers:
        return {name: _unwrap(each, layers - 1) for name, each in value.items()}
    return [_unwrap(each, layers - 1) for each in value] if isinstance(value, list) and layers else value
