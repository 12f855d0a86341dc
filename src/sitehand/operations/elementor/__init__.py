"""Operations on Elementor documents, element by element."""
