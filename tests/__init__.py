"""Every test of Sitehand."""
