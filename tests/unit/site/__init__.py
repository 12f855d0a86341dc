"""Operations on the site as a whole."""
