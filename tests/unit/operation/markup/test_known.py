"""What was found in long texts is kept, and no more of it than the memory is for."""

import pytest

from sitehand.operation.markup import known
from sitehand.operation.markup.known import LONG, Known


class Reader:
    """Finds as many things in a text as its first number says, and notes what it reads."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.known = Known()

    def ask(self, *words: str) -> list[str]:
        """What is read anew of long texts that begin with these words."""
        self.read.clear()
        for word in words:
            self.known.read(self.find, word + " " * LONG)
        return self.read

    def find(self, text: str) -> list[str]:
        """The things."""
        self.read.append(text.strip())
        return ["x"] * int(text.split(maxsplit=1)[0])


def test_a_long_text_is_read_once() -> None:
    """A short one is read whenever it is asked for."""
    reader = Reader()
    assert reader.ask("1 a", "1 b", "1 a") == ["1 a", "1 b"]
    assert [reader.known.read(reader.find, "2 c") for _ in range(2)] == [["x", "x"]] * 2
    assert reader.read == ["1 a", "1 b", "2 c", "2 c"]


def test_the_oldest_results_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """When there are too many, or when they hold too much; one that holds too much alone drops no other."""
    monkeypatch.setattr(known, "MAX_TEXTS", 3)
    monkeypatch.setattr(known, "MAX_FOUND", 10)
    reader = Reader()
    reader.ask("1 a", "1 b", "1 c", "1 a", "1 d")
    assert reader.ask("1 a", "1 c", "1 d") == []
    assert reader.ask("1 b") == ["1 b"]
    reader.ask("8 e")
    assert reader.ask("8 e", "1 b", "1 d") == []
    reader.ask("9 f")
    assert reader.ask("9 f", "1 d") == []
    assert reader.ask("11 g", "9 f", "11 g") == ["11 g", "11 g"]
