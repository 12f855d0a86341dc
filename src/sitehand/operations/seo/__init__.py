"""Operations on what search engines and visitors find."""
