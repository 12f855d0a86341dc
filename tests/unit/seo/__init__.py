"""Tests of audits: pages as they are read, rules, robots.txt."""
