"""Tests of single parts; the folders mirror src/sitehand."""
