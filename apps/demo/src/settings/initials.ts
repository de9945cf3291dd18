/** Two letters for a name: of two words, or of a word with a capital inside, the first of each; else its first two. */
export function initialsOf(name: string): string {
  const parts = name
    .replaceAll(/\(.*?\)/g, '')
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean)
  const [first = '', second] = parts
  if (/^\p{Lu}{2}$/u.test(first)) return first
  return second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)
}
