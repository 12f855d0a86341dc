"""The benchmark: the same work on Sitehand and on its floors, as ratios in one run."""
