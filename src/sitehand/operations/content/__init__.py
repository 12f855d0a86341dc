"""Operations on content: pages and posts."""
