"""Who may change what is around the pages of the whole site, such as templates and navigations.

It is decided from what a write does, so that no operation on blocks, texts or the trash is a way round, and no undo.
"""

from collections.abc import Sequence

from sitehand.errors import Code, Problem
from sitehand.guard.roles import usable_categories
from sitehand.operation.caller import Caller, Category
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kinds

NEEDED: Category = "site"


def check_frame(kinds: Kinds, caller: Caller, objects: Sequence[ObjectChange]) -> None:
    """Raise Problem(category_forbidden) for a caller without the category site that changes any of it."""
    if NEEDED in usable_categories(caller):
        return
    for each in objects:
        kind = kinds[each.kind]
        if kind.frames_site:
            message = f"This {kind.singular} is shown around the whole site: changing it takes the category {NEEDED}."
            raise Problem(Code.CATEGORY_FORBIDDEN, message, hint="The roles designer and admin can.")
