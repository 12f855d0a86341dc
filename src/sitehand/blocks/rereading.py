"""The tree of a text after a change, made from the tree before it.

Only the outermost blocks that the change touches are read again. Those before them are the same, those behind them
stand elsewhere. Where a change can reach further, such as into a block that is never closed, the whole text is read.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from sitehand.blocks.delimiters import MAX_DELIMITERS, Delimiter, leaves_open
from sitehand.blocks.splices import TextChange
from sitehand.blocks.tree import FREEFORM, Block, Span, Tree, list_blocks, read_tree


def reread_tree(old: Tree, change: TextChange) -> Tree:
    """What `read_tree` gives for the text after a change. Raises Problem(invalid_arguments) as that does."""
    source = change.apply(old.source)
    return _reread(old, change, source) or read_tree(source)


def _reread(old: Tree, change: TextChange, source: str) -> Tree | None:
    """None where the whole text has to be read."""
    if not change.splices:
        return old
    if not all(block.closed for block in old.blocks):
        return None
    first, behind = _find_touched(old, change)
    start = _start(old.blocks[first]) if first < behind else 0
    end = _end(old.blocks[behind - 1]) if first < behind else len(old.source)
    moved = len(source) - len(old.source)
    # To read more than half of it again would save little.
    if 2 * (end - start) > len(source) or leaves_open(source[:start]):
        return None
    part = _read_alone(source[start : end + moved])
    if part is None:
        return None
    before, after = old.blocks[:first], old.blocks[behind:]
    blocks = [*before, *_shift(part.blocks, start), *(_shift(after, moved) if moved else after)]
    delimiters = old.delimiters - sum(map(_count, old.blocks[first:behind])) + part.delimiters
    whole = delimiters <= MAX_DELIMITERS and _keeps_apart(blocks, first, first + len(part.blocks))
    return Tree(source, blocks, delimiters) if whole else None


def _find_touched(old: Tree, change: TextChange) -> tuple[int, int]:
    """The outermost blocks that a change touches, or stands right beside: the number of the first, and that behind."""
    first = bisect_left(old.blocks, change.splices[0].start, key=_end)
    return first, bisect_right(old.blocks, max(splice.end for splice in change.splices), key=_start)


def _read_alone(text: str) -> Tree | None:
    """The blocks of a part of a text; None when what is behind it could belong to them."""
    part = read_tree(text)
    stray = part.blocks and part.blocks[-1].name == FREEFORM and "<!--" in text[_start(part.blocks[-1]) :]
    whole = not stray and all(block.closed for block in part.blocks)
    return part if whole and not leaves_open(text) else None


def _keeps_apart(blocks: Sequence[Block], *seams: int) -> bool:
    """Whether no text that is one piece now has become two blocks."""
    return not any(
        seam and seam < len(blocks) and blocks[seam - 1].name == blocks[seam].name == FREEFORM for seam in seams
    )


def _start(block: Block) -> int:
    return block.opener.start if block.opener else _text(block).start


def _end(block: Block) -> int:
    if block.opener is None:
        return _text(block).end
    return (block.closer or block.opener).end


def _text(block: Block) -> Span:
    return next(part for part in block.content if isinstance(part, Span))


def _count(block: Block) -> int:
    return sum(bool(one.opener) + bool(one.closer) for one in list_blocks(block))


def _shift(blocks: Sequence[Block], by: int) -> list[Block]:
    """Copies of the blocks, moved by a number of characters in their text. The blocks given stay as they are."""
    shifted = [_move(block, by) for block in blocks]
    pending = [block for block in shifted if block.content]
    while pending:
        content = pending.pop().content
        for number, part in enumerate(content):
            if isinstance(part, Block):
                content[number] = block = _move(part, by)
                pending.append(block)
            else:
                content[number] = Span._make((part[0] + by, part[1] + by))
    return shifted


def _move(block: Block, by: int) -> Block:
    """A copy whose delimiters stand further on. What is in it does not yet."""
    opener, closer = block.opener, block.closer
    return Block(
        block.name, block.content[:], opener and _move_delimiter(opener, by), closer and _move_delimiter(closer, by)
    )


def _move_delimiter(one: Delimiter, by: int) -> Delimiter:
    start, end, name, closes, void, attributes = one
    if attributes:
        attributes = (attributes[0] + by, attributes[1] + by)
    return Delimiter._make((start + by, end + by, name, closes, void, attributes))
