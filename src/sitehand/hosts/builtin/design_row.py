"""The row of the design system as an object, and an object as it is stored."""

import json
from functools import lru_cache

from sitehand.hosts.builtin.design_theme import THEME_LAYERS
from sitehand.site.design import BUILTIN_ID, JsonObject, Layer, StoredDesign
from sitehand.store.revision import name_state

READ = "SELECT settings, styles FROM design"


@lru_cache(maxsize=8)
def build_design(settings: str, styles: str) -> StoredDesign:
    """The design system of a stored row."""
    own = Layer("custom", json.loads(settings), json.loads(styles))
    return StoredDesign(BUILTIN_ID, name_state((settings, styles)), own, THEME_LAYERS)


def write_object(value: JsonObject) -> str:
    """An object as it is stored."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
