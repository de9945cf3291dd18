/** The digest in the head of a page. `EMPTY` takes its place while the digest is computed. */
const MARK = /<meta name="antiphon-digest" content="([^"]*)"\/>/
const EMPTY = '<meta name="antiphon-digest" content=""/>'

/** The mark is in the first characters of a page, before the sheet. */
const HEAD = 4_000

/**
 * A page compared with its export: as it was, or changed since. An `unmarked` page has no digest, so nothing is known. An
 * `unchecked` one could not be checked, because this page has no WebCrypto (it came over http).
 */
export type PageState = 'intact' | 'changed' | 'unmarked' | 'unchecked'

/** The page with the SHA-256 of all its text in its head. Without WebCrypto it has none. */
export async function withDigest(page: string): Promise<string> {
  const digest = await digestOf(page)
  return page.replace(MARK, () => (digest === undefined ? '' : EMPTY.replace('""', `"sha256-${digest}"`)))
}

/**
 * Checks that a page of `exportHtml` is as it was exported. It finds accidents and careless edits; it is not a signature,
 * because anyone who changes a page on purpose can compute a new digest.
 */
export async function verifyPage(page: string): Promise<PageState> {
  const [, written] = MARK.exec(page.slice(0, HEAD)) ?? []
  if (!written) return 'unmarked'
  const digest = await digestOf(page.replace(MARK, () => EMPTY))
  if (digest === undefined) return 'unchecked'
  return written === `sha256-${digest}` ? 'intact' : 'changed'
}

/** All line ends count as one kind, because mail and version control change them on the way. */
async function digestOf(page: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return undefined
  const bytes = new TextEncoder().encode(page.replaceAll(/\r\n?/g, '\n').trimEnd())
  return btoa(String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes))))
}
