/**
 * The address, or undefined where the text is none. Not `URL.canParse`: where it runs often, Node 20 takes every address with a
 * letter beyond ASCII for none, and older browsers do not have it.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
