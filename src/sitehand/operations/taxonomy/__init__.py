"""Operations on taxonomies and their terms."""
