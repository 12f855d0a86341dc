"""Operations on findings of audits."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, cast

from pydantic import Field

from sitehand.errors import Code, Problem, not_found
from sitehand.operation.audit import is_broken
from sitehand.operation.batch import BatchRequest
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.operation.write import DetailOptions, WriteOptions
from sitehand.operations.batch import BatchAnswers
from sitehand.operations.content.bulk import tell_saved
from sitehand.operations.content.pages import update_page
from sitehand.operations.content.posts import update_post
from sitehand.operations.seo.audits import find_faults, pages_of
from sitehand.operations.seo.fields import set_seo
from sitehand.operations.seo.redirects import create_redirect
from sitehand.operations.seo.settings import set_seo_settings
from sitehand.site.audits import Finding, FindingLine, FindingQuery, FixCall
from sitehand.site.content import Listing

of_findings = partial(operation, category="seo", needs="audits")
HINT = "list_findings and audit_page show what there is."
REPAIRS = (set_seo, set_seo_settings, update_page, update_post, create_redirect)
FIXES: Mapping[str, Operation] = {each.name: each for each in REPAIRS}
"""The operations that repair what rules find."""


class FixedFinding(DetailOptions, WriteOptions):
    """A finding to repair."""

    id: Annotated[str, Field(pattern=r"^[0-9]{1,19}-[0-9a-f]{12}$", description="of a finding with a fix")]


@of_findings("GET /seo/findings", access="read")
async def list_findings(ctx: Context, query: FindingQuery) -> Listing[FindingLine]:
    """List findings of the last audits, the worst first; state=closed: what is repaired."""
    return await ctx.services.audits.find(query)


@of_findings(
    "POST /seo/findings/{id}/fix",
    access="write",
    status=207,
    destructive=True,
    composed=True,
    brief=tell_saved,
    exempt={"replay": "What is repaired is no finding any more: repeated, the call does nothing (not_found)."},
)
async def fix_finding(ctx: Context, wanted: FixedFinding) -> BatchAnswers:
    """Fix a finding with the call in its fix. First checks that the page still has it."""
    finding = await _find(ctx, wanted.id)
    if finding["fix"] is None:
        message = f"Nothing repairs {finding['rule']} by itself."
        raise Problem(Code.CONFLICT, message, hint="Its evidence and source say what to change.")
    plan = BatchRequest(
        parts=[make_part(finding["fix"])],
        check_first=False,
        atomic=True,
        brief=wanted.detail == "brief",
        arguments=wanted,
        operation="fix_finding",
        listed="fix",
    )
    return cast(BatchAnswers, await ctx.services.run_batch(ctx, plan))


def make_part(fix: FixCall) -> dict[str, Any]:
    """The REST call of a fix."""
    repair, arguments = FIXES[fix["operation"]], dict(fix["arguments"])
    path = repair.path.format(**{name: arguments.pop(name) for name in repair.path_arguments})
    return {"method": repair.methods[-1], "path": path, "body": arguments}


async def _find(ctx: Context, finding_id: str) -> Finding:
    """A finding as it is now. Raises Problem(not_found) for one that is gone."""
    item = int(finding_id.partition("-")[0])
    if item:
        _, found = await find_faults(ctx, item)
        known = next((each for each in found if each["id"] == finding_id), None)
    else:
        known = await ctx.services.audits.get(finding_id)
    if known is None or (known["rule"] == "link_broken" and not await is_broken(pages_of(ctx.host), known)):
        raise not_found("finding", finding_id, HINT)
    return known
