"""Block documents for tests: generated texts, and a plain model of nested lists that edits are compared with."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from sitehand.blocks.outline import Entry, Outline

TEXTS = st.text("ab \n\\\"'🎉ש<>&\u00a0\u2028", max_size=12).map(lambda text: text.replace("<", "&lt;"))
GAPS = st.sampled_from(["\n\n", "\n", "", "\r\n\r\n", " "])
VALUES = st.sampled_from(['{"a":1}', '{"a":"\\u003cb\\u0022--\\\\"}', '{ "b" : [1, 2.50] }', '{"a":"\\ud83d"}'])


@st.composite
def leaves(draw: st.DrawFn) -> str:
    """A block without blocks."""
    attributes = draw(st.none() | VALUES)
    written = f" {attributes}" if attributes else ""
    if draw(st.booleans()):
        return f"<!-- wp:latest-posts{written} /-->"
    return f"<!-- wp:paragraph{written} -->\n<p>{draw(TEXTS)}</p>\n<!-- /wp:paragraph -->"


@st.composite
def containers(draw: st.DrawFn, inner: st.SearchStrategy[str]) -> str:
    """A group of blocks, with any white space between them."""
    blocks = draw(st.lists(inner, max_size=3))
    text = "".join(block + draw(GAPS) for block in blocks)
    return f'<!-- wp:group -->\n<div class="wp-block-group">{text}</div>\n<!-- /wp:group -->'


BLOCKS = st.recursive(leaves(), containers, max_leaves=6)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Blocks, and at times text between them."""
    parts = draw(st.lists(BLOCKS | st.sampled_from(["<p>classic</p>", "text \\ 🎉"]), max_size=5))
    return draw(GAPS) + "".join(part + draw(GAPS) for part in parts)


@dataclass
class Model:
    """A block as its own text and the blocks in it."""

    text: str
    inner: "list[Model]" = field(default_factory=list)


def read_model(outline: Outline) -> list[Model]:
    """The blocks of a text as nested lists."""
    return join_text([_read(outline, entry) for entry in outline.roots])


def join_text(models: list[Model]) -> list[Model]:
    """With text beside text as one."""
    joined: list[Model] = []
    for model in models:
        if joined and not any(one.text.startswith("<!--wp:") for one in (joined[-1], model)):
            joined[-1] = Model(joined[-1].text + model.text)
        else:
            joined.append(model)
    return joined


def _read(outline: Outline, entry: Entry) -> Model:
    """The text of a block has no white space, which edits put between blocks."""
    text = outline.tree.inner_html(entry.block)
    if entry.block.opener:
        text = outline.source[entry.block.opener.start : entry.block.opener.end] + text
    return Model("".join(text.split()), [_read(outline, inner) for inner in entry.inner])


def find_level(models: list[Model], path: Sequence[int]) -> list[Model]:
    """The list that the block at a path is in."""
    for step in path[:-1]:
        models = models[step].inner
    return models
