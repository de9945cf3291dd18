import MiniSearch from 'minisearch'
import { sectionsOf, type DocPage } from './doc-page.js'

export interface FoundSection {
  page: DocPage
  /** Empty above the first heading of the page. */
  heading: string
  text: string
}

/** Reference names everything, and pages about the repository are for those who work on it. Guides explain, so they come first. */
const MILD = /^(?:reference|project)\//
const MILD_WEIGHT = 0.4

/** Returns a search over these pages: the best section of each page, best first. */
export function searchDocs(pages: readonly DocPage[]): (query: string, most: number) => FoundSection[] {
  const sections = pages.flatMap((page) => sectionsOf(page.text).map((section) => ({ ...section, page })))
  const index = new MiniSearch({
    fields: ['title', 'heading', 'keywords', 'text'],
    // One word for singular and plural.
    processTerm: (term) => term.toLowerCase().replace(/(?<=\w{3})s$/, ''),
    searchOptions: {
      boost: { title: 4, heading: 3, keywords: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      boostDocument: (id) => (MILD.test(sections[id as number]!.page.id) ? MILD_WEIGHT : 1),
    },
  })
  index.addAll(
    sections.map(({ page: { title, description, keywords }, heading, text }, id) => ({
      id,
      // The name of a component is found by its words too.
      title: `${title} ${title.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}`,
      heading,
      // A page is also found by its sentence, where it begins.
      keywords: heading === '' ? `${keywords} ${description}` : '',
      text,
    })),
  )
  return (query, most) => {
    const found = new Map<DocPage, FoundSection>()
    for (const { id } of index.search(query)) {
      const section = sections[id as number]!
      if (!found.has(section.page)) found.set(section.page, section)
      if (found.size === most) break
    }
    return [...found.values()]
  }
}
