"""The plugin manager: built by the app, never at import."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, cast

import pluggy

from sitehand import hookspecs
from sitehand.operation.declaration import Operation
from sitehand.operation.schema import input_schema

ENTRY_POINT_GROUP = "sitehand"


def build_plugins(extra: Iterable[ModuleType | object] = ()) -> pluggy.PluginManager:
    """A manager with every installed plugin and the `extra` ones.

    Raises when a plugin names an unknown hook, and ValueError when two have one name.
    """
    manager = pluggy.PluginManager("sitehand")
    manager.add_hookspecs(hookspecs)
    for found in find_plugins(tuple(sys.path)):
        manager.register(found.load(), name=found.name)
    for plugin in extra:
        manager.register(plugin)
    manager.check_pending()
    return manager


def list_added(manager: pluggy.PluginManager) -> list[Operation]:
    """The operations that plugins add. Raises PydanticUserError when the arguments of one have no schema."""
    added = [operation for operations in manager.hook.register_operations() for operation in operations]
    for operation in added:
        input_schema(operation.input)  # else the first caller would learn of it; of our own the tests make each
    return added


def list_block_types(manager: pluggy.PluginManager) -> Iterator[tuple[str, Any]]:
    """The block types that plugins add, each with where it comes from, in words."""
    return _list_forms(manager.hook.register_block_types)


def list_widgets(manager: pluggy.PluginManager) -> Iterator[tuple[str, Any]]:
    """The Elementor widgets that plugins add, likewise."""
    return _list_forms(manager.hook.register_elementor_widgets)


def _list_forms(hook: pluggy.HookCaller) -> Iterator[tuple[str, Any]]:
    for implementation in hook.get_hookimpls():
        for form in cast(Callable[[], Iterable[Any]], implementation.function)():
            yield f"the plugin {implementation.plugin_name}", form


@cache
def find_plugins(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """The plugins installed there: on `sys.path`. Reading what 100 packages declare takes 15 ms, so it is done once.

    Raises ValueError for two of one name: with either left out, the site would lack what its owner installed.
    """
    named: dict[str, EntryPoint] = {}
    for found in entry_points(group=ENTRY_POINT_GROUP):
        if found.name in named:
            raise ValueError(
                f"Two installed plugins have the name {found.name!r}: {_describe(named[found.name])} and"
                f" {_describe(found)}. Uninstall one of them."
            )
        named[found.name] = found
    return tuple(named.values())


def _describe(found: EntryPoint) -> str:
    """The package that declares it, and what it names there."""
    return f"{found.value} of {found.dist.name}" if found.dist else found.value
