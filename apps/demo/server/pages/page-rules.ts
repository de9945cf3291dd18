/** Signs of a path that means something else to the next server that decodes it. */
const encoded = /%(?:25)*(?:2e|2f|5c|00)/i

/**
 * Reads an address that a model wrote, and says whether the list has it. Compared are the origin and the normalised path,
 * never the beginning of a string: an entry that ends in `/` allows everything below it, any other that one page.
 *
 * @throws Error in words that the model can act on.
 */
export function readAllowedPage(text: string, rules: readonly URL[]): { url: URL; rule: URL } {
  if (text.length > 2_000) throw new Error('The address is longer than 2,000 characters.')
  // A parser of addresses drops or turns these without a word.
  if (/[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(text))
    throw new Error('That is no address of a page.')
  const url = new URL(text)
  if (url.username || url.password)
    throw new Error('An address with a name or a password in it is not fetched.')
  if (encoded.test(url.pathname))
    throw new Error('An address with encoded dots or slashes in it is not fetched.')
  const rule = rules.find((one) => isBelow(url, one))
  if (!rule)
    throw new Error(
      `${url.origin}${url.pathname} is not on the list of pages that may be fetched. The list: ${rules.map(String).join(', ')}.`,
    )
  url.hash = ''
  return { url, rule }
}

function isBelow(url: URL, rule: URL): boolean {
  if (url.origin !== rule.origin) return false
  return rule.pathname.endsWith('/') ? url.pathname.startsWith(rule.pathname) : url.pathname === rule.pathname
}
