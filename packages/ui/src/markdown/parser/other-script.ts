/**
 * A character of a script other than Latin, or of full width. Most of these scripts put no space after punctuation or between
 * words, or join short words to the next, so a space cannot be what tells the two sides of a mark apart.
 */
export const isOther = (char: string): boolean =>
  /[\ufe00-\ufe0e\u3000-\u303f\ufe10-\ufe1f\ufe30-\ufe4f\uff01-\uffef]|[^\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}\p{Z}\p{C}]/u.test(
    char,
  )
