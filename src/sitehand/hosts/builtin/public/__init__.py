"""The pages that visitors see: everything below the site's root that is neither API nor admin screen."""
