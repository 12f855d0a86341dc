"""A block of which the HTML is being made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sitehand.blocks.catalogue import BlockType
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import Properties, write_element
from sitehand.blocks.styles import pick
from sitehand.blocks.supports import add_supports

NOTHING: Mapping[str, Any] = {}
CAPTION = "wp-element-caption"
BUTTON = "wp-element-button"


@dataclass(frozen=True, slots=True)
class Draft:
    """A block with its attributes, defaults included, and the markup of the blocks in it."""

    block: BlockType
    attributes: Mapping[str, Any]
    inner: str
    release: Dialect

    def __getitem__(self, path: str) -> Any:
        """An attribute, or a part of one, such as `style.border.radius`; None for nothing."""
        return pick(self.attributes, path)

    def wrap(self, tag: str, *content: str, after: Mapping[str, Any] = NOTHING, **properties: Any) -> str:
        """The block's outermost element. `classes` are the block's own; `after` come behind what supports add."""
        classes = properties.pop("classes", None)
        given: Properties = {} if classes is None else {"class": classes}
        given |= {name.replace("_", "-"): value for name, value in properties.items()}
        wrapper = add_supports(self.block, self.attributes, self.release, given)
        return write_element(tag, {**wrapper, **after}, *content)

    def caption(self, extra: str = "") -> str:
        """The caption, if there is one."""
        text = self["caption"]
        return write_element("figcaption", {"class": f"{extra} {CAPTION}".strip()}, text) if text else ""
