"""Operations on field groups, which say what custom fields items have."""

from functools import partial

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.site.content import Deleted, Listing
from sitehand.site.field_groups import (
    FieldGroup,
    FieldGroupFields,
    FieldGroupQuery,
    FieldGroupStore,
    GroupTitle,
    ItemTypes,
    Specs,
)
from sitehand.site.host import Host
from sitehand.site.values import Id, Input

of_groups = partial(operation, category="site", needs="field_groups")
reads_groups = partial(of_groups, access="read", everyone=True, remember=True)
writes_groups = partial(of_groups, access="write", brief=tell_outcome, stored=True)
changes_group = partial(writes_groups, destructive=True, target=object_of("field_group"))


class FieldGroupId(Input):
    """One field group."""

    id: Id


class NewFieldGroup(FieldGroupFields):
    """A field group to create."""

    title: GroupTitle
    types: ItemTypes
    fields: Specs


class ChangedFieldGroup(FieldGroupFields):
    """Changes to a field group."""

    id: Id


def store_of(host: Host) -> FieldGroupStore:
    """The field groups of a host that offers them; the gate has seen to it that this one does."""
    if host.field_groups is None:
        raise TypeError("The host offers field groups and has none.")
    return host.field_groups


@reads_groups("GET /field-groups")
async def list_field_groups(ctx: Context, query: FieldGroupQuery) -> Listing[FieldGroup]:
    """List field groups: the custom fields of each type."""
    return await store_of(ctx.host).find(query)


@reads_groups("GET /field-groups/{id}")
async def get_field_group(ctx: Context, wanted: FieldGroupId) -> FieldGroup:
    """Read one field group."""
    return await store_of(ctx.host).get(wanted.id)


@writes_groups(
    "POST /field-groups",
    status=201,
    example={"title": "Recipe", "types": ["post"], "fields": [{"name": "servings", "type": "integer"}]},
)
async def create_field_group(ctx: Context, group: NewFieldGroup) -> FieldGroup:
    """Register custom fields of pages, posts or custom items."""
    return await store_of(ctx.host).create(group)


@changes_group("PUT|PATCH /field-groups/{id}", idempotent=True, example={"title": "Recipes"})
async def update_field_group(ctx: Context, group: ChangedFieldGroup) -> FieldGroup:
    """Change a field group; values of fields that it loses stay with their items."""
    return await store_of(ctx.host).update(group.id, group)


@changes_group("DELETE /field-groups/{id}")
async def delete_field_group(ctx: Context, wanted: FieldGroupId) -> Deleted[FieldGroup]:
    """Delete a field group; values of its fields stay with their items."""
    return Deleted(deleted=True, previous=await store_of(ctx.host).delete(wanted.id))
