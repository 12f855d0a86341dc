"""The catalogue of Elementor's elements: which settings each has, of what type, with which units and values."""
