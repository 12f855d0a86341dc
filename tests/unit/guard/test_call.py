"""What is known of the call that is being served, and where."""

import asyncio

from sitehand.guard.attribution import SITE, Attribution, Origin, undoing
from sitehand.guard.call import Approval, Batch, Trace, current_call, in_call
from sitehand.operation.caller import Caller


def approve(kind: str) -> Approval:
    """Somebody's word."""
    caller = Caller(kind, kind, "Somebody", "admin")  # type: ignore[arg-type]
    return Approval(1, caller, (), lambda objects: None, lambda opened: None)


def test_outside_of_a_call_the_site_itself_writes() -> None:
    """Housekeeping is nobody's request, and nothing that one call has noted is left to the next."""
    current_call().trace.note("key:1", "get_page")
    outside = current_call()
    assert (outside.by, outside.origin, outside.request_id) == (SITE, Origin("site"), "-")
    assert (outside.approval, outside.batch, outside.undone) == (None, None, None)
    assert (outside.trace.caller, outside.trace.operation) == ("", "")


def test_each_layer_adds_what_it_knows() -> None:
    """What an inner one knows is forgotten after it, also when it fails."""
    by = Attribution("key:1", "Script", "editor", "update_page", Origin("rest"))
    with in_call(request_id="a", origin=Origin("rest", "curl")):
        try:
            with in_call(by=by, undone=[]):
                assert (current_call().request_id, current_call().by, current_call().undone) == ("a", by, [])
                raise LookupError
        except LookupError:
            pass
        assert (current_call().origin, current_call().by, current_call().undone) == (Origin("rest", "curl"), SITE, None)
    assert current_call().request_id == "-"


async def test_tasks_of_a_request_share_its_trace_and_no_other() -> None:
    """The log tells of each request who called first, and what for."""

    async def serve(caller: str) -> Trace:
        trace = Trace()
        with in_call(trace=trace):
            for operation in ("batch", "create_page"):
                await asyncio.create_task(note(caller, operation))
            await asyncio.create_task(note("key:99", "approve_change"))
        return trace

    async def note(caller: str, operation: str) -> None:
        current_call().trace.note(caller, operation)

    traces = await asyncio.gather(serve("key:1"), serve("key:2"))
    assert list(traces) == [Trace("key:1", "batch"), Trace("key:2", "batch")]


def test_a_batch_that_is_only_tried_is_not_atomic() -> None:
    """What is approved in a preview is a preview."""
    assert not current_call().is_atomic
    for dry_run in (True, False):
        with in_call(batch=Batch(dry_run, None)):
            assert current_call().is_atomic is not dry_run


def test_only_the_owners_word_lifts_switches() -> None:
    """An admin key's does not."""
    for kind in ("owner", "key"):
        with in_call(approval=approve(kind)):
            assert current_call().is_owners is (kind == "owner")
    assert not current_call().is_owners


def test_an_undo_names_each_change_once() -> None:
    """In the order in which they were taken back, also when one was taken back twice."""
    undo = undoing(SITE, [7, 3, 7])
    assert (undo.outcome, undo.undoes) == ("undo", (7, 3))
