"""SEO fields: what an item tells search engines and cards, in place of what follows from its own texts."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired, Protocol, get_args
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from sitehand.site.content import Notice, Visible
from sitehand.site.lines import Line
from sitehand.site.values import NOT_GIVEN, UNSET, Input

MAX_ADDRESS, MAX_JSON_LD_BYTES, MAX_JSON_LD_DEPTH = 2000, 16_384, 32
_EXPECTED_ADDRESS = "must be an http(s) address, or empty"
_EXPECTED_DIRECTIVE = (
    "must be one of noindex, nofollow, noarchive, nosnippet, noimageindex, notranslate, indexifembedded,"
    " max-snippet:160, max-image-preview:large, max-video-preview:30, unavailable_after:2026-12-31"
)
_DIRECTIVE = re.compile(
    r"noindex|nofollow|noarchive|nosnippet|noimageindex|notranslate|indexifembedded"
    r"|max-snippet:(-1|\d{1,4})|max-image-preview:(none|standard|large)|max-video-preview:(-1|\d{1,5})"
    r"|unavailable_after:\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?",
    re.ASCII,
)
"""Source: Google Search Central, "Robots meta tag, data-nosnippet, and X-Robots-Tag specifications"."""


def is_address(value: str) -> bool:
    """Whether it is an http(s) address with a host, which a head can show as it is."""
    try:
        parts = urlsplit(value)
        named = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False
    return named and parts.scheme in ("http", "https") and not re.search(r"[\s\"<>\\^`{|}]", value)


def _check_address(value: str) -> str:
    if value and not is_address(value):
        raise ValueError(_EXPECTED_ADDRESS)
    return value


def _check_directive(value: str) -> str:
    if not _DIRECTIVE.fullmatch(value):
        raise ValueError(_EXPECTED_DIRECTIVE)
    return value


def _check_directives(values: list[str]) -> list[str]:
    twice = [name for name, count in Counter(each.partition(":")[0] for each in values).items() if count > 1]
    if twice:
        raise ValueError(f"must have {twice[0]} once")
    return values


def _check_json_ld(value: dict[str, Any]) -> dict[str, Any]:
    if _measure_depth(value) > MAX_JSON_LD_DEPTH:
        raise ValueError(f"must be nested at most {MAX_JSON_LD_DEPTH} levels deep")
    size = len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    if size > MAX_JSON_LD_BYTES:
        raise ValueError(f"must have at most {MAX_JSON_LD_BYTES:,} bytes as JSON, and has {size:,}")
    return value


def _measure_depth(value: Any) -> int:
    """How many levels of objects and lists there are, counted up to one more than the bound."""
    level, depth = [value], 0
    while level and depth <= MAX_JSON_LD_DEPTH:
        nested = [each for each in level if isinstance(each, dict | list)]
        depth += bool(nested)
        level = [below for each in nested for below in (each.values() if isinstance(each, dict) else each)]
    return depth


Address = Annotated[str, Field(max_length=MAX_ADDRESS), AfterValidator(_check_address)]
Directive = Annotated[str, AfterValidator(_check_directive)]
Directives = Annotated[list[Directive], Field(max_length=11), AfterValidator(_check_directives)]
JsonLd = Annotated[dict[str, Any], AfterValidator(_check_json_ld)]
FocusWord = Annotated[Line, Field(min_length=1, max_length=100)]
Card = Literal["", "summary", "summary_large_image"]
"""How X shows a link. Source: X developer documentation, "Cards"."""


class SeoFields(Input):
    """What may be written; a field that is left out stays as it is, an empty one is removed."""

    title: Line = Field(default=NOT_GIVEN, max_length=300, description="the whole title; no template is applied")
    description: Line = Field(default=NOT_GIVEN, max_length=1000)
    canonical: Address = Field(
        default=NOT_GIVEN, description="address that search engines should list; empty: the item's own"
    )
    robots: Directives = Field(default=NOT_GIVEN, description="such as noindex, nofollow, max-snippet:160")
    og_title: Line = Field(default=NOT_GIVEN, max_length=300)
    og_description: Line = Field(default=NOT_GIVEN, max_length=1000)
    og_image: Address = UNSET
    x_card: Card = Field(default=NOT_GIVEN, description="how X shows a link; empty: the site decides")
    x_title: Line = Field(default=NOT_GIVEN, max_length=300)
    x_description: Line = Field(default=NOT_GIVEN, max_length=1000)
    x_image: Address = UNSET
    focus_words: list[FocusWord] = Field(
        default=NOT_GIVEN, max_length=10, description="your own notes; not shown to visitors"
    )
    json_ld: JsonLd = Field(default=NOT_GIVEN, description="your JSON-LD; on a post it replaces the generated Article")


class Seo(TypedDict):
    """The SEO fields of an item; one that is not set is empty."""

    title: str
    description: str
    canonical: str
    robots: list[str]
    og_title: str
    og_description: str
    og_image: str
    x_card: Card
    x_title: str
    x_description: str
    x_image: str
    focus_words: list[str]
    json_ld: dict[str, Any]


class ItemSeo(Seo):
    """A page or post with its SEO fields. `revision` is the item's."""

    id: int
    type: str
    status: str
    link: str
    revision: str
    notices: NotRequired[list[Notice]]
    visible: NotRequired[Visible]


Values = dict[str, Any]
"""The fields that are set, by name."""
NAMES = tuple(SeoFields.model_fields)


def show_seo(values: Mapping[str, Any]) -> Seo:
    """All fields, from those that are set."""
    empty = Seo(
        title="",
        description="",
        canonical="",
        robots=[],
        og_title="",
        og_description="",
        og_image="",
        x_card=get_args(Card)[0],
        x_title="",
        x_description="",
        x_image="",
        focus_words=[],
        json_ld={},
    )
    return {**empty, **values}  # type: ignore[typeddict-item]


def merge_seo(old: Mapping[str, Any], fields: SeoFields) -> Values:
    """The fields that are set once these are given."""
    given = {name: getattr(fields, name) for name in NAMES if name in fields.model_fields_set}
    return {name: value for name, value in {**old, **given}.items() if value}


class SeoStore(Protocol):
    """The SEO fields of pages and posts. `by` names the caller in the revision that a write leaves.

    Raises Problem(not_found) for an id that is not there.
    """

    async def get(self, item_id: int) -> ItemSeo: ...
    async def update(self, item_id: int, fields: SeoFields, by: str) -> ItemSeo:
        """Change the given fields; nothing is stored when nothing would be different.

        Raises Problem(conflict) for an item in the trash.
        """
