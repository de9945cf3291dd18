import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import * as z from 'zod/v4'
import { findPage, sectionsOf, type DocPage } from './doc-page.js'
import { searchDocs } from './search-docs.js'

const INSTRUCTIONS = `The documentation of Antiphon, a React kit for LLM chats, as of the version that is installed.
Search first, then read the section or the page that fits. The page "index" is the overview. Code on the pages is compiled by tests.`

/** Characters of a section that a search shows. */
const EXCERPT = 600
const MOST_PAGES = 8

const textResult = (text: string, isError = false) => ({
  content: [{ type: 'text' as const, text }],
  isError,
})

/** An MCP server that searches and reads these pages and does nothing else. */
export function createDocsServer(pages: readonly DocPage[], version: string): McpServer {
  const search = searchDocs(pages)
  const server = new McpServer({ name: 'antiphon-docs', version }, { instructions: INSTRUCTIONS })
  const readOnly = { readOnlyHint: true, openWorldHint: false }

  server.registerTool(
    'search_docs',
    {
      title: 'Search the documentation of Antiphon',
      description: `Finds up to ${MOST_PAGES} pages by words: the name of a component or function, or a task such as "store conversations".`,
      inputSchema: z.object({ query: z.string().describe('A few words.') }),
      annotations: readOnly,
    },
    ({ query }) => {
      const found = search(query, MOST_PAGES)
      if (found.length === 0)
        return textResult(`No page has "${query}". Try other words, or read the page "index".`)
      return textResult(
        found
          .map(({ page, heading, text }) => {
            const place = heading ? `page ${page.id}, section "${heading}"` : `page ${page.id}`
            const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)} …` : text
            return `${page.title} (${place}): ${page.description}\n\n${excerpt}`
          })
          .join('\n\n---\n\n'),
      )
    },
  )

  server.registerTool(
    'read_docs_page',
    {
      title: 'Read a page of the documentation of Antiphon',
      description: 'Returns a page as Markdown, or one section of it.',
      inputSchema: z.object({
        page: z.string().describe('Its id or address: "guides/tools", "/guides/tools.md".'),
        section: z.string().optional().describe('A heading of the page. Default: the whole page.'),
      }),
      annotations: readOnly,
    },
    ({ page: address, section }) => {
      const page = findPage(pages, address)
      if (!page) return textResult(`There is no page "${address}". search_docs finds pages.`, true)
      if (section === undefined) return textResult(page.text)
      const sections = sectionsOf(page.text)
      const found = sections.find(({ heading }) => heading.toLowerCase() === section.trim().toLowerCase())
      const headings = sections.flatMap(({ heading }) => (heading ? [`"${heading}"`] : []))
      return found
        ? textResult(found.text)
        : textResult(`${page.id} has no section "${section}". It has ${headings.join(', ')}.`, true)
    },
  )

  server.registerResource(
    'page',
    new ResourceTemplate('antiphon-docs:///{+id}.md', {
      list: () => ({
        resources: pages.map(({ id, title, description }) => ({
          uri: `antiphon-docs:///${id}.md`,
          name: id,
          title,
          description,
          mimeType: 'text/markdown',
        })),
      }),
    }),
    { title: 'Pages of the documentation', mimeType: 'text/markdown' },
    (uri) => {
      const page = findPage(pages, uri.pathname)
      if (!page) throw new Error(`There is no page ${uri.href}.`)
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: page.text }] }
    },
  )
  return server
}
