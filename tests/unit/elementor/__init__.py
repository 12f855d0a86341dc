"""Tests of Elementor documents."""
