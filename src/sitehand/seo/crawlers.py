"""Rules over the site as a whole: robots.txt, the sitemap, and whether crawlers of assistants may read the site."""

from collections.abc import Container, Iterator, Mapping

from sitehand.seo.robots import Robots
from sitehand.seo.rule import CRAWLING, GOOGLE, Fault, Fix, Found, Severity

ROBOTS_TXT = CRAWLING + "robots-txt/robots-txt-spec"
SITEMAPS = GOOGLE + "crawling-indexing/sitemaps/build-sitemap"
AI_CRAWLERS = {
    "GPTBot": "https://developers.openai.com/api/docs/bots",
    "OAI-SearchBot": "https://developers.openai.com/api/docs/bots",
    "ClaudeBot": "https://support.claude.com/en/articles/8896518",
    "Claude-SearchBot": "https://support.claude.com/en/articles/8896518",
    "Claude-User": "https://support.claude.com/en/articles/8896518",
    "PerplexityBot": "https://docs.perplexity.ai/docs/resources/perplexity-crawlers",
    "Google-Extended": CRAWLING + "crawlers-fetchers/google-common-crawlers",
    "Applebot-Extended": "https://support.apple.com/en-us/119829",
}

SITE_RULES: Mapping[str, Severity] = {
    "robots_txt_invalid": "error",
    "sitemap_absent": "warning",
    "ai_crawler_refused": "info",
}
"""Rules over the site as a whole."""


def judge_site(
    home: str, robots: Robots, robots_status: int, sitemap_status: int, refused: Container[str] = ()
) -> Iterator[Found]:
    """What is wrong with the site as a whole. Crawlers that may not read it are information: the owner chooses.

    `refused` are those that the settings refuse: only for these the settings are the way to let them in.
    """
    if robots_status >= 500:  # noqa: PLR2004 - crawlers then stay away
        yield _found("robots_txt_invalid", ROBOTS_TXT, f"robots.txt answers {robots_status}.")
    for line in robots.faults[:20]:
        yield _found("robots_txt_invalid", ROBOTS_TXT, f"No crawler follows line {line}", line)
    if sitemap_status >= 400:  # noqa: PLR2004 - the first HTTP status that is an error
        yield _found("sitemap_absent", SITEMAPS, f"The sitemap answers {sitemap_status}.")
    for agent, source in AI_CRAWLERS.items():
        if not robots.allows(agent, home):
            fix = Fix("set_seo_settings", {"crawlers": {agent: "allow"}}) if agent in refused else None
            yield _found("ai_crawler_refused", source, f"robots.txt refuses the home page to {agent}.", agent, fix)


def _found(rule: str, source: str, evidence: str, key: str = "", fix: Fix | None = None) -> Found:
    return Found(rule, SITE_RULES[rule], source, Fault(evidence, key, fix))
