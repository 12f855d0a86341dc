"""The port: the types of a site and one small Protocol per noun. Hosts implement it, operations use it."""
