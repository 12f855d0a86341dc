"""Plain values as typed ones: text for a title, an address for a link, `"2em"` for a size."""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.catalogue.schema import Schema, TypeForm
from sitehand.elementor.findings import NOTHING
from sitehand.elementor.scalars import guess_size, is_number

ADDRESSES = {"link": "destination", "image": "src", "image-src": "url", "svg-src": "url", "video-src": "url"}
"""Types of which an address is enough, and the member that it becomes."""
FITS: Mapping[str, type] = {"string": str, "boolean": bool}
IMAGE_SIZE = {"$$type": "string", "value": "large"}
"""What Elementor takes for an image whose size is not said."""


def type_value(schema: Schema, value: Any) -> Any:
    """The typed value that a plain one means, not checked yet; NOTHING where none fits. A typed one stays."""
    if isinstance(value, Mapping) and "$$type" in value:
        return value
    forms = sorted(schema.forms, key=lambda form: bool(form.enum) and value not in form.enum)
    found = (made for form in forms if (made := _type_form(form, value)) is not NOTHING)
    return next(found, NOTHING)


def _type_form(form: TypeForm, value: Any) -> Any:
    if form.key == "classes":
        made = value.split() if isinstance(value, str) else value
    elif form.key == "html-v3" and isinstance(value, str):
        made = {"content": {"$$type": "string", "value": value}, "children": []}
    elif form.kind == "size":
        made = _type_size(form, value)
    elif form.key in ADDRESSES and isinstance(value, str):
        made = _type_members(form, {ADDRESSES[form.key]: value})
    elif form.kind == "object" and isinstance(value, Mapping):
        made = _type_members(form, value)
    elif form.kind == "array":
        made = _type_items(form, value)
    else:
        made = value if _fits(form, value) else NOTHING
    return made if made is NOTHING else {"$$type": form.key, "value": made}


def _fits(form: TypeForm, value: Any) -> bool:
    return is_number(value) if form.kind == "number" else form.kind in FITS and isinstance(value, FITS[form.kind])


def _type_size(form: TypeForm, value: Any) -> Any:
    """A number with its unit; other text as CSS, where the property takes that."""
    guessed = guess_size(value)
    if guessed:
        number, unit = guessed
        unit = unit or ("px" if "px" in form.units else form.units[0])
        return {"size": number, "unit": unit} if unit in form.units else NOTHING
    if value == "auto" and "auto" in form.units:
        return {"size": "", "unit": "auto"}
    if isinstance(value, str) and value.endswith(")") and "custom" in form.units:
        return {"size": value, "unit": "custom"}
    return NOTHING


def _type_members(form: TypeForm, value: Mapping[str, Any]) -> Any:
    """Each member by itself; one that is unknown stays, for the check to name."""
    made = {}
    for name, each in value.items():
        inner = form.shape.get(name)
        made[name] = each if inner is None or each is None else type_value(inner, each)
        if made[name] is NOTHING:
            made[name] = each
    if form.key == "image" and "size" not in made:
        made["size"] = IMAGE_SIZE
    if form.key == "html-v3":
        made.setdefault("children", [])
    return made


def _type_items(form: TypeForm, value: Any) -> Any:
    """Each item by itself; an object is taken for a list of keys and values, such as attributes."""
    if form.items is None:
        return NOTHING
    if isinstance(value, Mapping):
        value = [{"key": key, "value": each} for key, each in value.items()]
    if not isinstance(value, list):
        return NOTHING
    made = [type_value(form.items, each) for each in value]
    return [each if new is NOTHING else new for each, new in zip(value, made, strict=True)]
