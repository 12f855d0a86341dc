"""Arguments and answers of operations on patterns."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.blocks.editor import MAX_EDITS
from sitehand.operation.view_options import ViewOptions
from sitehand.operations.gutenberg.arguments import Address, At, NewBlocks, OneText
from sitehand.site.content import Title
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, InQuery, Paging

PatternName = Annotated[str, Field(min_length=1, max_length=200)]
"""The name of a registered pattern, such as `core/query-standard-posts`."""
PatternStatus = Literal["publish", "draft"]


class PatternQuery(Paging):
    """Filters of a list of patterns."""

    source: Literal["site", "registered"] = Field("site", description="registered: of the theme and plugins")
    search: str = Field("", max_length=200)
    status: list[Literal["publish", "draft", "trash"]] = Field(default_factory=list, max_length=3)
    detail: Literal["summary", "full"] = Field("summary", description="full adds the markup")
    per_page: int = Field(10, ge=1, le=50)


class PatternLine(TypedDict):
    """A pattern in a list; `pattern` is what insert_pattern takes. One of the site has a status and a revision."""

    pattern: int | str
    title: str
    synced: bool
    status: NotRequired[str]
    revision: NotRequired[str]
    description: NotRequired[str]
    categories: NotRequired[list[str]]
    markup: NotRequired[str]


class PatternId(ViewOptions):
    """One pattern of the site."""

    id: Id


class Selection(OneText):
    """Neighbouring blocks of an item or template."""

    blocks: list[Address] = Field(min_length=1, max_length=MAX_EDITS, description="neighbours, in order")


class NewPattern(NewBlocks):
    """A pattern to create from new blocks, markup, or blocks of a page or template."""

    title: Title
    selection: Selection = Field(default=NOT_GIVEN, description="instead of blocks; the page or template keeps them")
    status: PatternStatus = "publish"


class ChangedPattern(Input):
    """Changes to a pattern; the operations on blocks change what is in it."""

    id: Id
    title: Title = UNSET
    status: PatternStatus = UNSET


class PatternRemoval(Input):
    """A pattern to remove."""

    id: Id
    force: Annotated[bool, InQuery()] = Field(False, description="delete permanently, skip the trash")


class PatternInsertion(OneText):
    """A pattern, and where it goes."""

    pattern: Id | PatternName = Field(description="id, or name of a registered one")
    at: At = "end"
    copy_blocks: bool = Field(False, description="insert its blocks instead of a reference")
    overrides: dict[str, dict[str, Any]] = Field(
        default_factory=dict, max_length=MAX_EDITS, description="{block name: {attribute: value}} of a synced pattern"
    )
