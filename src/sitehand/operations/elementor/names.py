"""What elements share, by label: classes, variables and components, read from the site when an edit may name any."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

from sitehand.elementor.components.component import Component
from sitehand.elementor.components.instances import find_placed, name_shown
from sitehand.elementor.shared.names import SharedNames, Variable
from sitehand.elementor.shared.variables import name_sort
from sitehand.errors import Code, Problem
from sitehand.operation.context import Context
from sitehand.site.elementor_components import ComponentName
from sitehand.site.shared_styles import CLASSES, VARIABLES, SharedStyles, SharedStylesStore

MARKS = ('"classes"', "var(")
"""One of them is in every edit that names a class or a variable."""
IDS = ('"g-', '"e-gv-')
"""One of them is in every document that does."""
INSTANCES = '"component_id"'
"""It is in every document that shows a component."""
OF_COMPONENTS = '_elementor_component"'
"""It is in every edit that is about an instance of a component."""
DETACH = f'"detach{OF_COMPONENTS}'
"""It is in every edit that puts a component's elements into a document."""


def get_shared(ctx: Context) -> SharedStylesStore:
    """What elements share on the site. Operations that need it say so, and run nowhere else."""
    assert ctx.host.shared_styles is not None  # noqa: S101 - the gate has checked `needs`
    return ctx.host.shared_styles


def build_names(classes: SharedStyles, variables: SharedStyles) -> SharedNames:
    """The labels of what is stored."""
    return SharedNames(
        {each["label"]: identifier for identifier, each in classes.items.items()},
        {each["label"]: Variable(identifier, name_sort(each)) for identifier, each in variables.items.items()},
    )


async def read_names(ctx: Context) -> SharedNames:
    """The labels of what elements share on this site."""
    store = get_shared(ctx)
    return build_names(await store.get(CLASSES), await store.get(VARIABLES))


async def find_entries(ctx: Context, text: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The classes and the variables of the site by id, if a text may name any; none where the site has none."""
    if await find_names(ctx, text, (*IDS, *MARKS)) is None:
        return {}, {}
    store = get_shared(ctx)
    return (await store.get(CLASSES)).items, (await store.get(VARIABLES)).items


async def find_names(ctx: Context, text: str, marks: tuple[str, ...] = MARKS) -> SharedNames | None:
    """The same, if a text may name any of it; None also where the site has nothing of the kind."""
    if not any(mark in text for mark in marks):
        return None
    try:
        return await read_names(ctx)
    except Problem as problem:
        if problem.code is Code.NOT_SUPPORTED:
            return None
        raise


async def find_labels(ctx: Context, text: str) -> Mapping[str, str]:
    """What the ids in a document are called: of classes, variables, and components, these by `name_shown`."""
    names = await find_names(ctx, text, IDS)
    store = ctx.host.elementor_components if INSTANCES in text else None
    titles = {name_shown(each.id): each.title for each in await store.list_names()} if store else {}
    return {**(names.labels if names else {}), **titles}


async def read_shown(ctx: Context, text: str) -> Mapping[int, str]:
    """The elements of the components that a document shows, with those within them, by id; none on a site without."""
    store = ctx.host.elementor_components if INSTANCES in text else None
    return await store.read_elements({*find_placed(text)}) if store else {}


async def find_components(ctx: Context, operations: str, read: Callable[[], Awaitable[str]]) -> tuple[Component, ...]:
    """The components of the site, if edits are about any; with their elements those that the edits may copy.

    `read` gives the document that is edited. Raises Problem(not_supported) where there are none.
    """
    if OF_COMPONENTS not in operations:
        return ()
    store = ctx.host.elementor_components
    if store is None:
        raise Problem(
            Code.NOT_SUPPORTED,
            ctx.host.capabilities().explain("elementor_components"),
            hint="Copy the elements into the document instead.",
        )
    names = await store.list_names()
    copied = {*_find_given(operations, names), *find_placed(await read())} if DETACH in operations else set[int]()
    elements = await store.read_elements(copied) if copied else {}
    return tuple(Component(each.id, each.title, elements.get(each.id, ""), each.properties) for each in names)


def _find_given(operations: str, names: Sequence[ComponentName]) -> Iterator[int]:
    """The components that edits themselves bring: instances as they are stored, and those that are named by title."""
    yield from find_placed(operations)
    titles = {str(each.get("component", "")).casefold() for each in json.loads(operations)}
    yield from (each.id for each in names if each.title.casefold() in titles)
