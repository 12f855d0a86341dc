"""Operations of the category media."""
