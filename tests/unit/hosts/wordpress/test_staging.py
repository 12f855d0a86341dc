"""What a call changes, as the journal has it, when others were at the same object."""

from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.staging import Step, describe_steps
from sitehand.hosts.wordpress.term_resource import TermResource

TERM: dict[str, Any] = {"id": 5, "taxonomy": "category", "slug": "news", "name": "News", "description": "", "parent": 0}


def update(before: dict[str, Any], sent: dict[str, Any], raced: dict[str, Any]) -> Step:
    """A step on the term, right before which somebody else has changed other fields."""
    resource = TermResource(Client("http://127.0.0.1/", "anna", "abcd"))
    return Step(resource, "update", 5, before, {**before, **sent, **raced}, sent=sent, raced=list(raced))


def tell(*steps: Step) -> dict[str, tuple[Any, Any]]:
    """Each field that changed, before and after."""
    (change,) = describe_steps(steps)
    assert change.before is not None and change.after is not None
    return {name: (change.before[name], value) for name, value in change.after.items()}


def test_what_others_changed_was_there_before() -> None:
    """Also where an earlier step of the call had sent the field: what is there in the end is theirs."""
    first = update(TERM, {"name": "Ours", "description": "Ours"}, {})
    assert first.after is not None
    second = update(first.after, {"slug": "ours"}, {"description": "Theirs"})
    assert tell(first, second) == {"name": ("News", "Ours"), "slug": ("news", "ours")}


def test_what_a_later_step_has_sent_is_its_own() -> None:
    """It writes over what somebody else had changed."""
    first = update(TERM, {"name": "Ours"}, {"description": "Theirs"})
    assert first.after is not None
    second = update(first.after, {"description": "Ours again"}, {})
    assert tell(first, second) == {"name": ("News", "Ours"), "description": ("", "Ours again")}
