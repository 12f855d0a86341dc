"""The plugin manager: built by the app, never at import."""

from collections.abc import Iterable
from types import ModuleType

import pluggy

from sitehand import hookspecs

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
