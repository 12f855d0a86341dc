"""Interactions of atomic elements: how they come into view, or leave it. Plain values as callers write them, typed ones
as they are stored: `{"items": [...], "version": 1}`, which Elementor also writes as text.

Source: `interactions` of the measured facts; what is Pro's there is refused in what is new, and kept in what is stored.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitehand.elementor.atomic import BREAKPOINTS
from sitehand.elementor.document import Element
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.scalars import find_close, guess_size
from sitehand.elementor.seed import make_hex

ITEM = "interaction-item"
MAX_INTERACTIONS = 5
"""Interactions of one element: Elementor's own limit."""
MAX_MILLISECONDS = 60_000
MAX_WORD = 20
"""Characters that are told of a stored value."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "trigger": ("load", "scrollIn"),
    "effect": ("fade", "slide", "scale"),
    "type": ("in", "out"),
    "direction": ("", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right"),
    "easing": ("easeIn",),
}
"""What the free Elementor offers; the first is meant where nothing is said."""
OF_PRO: Mapping[str, tuple[str, ...]] = {
    "trigger": ("scrollOut", "scrollOn", "hover", "click"),
    "effect": ("custom",),
    "easing": ("easeOut", "easeInOut", "backIn", "backInOut", "backOut", "linear"),
}
TIMES = {"duration": 600, "delay": 0}
"""Milliseconds where nothing is said."""
NAMES = (*CHOICES, *TIMES, "exclude")
Plain = dict[str, Any]


def list_stored(element: Element) -> list[Any]:
    """The interactions of an element as they are stored, whatever is there."""
    found = (element.fields or {}).get("interactions")
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except (ValueError, RecursionError):
            return []
    items = found.get("items") if isinstance(found, dict) else None
    return items if isinstance(items, list) else []


def list_ids(element: Element) -> list[str]:
    """The ids of the interactions of an element."""
    found = (_read(_read_members(each).get("interaction_id")) for each in list_stored(element))
    return [each for each in found if isinstance(each, str)]


def read_plain(stored: Any) -> Plain:
    """A stored interaction as a caller writes it. Values of other kinds than ours, such as Pro's, are told as text."""
    item = _read_members(stored)
    animation = _read_members(item.get("animation"))
    timing, config = (_read_members(animation.get(name)) for name in ("timing_config", "config"))
    texts = {"trigger": item, "effect": animation, "type": animation, "direction": animation, "easing": config}
    plain: Plain = {name: _read(members.get(name)) or CHOICES[name][0] for name, members in texts.items()}
    plain |= {name: _read_time(timing.get(name), default) for name, default in TIMES.items()}
    excluded = _read(_read_members(item.get("breakpoints")).get("excluded"))
    plain["exclude"] = [_read(each) for each in excluded] if isinstance(excluded, list) else []
    return plain


def describe_interactions(element: Element) -> list[str]:
    """Each interaction of an element in a few words, such as `scrollIn: fade in left`."""
    return [_describe(read_plain(each)) for each in list_stored(element)[:MAX_INTERACTIONS]]


def type_interactions(element: Element, given: Sequence[Any]) -> tuple[Any, list[Fault]]:
    """The member to store, and the faults of what is given, in place of all that the element has; [] for none.

    One that is there already stays as it is, by its plain values or by its stored form, wherever it is then.
    """
    if len(given) > MAX_INTERACTIONS:
        return [], [Fault("interactions", "too_many", f"{MAX_INTERACTIONS} at most", len(given))]
    stored = list_stored(element)
    left = list(stored)
    items: list[Any] = []
    faults: list[Fault] = []
    for number, each in enumerate(given):
        if each in left:
            found = each
        else:
            plain, wrong = complete(read_plain(each) if each in stored else each, f"interactions.{number}")
            faults += wrong
            same = (one for one in left if read_plain(one) == plain)
            found = None if wrong else next(same, None) or _type_item(element.id, plain)
        if found in left:
            left.remove(found)
        items.append(found)
    return ({"items": items, "version": 1} if items else []), faults


def complete(given: Any, path: str) -> tuple[Plain, list[Fault]]:
    """An interaction with all that it does not say, and what is wrong with it."""
    if not isinstance(given, Mapping):
        return {}, [Fault(path, "wrong_kind", f"an object of {', '.join(NAMES)}", given)]
    plain: Plain = {name: given.get(name, options[0]) for name, options in CHOICES.items()}
    times = {name: _guess_time(given.get(name, default)) for name, default in TIMES.items()}
    plain |= {**times, "exclude": given.get("exclude", [])}
    return plain, list(_check(given, plain, path))


def _check(given: Mapping[str, Any], plain: Plain, path: str) -> Iterator[Fault]:
    for name in given:
        if name not in NAMES:
            expected = f"one of {', '.join(NAMES)}"
            yield Fault(f"{path}.{name}", "unknown_setting", expected, given[name], find_close(name, NAMES))
    for name, options in CHOICES.items():
        if plain[name] not in options:
            yield _refuse_choice(f"{path}.{name}", name, plain[name])
    for name in TIMES:
        if plain[name] is None:
            expected = f"0 to {MAX_MILLISECONDS} milliseconds, or a text such as 1.5s"
            yield Fault(f"{path}.{name}", "wrong_value", expected, given[name])
    if plain["effect"] == "slide" and not plain["direction"]:
        yield Fault(f"{path}.direction", "missing", f"one of {', '.join(CHOICES['direction'][1:])} for a slide", "")
    excluded = plain["exclude"]
    if not isinstance(excluded, list) or any(each not in BREAKPOINTS for each in excluded):
        yield Fault(f"{path}.exclude", "unknown_breakpoint", f"a list of {', '.join(BREAKPOINTS)}", excluded)


def _refuse_choice(path: str, name: str, value: Any) -> Fault:
    options = CHOICES[name]
    if value in OF_PRO.get(name, ()):
        return Fault(path, "pro_value", f"one of {', '.join(options)}: this is Elementor Pro's", value)
    close = find_close(value, options) if isinstance(value, str) else NOTHING
    return Fault(path, "unknown_value", f"one of {', '.join(filter(None, options))}", value, close)


def _guess_time(value: Any) -> int | None:
    """Milliseconds; None for what is no time, or too long."""
    guessed = guess_size(value)
    factor = {"": 1, "ms": 1, "s": 1_000}.get(guessed[1].casefold()) if guessed else None
    time = guessed[0] * factor if guessed and factor else -1
    return round(time) if 0 <= time <= MAX_MILLISECONDS else None


def _type_item(element: str, plain: Plain) -> dict[str, Any]:
    # As in Elementor the id has that of the element in it, so that it can follow a copy.
    return _type(
        ITEM,
        {
            "interaction_id": _text(f"e-{element}-{make_hex()}"),
            "trigger": _text(plain["trigger"]),
            "animation": _type(
                "animation-preset-props",
                {
                    **{name: _text(plain[name]) for name in ("effect", "type", "direction")},
                    "timing_config": _type("timing-config", {name: _write_time(plain[name]) for name in TIMES}),
                    "config": _type("config-v2", {"easing": _text(plain["easing"])}),
                },
            ),
            "breakpoints": _type(
                "interaction-breakpoints",
                {"excluded": _type("excluded-breakpoints", [_text(each) for each in plain["exclude"]])},
            ),
        },
    )


def _describe(plain: Plain) -> str:
    trigger, *words = (str(plain[name])[:MAX_WORD] for name in ("trigger", "effect", "type", "direction"))
    return f"{trigger}: {' '.join(filter(None, words))}"


def _type(key: str, value: Any) -> dict[str, Any]:
    return {"$$type": key, "value": value}


def _text(value: str) -> dict[str, Any]:
    return _type("string", value)


def _write_time(milliseconds: int) -> dict[str, Any]:
    return _type("size", {"size": milliseconds, "unit": "ms"})


def _read(value: Any) -> Any:
    return value.get("value") if isinstance(value, dict) and "$$type" in value else value


def _read_members(value: Any) -> Mapping[str, Any]:
    found = _read(value)
    return found if isinstance(found, dict) else {}


def _read_time(value: Any, default: int) -> int:
    """Milliseconds of a size, or of a number as older versions have it."""
    found = _read(value)
    text = f"{found.get('size')}{found.get('unit')}" if isinstance(found, dict) else found
    time = _guess_time(text)
    return default if time is None else time
