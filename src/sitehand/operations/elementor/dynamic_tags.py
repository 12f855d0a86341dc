"""The operation on dynamic tags: which there are, what each gives, and which settings it has."""

from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.elementor.dynamic.facts import DRAWN
from sitehand.elementor.dynamic.known import AROUND, KNOWN, KnownTag, TagSetting
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.content import Listing, take_page
from sitehand.site.values import UNSET, Paging


class TagChoice(Paging):
    """What the tags give."""

    per_page: int = Field(100, ge=1, le=100)
    gives: Literal["text", "url", "image", "number", "color", "gallery"] = UNSET


class DynamicTag(TypedDict):
    """A tag: what it gives, and its settings with their values; those that give text have before, after and fallback
    too. `drawn`: whether the built-in site shows it. A WordPress shows those that Elementor Pro registers there.
    """

    name: str
    group: str
    gives: list[str]
    settings: dict[str, Any]
    drawn: bool


@operation("GET /elementor/dynamic-tags", category="elementor", access="read", needs="elementor")
async def list_dynamic_tags(ctx: Context, wanted: TagChoice) -> Listing[DynamicTag]:
    """List dynamic tags, which show what the page or site says in place of a setting: `dynamic` of update_element."""
    found = [_describe(name, tag) for name, tag in KNOWN.items() if not wanted.gives or wanted.gives in tag.gives]
    return take_page(found, wanted)


def _describe(name: str, tag: KnownTag) -> DynamicTag:
    own = {each: _describe_setting(setting) for each, setting in tag.settings.items() if each not in AROUND}
    return DynamicTag(name=name, group=tag.group, gives=list(tag.gives), settings=own, drawn=name in DRAWN)


def _describe_setting(setting: TagSetting) -> str | list[str]:
    return list(setting.options) or setting.kind
