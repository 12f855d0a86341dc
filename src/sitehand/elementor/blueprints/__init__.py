"""Sections of pages, each made of containers and widgets of the catalogue from what it should say."""
