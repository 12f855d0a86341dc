"""The SEO fields of an item to move: those of the plugin that shows them over REST, as this service has them."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.seo_plugins import SeoPlugin, find_plugin
from sitehand.site.export import Absent
from sitehand.site.seo import SeoFields, Values, merge_seo


def read_seo(value: Json, absent: list[Absent]) -> tuple[Values | None, Mapping[str, Any]]:
    """The SEO fields of an item, None where no plugin shows any, and its other custom fields."""
    meta = dict(value.get("meta") or {})
    plugin = find_plugin(meta)
    if plugin is None:
        return None, meta
    label = f"{value['type']} {value['id']}"
    kept = {name: each for name, each in plugin.read(meta).items() if _is_kept(plugin, name, each, label, absent)}
    fields = merge_seo({}, SeoFields.model_validate(kept))
    return fields, {key: each for key, each in meta.items() if not plugin.count_keys([key])}


def _is_kept(plugin: SeoPlugin, name: str, value: Any, label: str, absent: list[Absent]) -> bool:
    """Whether a field means here what it means there: no placeholder of the plugin, nothing out of bounds."""
    why = ""
    if isinstance(value, str) and plugin.mark in value:
        why = f"{plugin.name} fills in a placeholder, and nothing does here"
    else:
        try:
            SeoFields.model_validate({name: value})
        except ValidationError:
            why = "this site cannot have the value"
    if why:
        absent.append(Absent("SEO fields", why, f"{name} of {label}"))
    return not why
