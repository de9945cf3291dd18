/** Characters of a text that tell what it is. */
export const TEXT_BEGINNING = 4096
