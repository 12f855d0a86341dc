"""SEO: the score of the site and what it is made of, its history, and what audits have found."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from sitehand.admin.listed import SECTIONS, find_address
from sitehand.admin.number import read_number, read_page
from sitehand.admin.score_chart import draw_scores
from sitehand.admin.screen import Screen, does, shows
from sitehand.admin.screens.seo_fix import ask, fix
from sitehand.admin.visit import Visit
from sitehand.errors import not_found
from sitehand.operation.beside import Audits
from sitehand.seo.titles import name_rule
from sitehand.site.audits import AuditQuery, FindingQuery
from sitehand.site.jobs import Job, JobQuery

PER_PAGE, AUDITS = 25, 30
MAX_JOBS = 100
SEVERITIES = {"": "Any", "error": "Errors", "warning": "Warnings", "info": "Information"}
STATES = {"open": "Open", "closed": "Gone"}
NUMBERS = ("opened", "item")
"""Filters that are ids: the audit that first met a finding, and the item that it is about; 0 is the site."""


async def show(visit: Visit) -> Response:
    """The score, its history, the rules that something breaks, and the findings that the filters want."""
    capabilities = visit.services.operations.host.capabilities()
    if not capabilities.offers("audits"):
        return visit.page("seo.html", "SEO", lacking=capabilities.explain("audits"))
    audits, query = visit.services.operations.audits, visit.request.query_params
    return visit.page(
        "seo.html",
        "SEO",
        lacking="",
        running=await _find_job(visit),
        change=read_number(query.get("change", "")),
        faults={},
        name_rule=name_rule,
        **await _read_history(audits, read_page(query.get("audits", ""))),
        **await _read_findings(audits, query),
    )


async def _read_history(audits: Audits, part: int) -> dict[str, Any]:
    history, newest = [
        await audits.list(wanted) for wanted in (AuditQuery(page=part, per_page=AUDITS), AuditQuery(per_page=1))
    ]
    ended = [(each["started"], each["score"]) for each in reversed(history.items) if each["score"] is not None]
    return {
        "last": newest.items[0] if newest.items else None,
        "history": history,
        "history_pages": _list_pages({"audits": part}, "audits", history.pages),
        "chart": draw_scores(ended),
    }


async def _read_findings(audits: Audits, query: Mapping[str, str]) -> dict[str, Any]:
    chosen, page = read_filters(query), read_page(query.get("page", ""))
    found = await audits.find(FindingQuery.model_validate({**chosen, "page": page, "per_page": PER_PAGE}))
    rules = await audits.count_rules()
    return {
        "rules": rules,
        "rule_options": _list_options({each["rule"] for each in rules} | {chosen.get("rule", "")} - {""}),
        "found": found,
        "pages": _list_pages({**chosen, "page": page}, "page", found.pages),
        "chosen": chosen,
        "severities": list(SEVERITIES.items()),
        "states": list(STATES.items()),
    }


async def start(visit: Visit) -> Response:
    """Start an audit; one that is under way stays the only one."""
    started = await visit.perform({name: name in visit.form for name in ("whole", "outside")})
    return visit.redirect("/seo", "audit" if started["changed"] else "auditing")


async def open_item(visit: Visit) -> Response:
    """On to the screen of an item. Raises Problem(not_found), also for one of a kind that has no screen."""
    wanted = visit.read_id("item_id", "item")
    kind = await visit.services.operations.host.items.kind_of(wanted)
    if kind not in SECTIONS:
        raise not_found("item", wanted, "")
    return visit.redirect(find_address(kind, wanted))


def read_filters(query: Mapping[str, str]) -> dict[str, Any]:
    """The filters that are set; what they cannot be is left out."""
    rule, severity, state = (query.get(name, "") for name in ("rule", "severity", "state"))
    given = {
        "rule": rule if rule.isidentifier() else "",
        "severity": severity if severity in SEVERITIES else "",
        "state": state if state in STATES and state != "open" else "",
    }
    numbers = {name: read_number(query.get(name, "")) for name in NUMBERS}
    known = {name: number for name, number in numbers.items() if number is not None and (number or name == "item")}
    return {**{name: value[:40] for name, value in given.items() if value}, **known}


def _list_options(rules: Iterable[str]) -> list[tuple[str, str]]:
    return [("", "Any"), *sorted(((each, name_rule(each)) for each in rules), key=itemgetter(1))]


def _list_pages(query: Mapping[str, Any], name: str, pages: int) -> tuple[str, str]:
    """The queries of the pages of a list before and after this one; empty for none."""
    page = query[name]
    before, after = (urlencode({**query, name: page + step}) for step in (-1, 1))
    return before if page > 1 else "", after if page < pages else ""


async def _find_job(visit: Visit) -> Job | None:
    """The audit that is pending or runs."""
    for state in ("pending", "running"):  # in this order, lest one that begins to run in between is missed
        query = JobQuery.model_validate({"state": state, "per_page": MAX_JOBS})
        for job in (await visit.services.operations.jobs.list(query, None)).items:
            if job["kind"] == "audit_site":
                return job
    return None


SCREEN = Screen(
    "SEO",
    "/seo",
    (
        shows("/seo", show),
        does("/seo", start, "audit_site"),
        shows("/seo/items/{item_id:int}", open_item),
        shows("/seo/findings/{finding_id}", ask, "fix_finding"),
        does("/seo/findings/{finding_id}", fix, "fix_finding"),
    ),
)
