"""Which operations may change many objects with one call: those share their commit with no other write."""

from sitehand.app import OPERATIONS

MANY = {"assign_terms", "order_terms", "merge_terms"}


def test_what_may_change_many_objects_says_so() -> None:
    """Whatever deletes, is made of several operations or puts back, and what is declared to."""
    derived = {each.name for each in OPERATIONS if each.composed or each.restores or each.methods == ("DELETE",)}
    assert {each.name for each in OPERATIONS if each.many} == derived | MANY
    assert {"delete_page", "delete_term", "empty_trash", "save_items", "undo_change"} <= derived
