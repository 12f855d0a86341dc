"""Tests of what a WordPress gives away."""
