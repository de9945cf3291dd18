import { partSlug, parts } from './parts.js'
import { sections } from './site-map.js'

interface Link {
  slug: string
  label?: string
}

interface Group {
  label: string
  collapsed: boolean
  items: (Link | Group)[]
}

const groupsOfParts = (): Group[] =>
  [...new Set(parts.map(({ group }) => group))].map((group) => ({
    label: group,
    collapsed: false,
    items: parts
      .filter((part) => part.group === group)
      .map(({ name }) => ({ slug: `parts/${partSlug(name)}`, label: name })),
  }))

/** The list at the left. Sections other than the first three are folded until one of their pages is open. */
export const sidebar: Group[] = sections.map(({ slug, title, pages }, index) => ({
  label: title,
  collapsed: index !== 0 && index !== 2,
  items: [
    ...pages.map((page) => ({ slug: `${slug}/${page.slug}`, ...(page.label && { label: page.label }) })),
    ...(slug === 'parts' ? groupsOfParts() : []),
  ],
}))
