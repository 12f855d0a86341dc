"""Operations that audit public pages."""

from functools import partial

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Problem
from sitehand.operation.audit import examine, list_repairs, list_settings, survey, tell_finding
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.seo.score import score_page, tell_parts
from sitehand.site.audits import Audit, AuditQuery, Finding, PageAudit
from sitehand.site.content import Listing
from sitehand.site.host import Host
from sitehand.site.public_pages import PublicPages
from sitehand.site.values import Id, Input

of_audits = partial(operation, category="seo", needs="audits")
MAX_SITEMAPS = 1
"""Files of the sitemap that are read for one page."""


class AuditedPage(Input):
    """One page or post."""

    id: Id


class WantedAudit(Input):
    """How much of the site is read."""

    whole: bool = Field(False, description="read pages that have not changed too, as after a new theme")
    outside: bool = Field(False, description="check links to other sites too, within their robots.txt")


class StartedAudit(TypedDict):
    """The job of an audit; `changed` is False when it was under way already."""

    job: int
    changed: bool


def pages_of(host: Host) -> PublicPages:
    """The public pages of a host that offers audits; the gate has seen to it that this one does."""
    if host.public_pages is None:
        raise TypeError("The host offers audits and has no public pages.")
    return host.public_pages


async def find_faults(ctx: Context, item_id: int) -> tuple[str, list[Finding]]:
    """The address of a public item, and what is wrong with it now.

    Raises Problem: not_found, conflict, host_unavailable.
    """
    pages = pages_of(ctx.host)
    page = await pages.find(item_id)
    known = await survey(pages, list_settings(ctx.host), list_repairs(ctx.host), MAX_SITEMAPS)
    examined = await examine(pages, page, known)
    if not examined.page.status:
        raise Problem(Code.HOST_UNAVAILABLE, f"{page.address} gives no answer.", hint="Try again in a moment.")
    found = [tell_finding(each, page.id, page.address) for each in examined.found]
    return page.address, [*found, *await ctx.services.audits.list_wide(item_id)]


@of_audits("GET /items/{id}/seo/audit", access="read")
async def audit_page(ctx: Context, wanted: AuditedPage) -> PageAudit:
    """Audit a published page or post now: findings with evidence, source and fix, and a score."""
    ctx.refuse_late("audit_page")
    address, found = await find_faults(ctx, wanted.id)
    broken = [(each["rule"], each["severity"]) for each in found]
    score, parts = score_page(broken), tell_parts(broken)
    return PageAudit(item=wanted.id, address=address, score=score, parts=parts, findings=found)


@of_audits(
    "POST /seo/audits",
    access="write",
    status=202,
    idempotent=True,
    exempt={"undo": "An audit changes nothing of the site."},
    stored=True,
)
async def audit_site(ctx: Context, wanted: WantedAudit) -> StartedAudit:
    """Audit all public pages as a job; those that have not changed are not read again."""
    job, is_new = await ctx.services.jobs.start(
        "audit_site", {"whole": wanted.whole, "outside": wanted.outside}, "audit_site"
    )
    return StartedAudit(job=job, changed=is_new)


@of_audits("GET /seo/audits", access="read")
async def list_audits(ctx: Context, query: AuditQuery) -> Listing[Audit]:
    """List audits of the site with their scores, and how many findings were new or gone."""
    return await ctx.services.audits.list(query)
