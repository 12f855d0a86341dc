"""What Google asks of structured data, by type: properties that a rich result needs, and those that make it better.

Source: the page of each type at https://developers.google.com/search/docs/appearance/structured-data/search-gallery, as
it was in September 2026. Of what is recommended "if applicable", only what most sites have is here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from sitehand.seo.rule import GOOGLE

GALLERY = GOOGLE + "appearance/structured-data/"
BLOG = "https://developers.google.com/search/blog/"


@dataclass(frozen=True, slots=True)
class DataType:
    """A type with a rich result: the official page, and the properties as `Graph.has` takes them."""

    source: str
    required: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()


def _type(page: str, required: str = "", recommended: str = "") -> DataType:
    return DataType(GALLERY + page, tuple(required.split()), tuple(recommended.split()))


ARTICLE = _type("article", "", "headline author datePublished image")
FORUM = _type("discussion-forum", "author author.name datePublished text|image|video|url", "comment author.url")
TYPES: Mapping[str, DataType] = {
    "Article": ARTICLE,
    "BlogPosting": ARTICLE,
    "NewsArticle": ARTICLE,
    "BreadcrumbList": _type("breadcrumb", "itemListElement"),
    "Course": _type("course", "description name", "provider"),
    "DiscussionForumPosting": FORUM,
    "SocialMediaPosting": FORUM,
    "EmployerAggregateRating": _type(
        "employer-rating", "itemReviewed itemReviewed.name ratingValue ratingCount|reviewCount"
    ),
    "Event": _type(
        "event",
        "location location.address name startDate",
        "description endDate eventStatus image location.name offers organizer performer",
    ),
    "JobPosting": _type(
        "job-posting",
        "datePosted description hiringOrganization jobLocation|applicantLocationRequirements title",
        "baseSalary employmentType identifier validThrough",
    ),
    "LocalBusiness": _type("local-business", "address name", "geo openingHoursSpecification telephone url"),
    "Movie": _type("movie", "image name", "aggregateRating dateCreated director review"),
    "Organization": _type("organization", "", "name url logo"),
    "Product": _type(
        "product-snippet",
        "name review|aggregateRating|offers.price|offers.priceSpecification.price|offers.lowPrice",
        "aggregateRating offers review",
    ),
    "ProductGroup": _type("product-variants", "name", "brand hasVariant productGroupID variesBy"),
    "ProfilePage": _type(
        "profile-page", "mainEntity mainEntity.name|mainEntity.alternateName", "dateCreated dateModified"
    ),
    "QAPage": _type(
        "qapage",
        "mainEntity mainEntity.name mainEntity.answerCount mainEntity.acceptedAnswer|mainEntity.suggestedAnswer",
        "mainEntity.author mainEntity.datePublished mainEntity.text",
    ),
    "Recipe": _type(
        "recipe",
        "image name",
        "author datePublished description recipeIngredient recipeInstructions recipeYield totalTime|cookTime",
    ),
    "SoftwareApplication": _type(
        "software-app", "name offers.price aggregateRating|review", "applicationCategory operatingSystem"
    ),
    "VideoObject": _type("video", "name thumbnailUrl uploadDate", "contentUrl|embedUrl description duration"),
    "WebSite": DataType(GOOGLE + "appearance/site-names", ("name", "url")),
    "AggregateRating": _type("review-snippet", "ratingValue ratingCount|reviewCount"),
    "Review": _type("review-snippet", "author reviewRating reviewRating.ratingValue", "datePublished"),
    "AggregateOffer": _type("product-snippet", "lowPrice priceCurrency", "highPrice offerCount"),
    "Offer": _type(
        "product-snippet",
        "",
        "price|priceSpecification.price availability priceCurrency|priceSpecification.priceCurrency",
    ),
}
"""What an offer must have follows from what it is for: of an event nothing, of a product a price. What is reviewed is
required of a review that stands alone, which a node does not tell."""
SUBTYPES = {
    "Event": "BusinessEvent Festival MusicEvent SportsEvent TheaterEvent EducationEvent SocialEvent",
    "LocalBusiness": "Restaurant Store Hotel Dentist LegalService MedicalClinic FoodEstablishment Bakery AutoRepair",
    "Organization": "Corporation NGO EducationalOrganization OnlineStore NewsMediaOrganization",
    "SoftwareApplication": "MobileApplication WebApplication",
}
ALL_TYPES: Mapping[str, DataType] = {
    **TYPES,
    **dict(chain.from_iterable(((name, TYPES[of]) for name in names.split()) for of, names in SUBTYPES.items())),
}
NO_RICH_RESULT = {
    "HowTo": ("since September 2023", BLOG + "2023/08/howto-faq-changes"),
    "FAQPage": ("since May 2026", GALLERY + "faqpage"),
    "ClaimReview": ("as announced in June 2025", BLOG + "2025/06/simplifying-search-results"),
    "SpecialAnnouncement": ("as announced in June 2025", BLOG + "2025/06/simplifying-search-results"),
}
"""Types that Google showed once: since when it does not, and its word on it."""
DATES = frozenset({"datePublished", "dateModified", "uploadDate", "startDate", "endDate", "datePosted", "validThrough"})
ADDRESSES = frozenset({"url", "contentUrl", "embedUrl", "thumbnailUrl", "sameAs"})
