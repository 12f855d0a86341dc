"""Operations on templates beside those on their blocks, which take their `ref` in place of an id."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import copy_blocks, operation
from sitehand.operation.write import template_of
from sitehand.operations.gutenberg.texts import check_theme, open_templates
from sitehand.site.templates import Ref, Template, read_ref
from sitehand.site.values import Input


class OneTemplate(Input):
    """A template or template part."""

    ref: Ref


@asynccontextmanager
async def prepare_reversion(ctx: Context, wanted: OneTemplate) -> AsyncIterator[None]:
    """Check that the caller may work on the theme, before any ref reaches the host. Raises Problem."""
    check_theme(ctx)
    yield


@copy_blocks
@operation(
    "POST /templates/{ref}/revert",
    category="gutenberg",
    access="write",
    needs="templates",
    target=template_of(),
    brief=tell_outcome,
    prepare=prepare_reversion,
    stored=True,
    destructive=True,
)
async def revert_template(ctx: Context, wanted: OneTemplate) -> Template:
    """Put a template or template part back as the theme has it. For designers and admins."""
    return await open_templates(ctx).revert(read_ref(wanted.ref))
