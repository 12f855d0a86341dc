"""Structured data that lacks nothing, one example of each type that Google shows.

Source: the examples on the page of each type at
https://developers.google.com/search/docs/appearance/structured-data/search-gallery, in our own words.
"""

from collections.abc import Mapping
from typing import Any

IMAGE, DAY = "https://example.org/image.jpg", "2026-05-01T19:00:00+02:00"
ANN = {"@type": "Person", "name": "Ann Lee", "url": "https://example.org/ann/"}
PLACE = {"@type": "Place", "name": "Hall", "address": {"@type": "PostalAddress", "streetAddress": "1 Hill Road"}}
OFFER = {"@type": "Offer", "price": 12, "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}
RATING = {"@type": "AggregateRating", "ratingValue": 4.4, "ratingCount": 89}
REVIEW = {
    "@type": "Review",
    "author": ANN,
    "datePublished": "2026-05-01",
    "reviewRating": {"@type": "Rating", "ratingValue": 4},
}
ARTICLE = {"headline": "Rye", "author": ANN, "datePublished": DAY, "image": IMAGE}
POST = {"author": ANN, "datePublished": DAY, "text": "Who bakes?", "comment": {"@type": "Comment", "text": "I do."}}
ANSWER = {"@type": "Answer", "text": "Overnight."}
COMPLETE: Mapping[str, Mapping[str, Any]] = {
    "Article": ARTICLE,
    "BlogPosting": ARTICLE,
    "NewsArticle": ARTICLE,
    "BreadcrumbList": {"itemListElement": [{"@type": "ListItem", "position": 1, "name": "Home"}]},
    "Course": {"name": "Baking", "description": "Bread in a week.", "provider": {"@type": "School", "name": "Hill"}},
    "DiscussionForumPosting": POST,
    "SocialMediaPosting": POST,
    "EmployerAggregateRating": {
        "itemReviewed": {"@type": "Organization", "name": "Hill", "url": "https://example.org/", "logo": IMAGE},
        "ratingValue": 91,
        "ratingCount": 1056,
    },
    "Event": {
        "name": "Concert",
        "startDate": DAY,
        "endDate": DAY,
        "location": PLACE,
        "description": "Songs.",
        "eventStatus": "https://schema.org/EventScheduled",
        "image": IMAGE,
        "offers": OFFER,
        "organizer": ANN,
        "performer": ANN,
    },
    "JobPosting": {
        "title": "Baker",
        "description": "<p>Bread.</p>",
        "datePosted": "2026-05-01",
        "validThrough": DAY,
        "hiringOrganization": ANN,
        "jobLocation": PLACE,
        "baseSalary": {"@type": "MonetaryAmount", "currency": "EUR", "value": 3000},
        "employmentType": "FULL_TIME",
        "identifier": "7",
    },
    "LocalBusiness": {
        "name": "Hill Bakery",
        "address": PLACE["address"],
        "geo": {"@type": "GeoCoordinates", "latitude": 52.1, "longitude": 13.2},
        "openingHoursSpecification": {"@type": "OpeningHoursSpecification", "opens": "08:00", "closes": "18:00"},
        "telephone": "+49301234",
        "url": "https://example.org/bakery/",
    },
    "Movie": {
        "name": "Bread",
        "image": IMAGE,
        "aggregateRating": RATING,
        "dateCreated": "2026-05-01",
        "director": ANN,
        "review": REVIEW,
    },
    "Organization": {"name": "Hill", "url": "https://example.org/", "logo": IMAGE},
    "Product": {"name": "Cup", "offers": OFFER, "aggregateRating": RATING, "review": REVIEW},
    "ProductGroup": {
        "name": "Cups",
        "brand": {"@type": "Brand", "name": "Hill"},
        "productGroupID": "44",
        "variesBy": "https://schema.org/color",
        "hasVariant": {"@type": "Product", "name": "Cup", "offers": OFFER, "aggregateRating": RATING, "review": REVIEW},
    },
    "ProfilePage": {"mainEntity": ANN, "dateCreated": DAY, "dateModified": DAY},
    "QAPage": {
        "mainEntity": {
            "@type": "Question",
            "name": "How long does dough rest?",
            "text": "At home.",
            "answerCount": 1,
            "author": ANN,
            "datePublished": DAY,
            "acceptedAnswer": ANSWER,
        }
    },
    "Recipe": {
        "name": "Rye bread",
        "image": IMAGE,
        "author": ANN,
        "datePublished": "2026-05-01",
        "description": "Dark.",
        "recipeIngredient": ["Rye"],
        "recipeInstructions": "Bake.",
        "recipeYield": "1 loaf",
        "totalTime": "PT9H",
    },
    "SoftwareApplication": {
        "name": "Timer",
        "offers": OFFER,
        "aggregateRating": RATING,
        "applicationCategory": "Utility",
        "operatingSystem": "Linux",
    },
    "VideoObject": {
        "name": "Kneading",
        "thumbnailUrl": IMAGE,
        "uploadDate": DAY,
        "contentUrl": "https://example.org/film.mp4",
        "description": "Ten minutes.",
        "duration": "PT10M",
    },
    "WebSite": {"name": "Hill", "url": "https://example.org/"},
    "AggregateRating": {"ratingValue": 4.4, "ratingCount": 89},
    "Review": {name: value for name, value in REVIEW.items() if name != "@type"},
    "AggregateOffer": {"lowPrice": 10, "highPrice": 12, "priceCurrency": "EUR", "offerCount": 2},
    "Offer": {name: value for name, value in OFFER.items() if name != "@type"},
}
