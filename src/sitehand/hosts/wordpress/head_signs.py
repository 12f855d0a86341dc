"""What the head of a public page shows once SEO fields were written: proof that the plugin's output has come."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from turbohtml import Element, parse

from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.seo_plugins import find_plugin

TELLING = {
    **{"title": "title", "description": "description", "canonical": "canonical", "robots": "robots"},
    **{"og_title": "og:title", "og_description": "og:description", "og_image": "og:image"},
    **{"x_title": "twitter:title", "x_description": "twitter:description", "x_image": "twitter:image"},
}
"""The name under which a head tells each field; focus words are told to nobody."""


class HeadSign(NamedTuple):
    """What a head says under a name, and whether it says so now, or did before."""

    name: str
    value: str
    new: bool

    def is_shown(self, page: str) -> bool:
        """Whether a page is the new one."""
        return ((self.name, self.value) in set(_read_head(page))) is self.new


def find_head_signs(before: Json | None, after: Json) -> list[HeadSign]:
    """What heads tell of SEO fields that a write has changed; texts with placeholders are left out."""
    meta = after.get("meta")
    plugin = find_plugin(meta) if isinstance(meta, Mapping) else None
    if plugin is None or not isinstance(meta, Mapping):
        return []
    old, new = plugin.read((before or {}).get("meta") or {}), plugin.read(meta)
    brought = [HeadSign(*pair, new=True) for pair in _list_told(new) if pair not in set(_list_told(old))]
    taken = [HeadSign(*pair, new=False) for pair in _list_told(old) if pair not in set(_list_told(new))]
    return [sign for sign in (*brought, *taken) if plugin.mark not in sign.value]


def _list_told(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field, name in TELLING.items():
        value = values.get(field, "")
        yield from ((name, " ".join(each.split())) for each in ([value] if isinstance(value, str) else value) if each)


def _read_head(page: str) -> Iterator[tuple[str, str]]:
    """What a head tells, by name; each directive of robots by itself."""
    for element in parse(page).iter_elements():
        for name, value in _read_element(element):
            some = value.split(",") if name == "robots" else [value]
            yield from ((name, " ".join(each.split())) for each in some)


def _read_element(element: Element) -> Iterator[tuple[str, str]]:
    if element.tag == "title":
        yield "title", element.text
    elif element.tag == "meta":
        yield str(element.attrs.get("name") or element.attrs.get("property") or "").lower(), _text(element, "content")
    elif element.tag == "link" and _text(element, "rel").lower() == "canonical":
        yield "canonical", _text(element, "href")


def _text(element: Element, name: str) -> str:
    value = element.attrs.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""
