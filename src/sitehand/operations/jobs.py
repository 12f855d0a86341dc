"""Operations on jobs."""

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.content import Listing
from sitehand.site.jobs import Job, JobQuery, JobRecord
from sitehand.site.values import Id, Input


class JobId(Input):
    """One job."""

    id: Id


class CancelledJob(JobRecord):
    """A job that was cancelled."""

    changed: bool


@operation("GET /jobs", category="site", access="read", everyone=True)
async def list_jobs(ctx: Context, query: JobQuery) -> Listing[Job]:
    """List your jobs, with their progress; an admin key lists all."""
    return await ctx.services.jobs.list(query, _whose(ctx))


@operation("GET /jobs/{id}", category="site", access="read", everyone=True)
async def get_job(ctx: Context, wanted: JobId) -> JobRecord:
    """Read a job with its progress and report."""
    return await ctx.services.jobs.get(wanted.id, _whose(ctx))


@operation(
    "POST /jobs/{id}/cancel",
    category="site",
    access="write",
    everyone=True,
    exempt={
        "revision": "A job goes on by itself. Cancelling one that is over is refused.",
        "undo": "A cancelled job is not resumed. Start it again.",
    },
    stored=True,
)
async def cancel_job(ctx: Context, wanted: JobId) -> CancelledJob:
    """Cancel a job of yours; what it has done stays."""
    return CancelledJob(**await ctx.services.jobs.cancel(wanted.id, _whose(ctx)), changed=True)


def _whose(ctx: Context) -> str | None:
    return None if ctx.caller.role == "admin" else ctx.caller.id
