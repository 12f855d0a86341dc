"""Markdown becomes blocks that the editor stores unchanged."""

from collections.abc import Callable

import pytest

from sitehand.blocks.converting.convert import convert_markdown
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.outline import read_outline
from sitehand.errors import Code, Problem
from tests.wordpress.editor import Editor

TEXT = """# Title

Text with **bold**, `code`, ~~struck~~ and a [link](https://example.org "Title").
A line break is\\
here.

- One
- Two

  in a second paragraph
  1. Deep

> Quoted
>
> - list

```python
x = [1]
```

| a | b |
|---|--:|
| 1 | 2 |

---

![A boat](https://example.org/boat.jpg "Boat")

https://www.youtube.com/watch?v=abc

<div class="note">

In a *box*

</div>
"""
NAMES = ["heading", "paragraph", "list", "quote", "code", "table", "separator", "image", "embed", "group"]


@pytest.mark.parametrize("release", list(Dialect))
def test_each_construct_becomes_its_block(release: Dialect, editor_of: Callable[[Dialect], Editor]) -> None:
    """In order, with nothing left as HTML, and every one valid to the byte."""
    converted = convert_markdown(TEXT, release)
    outline = read_outline(converted.markup)
    assert [root.block.name.removeprefix("core/") for root in outline.roots] == NAMES
    assert (converted.kept, converted.lost) == ([], [])
    assert editor_of(release).check(converted.markup)["serialized"] == converted.markup


def test_what_the_text_says_is_in_the_blocks() -> None:
    """The language of code as a class, the alignment of a column, the paragraphs of an item on lines of their own."""
    markup = convert_markdown(TEXT, Dialect.V7_1).markup
    assert '<pre class="wp-block-code language-python">' in markup
    assert '<td class="has-text-align-right" data-align="right">2</td>' in markup
    assert "<li>Two<br>in a second paragraph<!-- wp:list" in markup
    assert "<s>struck</s>" in markup and "A line break is<br>\nhere." in markup


@pytest.mark.parametrize("mark", "[*_~`<")
def test_thousands_of_marks_in_a_paragraph_are_refused(mark: str) -> None:
    """The parser would compare each with all others."""
    with pytest.raises(Problem) as refused:
        convert_markdown(f"{mark}a " * 1_001, Dialect.V7_1)
    assert refused.value.code is Code.INVALID_ARGUMENTS
