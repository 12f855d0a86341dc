"""What the elements of all pages share: global classes and variables, which people know by their labels."""
