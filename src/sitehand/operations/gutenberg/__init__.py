"""Operations on the blocks of items: pages and posts, as WordPress's block editor stores them."""
