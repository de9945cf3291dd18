/** What stands in the head of a page in place of its digest while the digest is made. */
const MARK = /<meta name="antiphon-digest" content="([^"]*)"\/>/
const EMPTY = '<meta name="antiphon-digest" content=""/>'

/** Characters of a page in which its mark stands: before the sheet. */
const HEAD = 4_000

/**
 * How a page stands to what was exported: as it was, or changed since. `unmarked` has no digest and so says nothing; `unchecked` could
 * not be looked at, since this page has no WebCrypto (it came over http).
 */
export type PageState = 'intact' | 'changed' | 'unmarked' | 'unchecked'

/** The page with the SHA-256 of all its text in its head. Without WebCrypto it has none. */
export async function withDigest(page: string): Promise<string> {
  const digest = await digestOf(page)
  return page.replace(MARK, () => (digest === undefined ? '' : EMPTY.replace('""', `"sha256-${digest}"`)))
}

/**
 * Looks whether a page of `exportHtml` is what was exported. It tells accidents and careless edits; it is no signature, for who
 * changes a page on purpose can make another digest.
 */
export async function verifyPage(page: string): Promise<PageState> {
  const [, written] = MARK.exec(page.slice(0, HEAD)) ?? []
  if (!written) return 'unmarked'
  const digest = await digestOf(page.replace(MARK, () => EMPTY))
  if (digest === undefined) return 'unchecked'
  return written === `sha256-${digest}` ? 'intact' : 'changed'
}

/** Line ends are one, for mail and version control change them on the way. */
async function digestOf(page: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return undefined
  const bytes = new TextEncoder().encode(page.replaceAll(/\r\n?/g, '\n').trimEnd())
  return btoa(String.fromCharCode(...new Uint8Array(await subtle.digest('SHA-256', bytes))))
}
