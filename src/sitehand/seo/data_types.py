"""What Google asks of structured data, by type: properties that a rich result needs, and those that make it better.

Source: https://developers.google.com/search/docs/appearance/structured-data/search-gallery and the page of each type.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from sitehand.seo.rule import GOOGLE

GALLERY = GOOGLE + "appearance/structured-data/"
EITHER = "|"
"""Between names of properties of which one is enough."""


@dataclass(frozen=True, slots=True)
class DataType:
    """A type with a rich result: where it is described, the properties that are required and recommended."""

    page: str
    required: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The official page."""
        return GALLERY + self.page


def _type(page: str, required: str = "", recommended: str = "") -> DataType:
    return DataType(page, tuple(required.split()), tuple(recommended.split()))


ARTICLE = _type("article", "", "headline author datePublished image")
TYPES: Mapping[str, DataType] = {
    "Article": ARTICLE,
    "BlogPosting": ARTICLE,
    "NewsArticle": ARTICLE,
    "BreadcrumbList": _type("breadcrumb", "itemListElement"),
    "DiscussionForumPosting": _type(
        "discussion-forum", "author datePublished text|image|video", "comment headline url"
    ),
    "Event": _type("event", "location name startDate", "description endDate eventStatus image offers organizer"),
    "JobPosting": _type(
        "job-posting",
        "datePosted description hiringOrganization jobLocation|applicantLocationRequirements title",
        "baseSalary employmentType validThrough",
    ),
    "LocalBusiness": _type("local-business", "address name", "geo openingHoursSpecification telephone url"),
    "Movie": _type("movie", "image name", "aggregateRating dateCreated director"),
    "Organization": _type("organization", "", "name url logo"),
    "Product": _type("product-snippet", "name review|aggregateRating|offers", "image"),
    "ProfilePage": _type("profile-page", "mainEntity", "dateCreated dateModified"),
    "QAPage": _type("qapage", "mainEntity"),
    "Recipe": _type("recipe", "image name", "author datePublished description recipeIngredient recipeInstructions"),
    "SoftwareApplication": _type("software-app", "name offers aggregateRating|review", "applicationCategory"),
    "VideoObject": _type("video", "name thumbnailUrl uploadDate", "contentUrl|embedUrl description duration"),
    "WebSite": DataType("../site-names", ("name", "url")),
    "AggregateRating": _type("review-snippet", "ratingValue ratingCount|reviewCount"),
    "Review": _type("review-snippet", "author reviewRating", "datePublished"),
    "Offer": _type("product-snippet", "price|priceSpecification", "availability priceCurrency|priceSpecification"),
}
SUBTYPES = {
    "Event": "BusinessEvent Festival MusicEvent SportsEvent TheaterEvent EducationEvent SocialEvent",
    "LocalBusiness": "Restaurant Store Hotel Dentist LegalService MedicalClinic FoodEstablishment Bakery AutoRepair",
    "Organization": "Corporation NGO EducationalOrganization OnlineStore NewsMediaOrganization",
    "SoftwareApplication": "MobileApplication WebApplication VideoGame",
}
ALL_TYPES: Mapping[str, DataType] = {
    **TYPES,
    **dict(chain.from_iterable(((name, TYPES[of]) for name in names.split()) for of, names in SUBTYPES.items())),
}
NO_RICH_RESULT = {
    "HowTo": "since September 2023",
    "FAQPage": "but for authorities on health and government, since August 2023",
    "ClaimReview": "since June 2025",
    "SpecialAnnouncement": "since July 2025",
    "LearningResource": "since June 2025",
}
"""Types that Google showed once. Source: https://developers.google.com/search/updates."""
DATES = frozenset({"datePublished", "dateModified", "uploadDate", "startDate", "endDate", "datePosted", "validThrough"})
ADDRESSES = frozenset({"url", "contentUrl", "embedUrl", "thumbnailUrl", "sameAs"})
