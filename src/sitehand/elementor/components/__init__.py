"""Components of Elementor: an element that is kept once and shown wherever an instance of it stands."""
