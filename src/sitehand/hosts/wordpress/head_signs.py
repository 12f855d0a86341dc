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


Told = tuple[str, str]
"""What a head says: a name and a value."""


class HeadSign(NamedTuple):
    """What a head says once something was written, and what it no longer says."""

    brought: frozenset[Told]
    taken: frozenset[Told]

    def is_shown(self, page: str) -> bool:
        """Whether a page is the new one."""
        head = set(_read_head(page))
        return self.brought <= head and not self.taken & head


def find_head_sign(before: Json | None, after: Json) -> HeadSign | None:
    """What heads tell of the SEO fields that a write has changed; texts with placeholders are left out.

    A text that is now empty proves nothing: plugins show one of their own instead, which may be the same.
    """
    meta = after.get("meta")
    plugin = find_plugin(meta) if isinstance(meta, Mapping) else None
    if plugin is None or not isinstance(meta, Mapping):
        return None
    old = frozenset(_list_told(plugin.read((before or {}).get("meta") or {})))
    new = frozenset(_list_told(plugin.read(meta)))
    brought = frozenset(told for told in new - old if plugin.mark not in told[1])
    taken = frozenset(told for told in old - new if told[0] == "robots")
    return HeadSign(brought, taken) if brought or taken else None


def _list_told(values: Mapping[str, Any]) -> Iterator[Told]:
    for field, name in TELLING.items():
        value = values.get(field, "")
        yield from ((name, " ".join(each.split())) for each in ([value] if isinstance(value, str) else value) if each)


def _read_head(page: str) -> Iterator[Told]:
    """What a head tells, by name; each directive of robots by itself."""
    for element in parse(page).iter_elements():
        for name, value in _read_element(element):
            some = value.split(",") if name == "robots" else [value]
            yield from ((name, " ".join(each.split())) for each in some)


def _read_element(element: Element) -> Iterator[Told]:
    if element.tag == "title":
        yield "title", element.text
    elif element.tag == "meta":
        yield str(element.attrs.get("name") or element.attrs.get("property") or "").lower(), _text(element, "content")
    elif element.tag == "link" and _text(element, "rel").lower() == "canonical":
        yield "canonical", _text(element, "href")


def _text(element: Element, name: str) -> str:
    value = element.attrs.get(name)
    return " ".join(value) if isinstance(value, list) else value or ""
