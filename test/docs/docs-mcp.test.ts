import { describe, expect, it } from 'vitest'
import { markdownTwin } from '../../apps/docs/src/site/for-machines.js'
import { sitePages } from '../../apps/docs/src/site/site-pages.js'
import { findPage, sectionsOf } from '../../packages/cli/src/docs/doc-page.js'
import { searchDocs } from '../../packages/cli/src/docs/search-docs.js'
import questions from '../e2e/site-questions.json' with { type: 'json' }

const pages = sitePages().map((page) => ({ keywords: '', ...page, text: markdownTwin(page) }))

/** The command itself is started by test/e2e/cli-docs-mcp.test.ts. */
describe('the documentation for coding agents', () => {
  it('finds the page of each question that the site is asked, among the first three', () => {
    const search = searchDocs(pages)
    const missed = questions.flatMap(({ question, page }) => {
      const found = search(question, 3).map(({ page: { id } }) => `/${id}/`)
      return found.includes(page) ? [] : [`${question}: ${found.join(' ')}, not ${page}`]
    })
    expect(missed).toEqual([])
  })

  it('finds a page by its address, however it is written', () => {
    for (const address of ['guides/tools', '/guides/tools/', '/guides/tools.md', 'guides/tools.md#approval'])
      expect(findPage(pages, address)?.id).toBe('guides/tools')
    for (const address of ['', '/', 'index', '/index.md']) expect(findPage(pages, address)?.id).toBe('index')
    expect(findPage(pages, 'guides/no-such')).toBeUndefined()
  })

  it('splits a page into sections that together are the page', () => {
    const letters = (text: string): string => text.replaceAll(/\s+/g, '')
    for (const { text } of pages)
      expect(
        letters(
          sectionsOf(text)
            .map((section) => section.text)
            .join(''),
        ),
      ).toBe(letters(text))
    expect(sectionsOf('# A\nb\n```sh\n## no heading\n```\n## C\nd')).toEqual([
      { heading: '', text: '# A\nb\n```sh\n## no heading\n```' },
      { heading: 'C', text: '## C\nd' },
    ])
  })
})
