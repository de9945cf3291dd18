/**
 * The address, or undefined when the text is no address. `URL.canParse` is not used: older browsers do not have it, and
 * Node 20 rejects non-ASCII addresses once it has run often.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
