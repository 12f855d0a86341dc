"""References to synced patterns: the pattern as it is now, with what the reference has in place of its texts."""

from sitehand.blocks.editor import MAX_EDITS
from sitehand.blocks.overrides import apply_overrides
from sitehand.blocks.release import read_release
from sitehand.hosts.builtin.public.rendering.registry import renders
from sitehand.hosts.builtin.public.rendering.scene import Scene
from sitehand.hosts.builtin.public.rendering.slots import Slot
from sitehand.site.values import MAX_ID

RELEASE = read_release("7.1")


@renders("core/block")
def draw_pattern(block: Slot, scene: Scene) -> str:
    """A published pattern; nothing inside itself, so that a circle ends."""
    ref = block.attributes.number("ref", 0, 0, MAX_ID)
    raw = "" if ref in scene.inside else scene.site.part("pattern", ref)
    content = block.attributes.inner("content").values
    # Reading and overriding it costs time whether anything is shown or not.
    if not raw or not scene.work.may_read(len(raw) * (1 + min(len(content), MAX_EDITS))):
        return ""
    return scene.within(ref).draw_text(apply_overrides(raw, content, RELEASE))
