"""What is wrong with a site as a whole, by its robots.txt and its sitemap."""

from sitehand.seo.crawlers import judge_site
from sitehand.seo.robots import read_robots

HOME = "https://hill.example/"


def find(robots: str, robots_status: int = 200, sitemap_status: int = 200) -> list[tuple[str, str]]:
    """The rules that find something, and their evidence."""
    found = judge_site(HOME, read_robots(robots), robots_status, sitemap_status)
    return [(each.rule, each.fault.evidence) for each in found]


def test_a_site_without_faults_has_none() -> None:
    """Whatever it refuses to others, and with no robots.txt at all."""
    assert find("User-agent: *\nDisallow: /admin/\nSitemap: https://hill.example/sitemap.xml\n") == []
    assert find("", robots_status=404) == []


def test_what_crawlers_cannot_read_is_told() -> None:
    """A robots.txt that fails keeps them away; a line that none understands, and a sitemap that is not there."""
    assert find("", robots_status=503) == [("robots_txt_invalid", "robots.txt answers 503.")]
    ((rule, evidence),) = find("User-agent: *\nAllowed nowhere\n")
    assert rule == "robots_txt_invalid"
    assert "line 2" in evidence
    assert find("", sitemap_status=404) == [("sitemap_absent", "The sitemap answers 404.")]


def test_crawlers_of_ai_services_are_told_where_they_are_refused() -> None:
    """Each by its name, those of a rule for all too."""
    assert [rule for rule, _ in find("User-agent: GPTBot\nDisallow: /\n")] == ["ai_crawler_refused"]
    told = [evidence for _, evidence in find("User-agent: *\nDisallow: /\n")]
    for agent in ("GPTBot", "OAI-SearchBot", "ClaudeBot", "Claude-User", "PerplexityBot", "Google-Extended"):
        assert any(each.endswith(f" to {agent}.") for each in told)
    assert any("Applebot-Extended" in each for each in told)


def test_only_what_the_settings_refuse_is_allowed_by_them() -> None:
    """Where robots.txt refuses for other reasons, such as a rule for all, the settings would change nothing."""
    robots = read_robots("User-agent: *\nDisallow: /\n")
    found = judge_site(HOME, robots, 200, 200, {"ClaudeBot"})
    fixes = {each.fault.key: each.fault.fix for each in found}
    assert [agent for agent, fix in fixes.items() if fix] == ["ClaudeBot"] and len(fixes) > 1
