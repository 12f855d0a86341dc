"""What a call works out before its transaction, in which others would wait for it, and finds there."""

from contextvars import ContextVar, Token
from typing import Generic, TypeVar

T = TypeVar("T")


class Carried(Generic[T]):
    """A value of one kind that the present call carries; `empty` until one is kept. Nobody changes it in place."""

    def __init__(self, name: str, empty: T) -> None:
        self._known = ContextVar(f"sitehand_{name}", default=empty)

    def get(self) -> T:
        """What is kept now."""
        return self._known.get()

    def keep(self, value: T) -> "_Keeping[T]":
        """Keep a value, for a `with`: in the block, and in what it starts, `get` answers this value."""
        return _Keeping(self._known, value)


class _Keeping(Generic[T]):
    """A class, since every write enters one: `contextmanager` takes five times as long."""

    __slots__ = ("_known", "_outside", "_value")

    def __init__(self, known: ContextVar[T], value: T) -> None:
        self._known = known
        self._value = value

    def __enter__(self) -> None:
        self._outside: Token[T] = self._known.set(self._value)

    def __exit__(self, *_: object) -> None:
        self._known.reset(self._outside)
