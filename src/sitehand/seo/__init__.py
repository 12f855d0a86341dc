"""Search engine audits: a public page as it is read, rules with evidence and sources, and scores, without I/O."""
