"""What a refusal says of wrong arguments: the place of each fault, what was expected and came, and the known names."""

import difflib
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from sitehand.errors import Code, Detail, Problem, write_place
from sitehand.operation.forms import FORMS

MAX_DETAILS = 20
MAX_FAULTS = 1000
"""Faults that are looked at one by one; with more, telling them would hold up the event loop."""
MAX_PATH = 200
MAX_SHOWN = 80
"""Characters of a wrong value: a line of a terminal."""
MAX_LISTED = 3
"""Objects whose names a hint lists."""
KNOWN = "one of the known arguments"
"""What is expected in the place of an unknown name; the hint lists them, once."""
KNOWN_WITHIN = "one of the known names"
"""What is expected in the place of an unknown name within an argument."""
CLOSE = 0.7
"""How alike names are of which one is offered for the other: `titel` and `title`, not `tags` and `status`."""
OBJECT = "an object"
OBJECT_FAULTS = ("model_type", "model_attributes_type", "dict_type")
"""Faults whose sentence names a class of ours."""
NAME_FAULTS = ("missing", "extra_forbidden")
"""Faults whose place ends with the name of an argument, whatever was sent."""

Locate = Callable[[str], str]
Model = type[BaseModel]
Place = tuple[str | int, ...]


def refuse_arguments(error: ValidationError, model: Model, raw: Mapping[str, Any], locate: Locate) -> Problem:
    """The refusal of arguments: the first faults in detail or, where there are more than `MAX_FAULTS`, their number.

    Pydantic cannot list the first faults alone.
    """
    number = error.error_count()
    if number > MAX_FAULTS:
        place = locate("").rstrip(".")
        detail = Detail(path=place, expected="arguments that match the schema", got=f"{number} faults")
        return invalid([detail], tell_arguments(model))
    faults = error.errors(include_url=False)[:MAX_DETAILS]
    details = [_detail(fault, model, raw, locate) for fault in faults]
    return invalid(details, _tell_known(faults, model, raw))


def invalid(details: Sequence[Detail], hint: str = "Correct the value and send it again.") -> Problem:
    """The refusal of arguments for the first of some faults."""
    first = details[0]
    message = f"{first['path'] or 'The arguments'}: expected {first['expected']}, got {first['got']}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=details)


def tell_arguments(model: Model) -> str:
    """A hint that lists all arguments."""
    return f"Known arguments: {', '.join(known)}." if (known := known_names(model)) else "Send no arguments."


@cache
def known_names(model: Model) -> Sequence[str]:
    """Names of all arguments, in their order."""
    return sorted(field.alias or name for name, field in model.model_fields.items())


def write_path(name: str, locate: Locate, *rest: str | int) -> str:
    """Where a value stands, cut: whoever sends a name of megabytes need not get it back."""
    below = write_place(part if isinstance(part, int) else part[:MAX_PATH] for part in rest)
    return f"{locate(name)}{name[:MAX_PATH]}{below}"[:MAX_PATH]


def describe_fault(fault: Mapping[str, Any], raw: Mapping[str, Any], locate: Locate = lambda name: "") -> Detail:
    """A fault that pydantic finds in raw arguments, in words for who sent them."""
    path = _path(fault["loc"], fault["type"] in NAME_FAULTS, raw, locate)
    if fault["type"] == "missing":
        return Detail(path=path, expected="a value", got="nothing")
    expected, came = _expected(fault), fault["input"]
    is_rule = fault["type"] == "value_error" and isinstance(came, Mapping)
    return Detail(path=path, expected=expected, got=_list_named(expected, came) if is_rule else show(came))


def _list_named(sentence: str, given: Mapping[str, Any]) -> str:
    """The given arguments that a rule names, or "none". Others, such as a door's defaults, are not at fault."""
    words = re.findall(r"\w+", sentence)
    return ", ".join(name for name in given if name in words) or "none"


def _expected(fault: Mapping[str, Any]) -> str:
    """Pydantic's sentence without its opening words, so that it reads after "expected"."""
    if fault["type"] in OBJECT_FAULTS:
        return OBJECT
    if fault["type"] == "string_pattern_mismatch":
        pattern = fault["ctx"]["pattern"]
        return FORMS.get(pattern, f"text that matches '{pattern}'")
    message = re.sub(r" after validation, not (more|\d+)$", "", fault["msg"])
    message = re.sub(r"^Input tag .* using '(\w+)' does not match any of the expected tags:", r"\1 as one of", message)
    message = re.sub(r"^Unable to extract tag using discriminator '(\w+)'", r"an object with \1", message)
    return re.sub(r"^(Value error, )?((\w+ )?(should|must) (be |have )?)?", "", message)


def _detail(fault: Any, model: Model, raw: Mapping[str, Any], locate: Locate) -> Detail:
    told = describe_fault(fault, raw, locate)
    if fault["type"] == "extra_forbidden":
        *around, name = fault["loc"]
        _, names = _find_names(tuple(around), model)
        expected = _nearest(str(name), names) or (KNOWN_WITHIN if around else KNOWN)
        return Detail(path=told["path"], expected=expected, got="an unknown name")
    return told


def _path(place: Place, ends_with_name: bool, raw: Any, locate: Locate) -> str:
    """The path of a place that pydantic tells, without the parts that name a member of a union and not a value."""
    kept: list[str | int] = []
    for number, part in enumerate(place):
        is_name = isinstance(part, int) or (isinstance(raw, Mapping) and part in raw)
        if is_name or (ends_with_name and number == len(place) - 1):
            kept.append(part)
        if is_name:
            raw = _get(raw, part)
    return write_path(str(kept[0]), locate, *kept[1:]) if kept else locate("").rstrip(".")


def _get(value: Any, part: str | int) -> Any:
    if isinstance(value, list) and isinstance(part, int) and part < len(value):
        return value[part]
    return value.get(part) if isinstance(value, Mapping) else None


def _tell_known(faults: Sequence[Any], model: Model, raw: Mapping[str, Any]) -> str:
    """A hint that lists the names of the innermost object around each fault, each list once."""
    known: dict[Sequence[str], Place] = {}
    for fault in faults:
        place = fault["loc"] if fault["type"] in OBJECT_FAULTS else fault["loc"][:-1]
        length, names = _find_names(place, model)
        known.setdefault(tuple(names), place[:length])
    listed = itertools.islice(known.items(), MAX_LISTED)
    return " ".join(
        f"Known names in {_path(place, False, raw, _name_alone)}: {', '.join(names)}."
        if place
        else tell_arguments(model)
        for names, place in listed
    )


def _name_alone(_: str) -> str:
    """Where a name stands, for a hint that is the same at every door."""
    return ""


def _find_names(place: Place, model: Model) -> tuple[int, Sequence[str]]:
    """The names of the innermost object that is known at a place, and how much of the place leads to it."""
    models, length = [model], 0
    for number, part in enumerate(place, 1):
        fields = [field for each in models for name, field in each.model_fields.items() if part in (name, field.alias)]
        if fields:
            inner = [found for field in fields for found in _find_models(field.annotation)]
            if not inner:
                break
            models, length = inner, number
        elif length:
            models, length = [each for each in models if _is_tagged(each, part)] or models, number
    return length, sorted({name for each in models for name in known_names(each)})


def _find_models(annotation: Any) -> Iterator[Model]:
    """The models of the objects that a type lets in, on whatever level of lists."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _find_models(part)


def _is_tagged(model: Model, tag: str | int) -> bool:
    return any(tag in get_args(field.annotation) for field in model.model_fields.values())


def _nearest(name: str, known: Sequence[str]) -> str:
    """What to write instead, if anything; difflib's work grows with the name, and no known one is that long."""
    close = difflib.get_close_matches(name[:MAX_PATH], known, n=1, cutoff=CLOSE)
    close = close or sorted((each for each in known if _is_short_for(each, name)), key=len)[-1:]
    return f"{close[0]!r} (the nearest known name)" if close else ""


def _is_short_for(known: str, name: str) -> bool:
    """Whether one of the names is the beginning of the other: `operator` and `op`, not `page_size` and `page`."""
    if len(name) > 1 and known.startswith(name):
        return True
    return name.startswith(known) and name[len(known) : MAX_PATH].isalpha()


def show(value: Any) -> str:
    """The value as JSON, cut; of a huge one only the beginning is ever written."""
    text = "".join(itertools.islice(_write_pieces(value), MAX_SHOWN + 1))
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def _write_pieces(value: Any) -> Iterator[str]:
    """JSON piece by piece, none of them empty."""
    if isinstance(value, str):
        text = json.dumps(value[:MAX_SHOWN], ensure_ascii=False)
        yield "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)
    elif isinstance(value, list | Mapping):
        yield "[" if isinstance(value, list) else "{"
        for place, item in enumerate(value):
            yield from [", "] if place else []
            yield from _write_pieces(item)
            if isinstance(value, Mapping):
                yield ": "
                yield from _write_pieces(value[item])
        yield "]" if isinstance(value, list) else "}"
    else:
        yield json.dumps(value, default=str)
