"""Templates and template parts: blocks of the theme around the content of a page. Changes lie over the theme's files.

A theme without templates has areas for widgets instead; a widget with blocks is a text by a ref too, and nothing more.
Source: WordPress's post types `wp_template` and `wp_template_part`, and their REST controller; its widget `block`.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Literal, NamedTuple, Protocol, cast

from pydantic import Field
from typing_extensions import TypedDict

TemplateKind = Literal["template", "template_part", "widget"]
FOLDER = r"\w[\w.@+ -]*"
OF_THEME = rf"template(_part)?:{FOLDER}(/{FOLDER})?:(\w|-|%[89a-fA-F])+"
WIDGET = "block-[1-9][0-9]{0,17}"
Ref = Annotated[str, Field(max_length=400, pattern=f"^({OF_THEME}|widget:{WIDGET})$")]
"""A template as callers name it, such as `template:twentytwentyfive:home`: the folder of the theme, and the slug. Or a
widget by its id, such as `widget:block-3`.

It becomes a part of an address: a slug has only escapes of letters that are not ASCII, and so no dot or slash.
"""
TEMPLATE_HINT = "list_block_pages with type template, template_part or widget shows them."


class TemplateRef(NamedTuple):
    """Names a template: `id` is the theme and the slug, such as `twentytwentyfive:home`, or the id of a widget."""

    kind: TemplateKind
    id: str


class RawText(TypedDict):
    """A text as it is stored."""

    raw: str


class Template(TypedDict):
    """A template or template part. `customized`: it is otherwise than in the theme, and can be reverted to that.

    The title of a widget is the id of the area that it is in.
    """

    ref: str
    type: TemplateKind
    title: str
    description: str
    customized: bool
    revision: str
    content: RawText


class TemplateStore(Protocol):
    """The templates and template parts of the active theme, and the widgets with blocks."""

    async def all(self, kind: TemplateKind) -> Sequence[Template]:
        """The templates of a kind, in the order of the site."""

    async def get(self, ref: TemplateRef) -> Template:
        """A template. Raises Problem(not_found)."""

    async def rewrite(self, ref: TemplateRef, edit: Callable[[str], str]) -> Template:
        """Change the blocks by a function of what is stored. Raises Problem(not_found)."""

    async def revert(self, ref: TemplateRef) -> Template:
        """Take all changes off. Raises Problem: not_found; conflict for one that is as in the theme."""


def read_ref(ref: str) -> TemplateRef:
    """A ref such as `template:twentytwentyfive:home`, in its parts."""
    kind, _, template_id = ref.partition(":")
    return TemplateRef(cast(TemplateKind, kind), template_id)


def write_ref(ref: TemplateRef) -> str:
    """A ref as one text, such as `template:twentytwentyfive:home`."""
    return ":".join(ref)
