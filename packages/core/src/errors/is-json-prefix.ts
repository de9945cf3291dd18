/** True when `text` could be the beginning of a JSON object or list that was cut off. Linear; tells, does not parse. */
export function isJsonPrefix(text: string): boolean {
  const bare = text
    .trim()
    .replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, '"')
    .replace(/\s+/g, '')
  if (!/^[{[]/.test(bare) || /\{[^"}]/.test(bare)) return false
  const words = bare.match(/[^{}[\],:"]+/g) ?? []
  return words.every(
    (word) =>
      /^-?[\d.eE+-]*$/.test(word) || ['true', 'false', 'null'].some((known) => known.startsWith(word)),
  )
}
