"""Typed values of atomic elements, `{"$$type": ..., "value": ...}`: each nested one is checked by itself.

Elementor's own check in the editor is shallow, and its page saves none of what is wrong inside.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from sitehand.elementor.catalogue.schema import Schema, TypeForm
from sitehand.elementor.dynamic.checks import check_typed_tag
from sitehand.elementor.dynamic.tags import TYPE
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.plain import type_value
from sitehand.elementor.scalars import find_close, guess_color, guess_size, is_color, is_number

CLASS = re.compile(r"[a-z][a-z_0-9-]*", re.IGNORECASE)
KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "string": (lambda value: isinstance(value, str), "text"),
    "number": (is_number, "a number"),
    "boolean": (lambda value: isinstance(value, bool), "true or false"),
}
"""Kinds of plain values: what fits, and how it is called."""
TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
"""Texts that mean true or false, as classic settings spell it and as people do."""
SCRIPT = re.compile(r"\s*(?:javascript|vbscript|data:text/html)\s*:?", re.IGNORECASE)
WRAPPERS = {"overridable"}
"""Types that may stand for any value, inside components."""


def check_typed(schema: Schema, value: Any, path: str) -> Iterator[Fault]:
    """The faults of a stored value, whose schema is known."""
    if value is None and not schema.required:
        return
    if not isinstance(value, dict) or not isinstance(value.get("$$type"), str) or "value" not in value:
        loses_element = any(form.key == "classes" for form in schema.forms)  # the page leaves it out
        yield Fault(path, "untyped", _name_forms(schema), value, make_typed(schema, value), loses_element)
        return
    key = value["$$type"]
    if key == TYPE and schema.dynamic:
        yield from check_typed_tag(value, schema.dynamic, path)
        return
    if key in WRAPPERS:
        if not isinstance(value["value"], dict):
            yield Fault(f"{path}.value", "wrong_value", "an object", value["value"])
        return
    forms = [form for form in schema.forms if form.key == key]
    if not forms:
        yield Fault(path, "wrong_type", _name_forms(schema), value, make_typed(schema, value["value"]))
        return
    for name in value.keys() - {"$$type", "value", "disabled"}:
        yield Fault(f"{path}.{name}", "unknown_key", "only $$type and value", value[name])
    yield from _check_form(forms[0], value["value"], f"{path}.value")


def _check_form(form: TypeForm, value: Any, path: str) -> Iterator[Fault]:
    if form.key == "classes":
        yield from _check_classes(value, path)
    elif form.kind == "object":
        yield from _check_shape(form, value, path)
    elif form.kind == "array":
        yield from _check_items(form, value, path)
    elif form.kind == "size":
        yield from _check_size(form, value, path)
    elif form.kind in KINDS and value is not None:
        yield from _check_scalar(form, value, path)


def _check_scalar(form: TypeForm, value: Any, path: str) -> Iterator[Fault]:
    fits, expected = KINDS[form.kind]
    if not fits(value):
        yield Fault(path, "wrong_value", expected, value, _guess_scalar(form, value))
    elif form.enum and value not in form.enum:
        yield Fault(path, "unknown_value", f"one of {', '.join(form.enum)}", value, find_close(value, form.enum))
    elif form.pattern and not form.pattern.search(value):
        yield Fault(path, "unknown_value", f"text like {form.pattern.pattern}", value)
    elif form.key == "url" and SCRIPT.match(value):
        yield Fault(path, "no_address", "an address that runs no script", value)
    elif form.key == "color" and not is_color(value):
        yield Fault(path, "no_color", "a CSS colour", value, guess_color(value))


def _guess_scalar(form: TypeForm, value: Any) -> Any:
    """The number, text or truth that a value of another kind means; NOTHING where it would not be right either."""
    guessed: Any = NOTHING
    if form.kind == "number":
        guessed = (guess_size(value) or [NOTHING])[0]
    elif form.kind == "boolean" and isinstance(value, str):
        guessed = TRUTHS.get(value, NOTHING)
    elif form.kind == "string" and is_number(value):
        guessed = str(value)
    return guessed if guessed is not NOTHING and not any(_check_scalar(form, guessed, "")) else NOTHING


def _check_classes(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, list):
        suggestion = value.split() if isinstance(value, str) else NOTHING
        yield Fault(path, "wrong_kind", "a list of class names", value, suggestion, wrong_kind=True)
        return
    for number, each in enumerate(value):
        if not isinstance(each, str) or not CLASS.fullmatch(each):
            yield Fault(f"{path}.{number}", "no_class", "a class name", each)


def _check_shape(form: TypeForm, value: Any, path: str) -> Iterator[Fault]:
    if value == []:  # PHP's empty object, which Elementor's editor does not take
        yield Fault(path, "empty", f"an object of {', '.join(form.shape)}; leave the setting out for none", value)
        return
    if not isinstance(value, dict):
        yield Fault(path, "wrong_value", f"an object of {', '.join(form.shape)}", value)
        return
    for name, each in value.items():
        if name not in form.shape:
            expected = f"one of {', '.join(form.shape)}"
            yield Fault(f"{path}.{name}", "unknown_key", expected, each, find_close(name, form.shape))
        elif not any(inner.kind == "unknown" for inner in form.shape[name].forms):
            yield from check_typed(form.shape[name], each, f"{path}.{name}")
    if form.key == "html-v3" and not isinstance(value.get("children"), list):
        yield Fault(f"{path}.children", "missing", "a list", value.get("children"), [])
    if form.key == "video-src" and value.get("id") and value.get("url"):
        yield Fault(f"{path}.url", "wrong_value", "null, since a video has an id or an address", value["url"], None)
    for name, schema in form.shape.items():
        if schema.required and value.get(name) is None:
            yield Fault(f"{path}.{name}", "missing", _name_forms(schema), None)


def _check_items(form: TypeForm, value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, list) or form.items is None:
        yield Fault(path, "wrong_value", "a list", value)
        return
    for number, each in enumerate(value):
        if each is None:
            yield Fault(f"{path}.{number}", "untyped", _name_forms(form.items), each)
        yield from check_typed(form.items, each, f"{path}.{number}")


def _check_size(form: TypeForm, value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, dict) or value.keys() != {"size", "unit"}:
        yield Fault(path, "wrong_value", "an object of size, unit", value)
    elif value["unit"] not in form.units:
        yield Fault(
            f"{path}.unit",
            "unknown_unit",
            f"one of {', '.join(form.units)}",
            value["unit"],
            _guess_unit(form, value["size"]),
        )
    elif value["unit"] == "custom":
        if not isinstance(value["size"], str) or not value["size"]:
            yield Fault(f"{path}.size", "wrong_value", "CSS text, such as calc(100% - 2em)", value["size"])
    elif value["unit"] == "auto":
        if value["size"] not in ("", None):
            yield Fault(f"{path}.size", "wrong_value", '""', value["size"], "")
    elif value["size"] != "" and not is_number(value["size"]):
        guessed = guess_size(value["size"])
        yield Fault(f"{path}.size", "wrong_value", "a number", value["size"], guessed[0] if guessed else "")


def _guess_unit(form: TypeForm, size: Any) -> str:
    """Text that is no number is CSS of the unit `custom`."""
    return "custom" if isinstance(size, str) and size and "custom" in form.units else form.units[0]


def make_typed(schema: Schema, value: Any) -> Any:
    """The typed value that a plain one means; NOTHING where that is not clear, or would not be right either."""
    made = type_value(schema, value)
    right = made is not NOTHING and made is not value and not any(check_typed(schema, made, ""))
    return made if right else NOTHING


def _name_forms(schema: Schema) -> str:
    return f"a value typed {' or '.join(dict.fromkeys(form.key for form in schema.forms))}"
