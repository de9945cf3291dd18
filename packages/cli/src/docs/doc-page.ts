/** A page of the documentation, as the build writes it into `docs.json.gz`. */
export interface DocPage {
  /** Its address without slashes at the ends: `guides/tools`. */
  id: string
  title: string
  /** One sentence. */
  description: string
  /** Words by which it is looked for and that it does not have. */
  keywords: string
  /** The whole page as Markdown. */
  text: string
}

/** A part of a page, from one heading to the next. */
export interface DocSection {
  /** Empty above the first heading. */
  heading: string
  text: string
}

/** The page at an address, however it is written: `/guides/tools.md`, `guides/tools/`, with or without a `#heading`. */
export function findPage(pages: readonly DocPage[], address: string): DocPage | undefined {
  const id = address
    .replace(/#.*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.md$/, '')
  return pages.find((page) => page.id === (id || 'index'))
}

/** The sections of a page by its headings of the second and third level. A `#` in a block of code is not a heading. */
export function sectionsOf(text: string): DocSection[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }]
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? undefined : /^#{2,3} (.*)$/.exec(line)?.[1]
    if (heading !== undefined) sections.push({ heading, lines: [line] })
    else sections.at(-1)!.lines.push(line)
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
}
