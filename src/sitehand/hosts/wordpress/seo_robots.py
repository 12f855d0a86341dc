"""How SEO plugins of WordPress keep robots directives: a meta key for each, or one key for several."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.hosts.wordpress.resources import Fields

Meta = Mapping[str, Any]
OPPOSITES = {"noindex": "index", "nofollow": "follow"}


@dataclass(frozen=True, slots=True)
class Flag:
    """A meta key that stands for one directive: `on` is what asks for it."""

    key: str
    directive: str
    on: str
    off: str

    @property
    def directives(self) -> Collection[str]:
        """What it can ask for."""
        return (self.directive,)

    def read(self, meta: Meta) -> Sequence[str]:
        """What it asks for now."""
        value = meta.get(self.key, "")
        return (self.directive,) if value is True or str(value) == self.on else ()

    def write(self, wanted: Collection[str], meta: Meta) -> Fields:
        """What is sent, in the type that WordPress shows; nothing for what is asked for, or not, already."""
        asked = self.directive in wanted
        if asked is bool(self.read(meta)):
            return {}
        if isinstance(meta[self.key], bool):
            return {self.key: asked}
        value = self.on if asked else self.off
        return {self.key: int(value) if isinstance(meta[self.key], int) else value}


@dataclass(frozen=True, slots=True)
class Listed:
    """A meta key with several directives: a list, or a text with commas. Words that are not ours stay in it."""

    key: str
    directives: Collection[str]

    def read(self, meta: Meta) -> Sequence[str]:
        """What it asks for now."""
        return [word for word in self._read_words(meta) if word in self.directives]

    def write(self, wanted: Collection[str], meta: Meta) -> Fields:
        """What is sent; nothing for what is asked for already."""
        ours = [each for each in self.directives if each in wanted]
        if set(ours) == set(self.read(meta)):
            return {}
        dropped = {*self.directives, *(OPPOSITES[each] for each in ours if each in OPPOSITES)}
        words = [*(word for word in self._read_words(meta) if word not in dropped), *ours]
        return {self.key: ",".join(words) if isinstance(meta[self.key], str) else words}

    def _read_words(self, meta: Meta) -> list[str]:
        value = meta.get(self.key) or ()
        words = value.split(",") if isinstance(value, str) else value
        return [str(word).strip() for word in words if str(word).strip()]


Robots = Flag | Listed


def flag_all(keys: Mapping[str, str], on: str, off: str) -> tuple[Flag, ...]:
    """A flag for each directive, under its key."""
    return tuple(Flag(key, directive, on, off) for directive, key in keys.items())
