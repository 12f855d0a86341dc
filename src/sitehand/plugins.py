"""The plugin manager: built by the app, never at import."""

from collections.abc import Iterable
from types import ModuleType

import pluggy

from sitehand import hookspecs
from sitehand.operation.declaration import Operation
from sitehand.operation.schema import input_schema

ENTRY_POINT_GROUP = "sitehand"


def build_plugins(extra: Iterable[ModuleType | object] = ()) -> pluggy.PluginManager:
    """A manager with every installed plugin and the `extra` ones. Raises when a plugin names an unknown hook."""
    manager = pluggy.PluginManager("sitehand")
    manager.add_hookspecs(hookspecs)
    manager.load_setuptools_entrypoints(ENTRY_POINT_GROUP)
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
