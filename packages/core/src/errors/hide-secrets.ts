/** So many characters of a secret in a row are not shown. */
const LEAST = 6

/** What stands where a key could and in honest text too: `Bearer`, `ollama`, `sk-no-key-required`. */
const WORDS = /^(?=.{1,24}$)[A-Za-z]?[a-z]+(?:[-_][a-z]+)*$/

/**
 * A function that hides these secrets in a text: every run of six or more characters that is part of one reads `[hidden]`. So
 * a key that a server repeats in part is hidden as well. Secrets of fewer characters, of a few plain words, or with blanks in
 * them are left alone: give the parts of such a value.
 */
export function secretHider(secrets: readonly string[]): (text: string) => string {
  const runs = new Set<string>()
  for (const secret of secrets) {
    if (WORDS.test(secret) || /\s/.test(secret)) continue
    for (let i = 0; i + LEAST <= secret.length; i++) runs.add(secret.slice(i, i + LEAST))
  }
  return (text) => {
    if (runs.size === 0) return text
    let shown = ''
    let from = 0
    for (let at = 0; at + LEAST <= text.length; at++) {
      if (!runs.has(text.slice(at, at + LEAST))) continue
      let end = at + LEAST
      while (runs.has(text.slice(end - LEAST + 1, end + 1))) end++
      shown += `${text.slice(from, at)}[hidden]`
      from = end
      at = end - 1
    }
    return shown + text.slice(from)
  }
}
