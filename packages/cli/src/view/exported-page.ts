/** An exported page in the list. Whether it is what was exported is checked where it is opened. */
export interface PageSummary {
  /** Empty where it has none. */
  title: string
}

/** Characters at the beginning of a page that contain its digest and its title. */
export const PAGE_HEAD = 8_000

const DIGEST = '<meta name="antiphon-digest"'
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** Reads the summary from the head of a file if it is a page of `exportHtml`; undefined for any other file. */
export function pageIn(head: string): PageSummary | undefined {
  if (!/^\uFEFF?\s*<!doctype html>/i.test(head) || !head.includes(DIGEST)) return undefined
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(head) ?? []
  return { title: title.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity]!).trim() }
}
