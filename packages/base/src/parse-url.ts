/**
 * The parsed URL, or undefined when the text is not one. `URL.canParse` is not used: older browsers do not have it, and
 * Node 20 rejects non-ASCII addresses once it has run often.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Whether a path names the version of its API, as in `/v1/models` or `/v1beta/openai`. */
export function isVersioned(pathname: string): boolean {
  return /\/v\d/.test(pathname)
}
