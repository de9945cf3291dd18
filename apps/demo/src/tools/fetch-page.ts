import { defineTool } from '@antiphon/core'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'

const listSchema = z.object({ pages: z.array(z.url()) })

/** The pages that the demo's own server fetches for a tool; none where there is no such server, as on a static host. */
export function allowedPagesQuery(fetchList: typeof fetch = fetch) {
  return queryOptions({
    queryKey: ['allowed-pages'],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      if (SCRIPTED_IN_PAGE) return []
      try {
        const response = await fetchList('/fetch-page', { signal })
        return response.ok ? listSchema.parse(await response.json()).pages : []
      } catch {
        return []
      }
    },
    staleTime: Infinity,
  })
}

const answerSchema = z.object({
  url: z.string(),
  title: z.string().optional(),
  text: z.string(),
  cut: z.literal(true).optional(),
})
const refusalSchema = z.object({ error: z.object({ message: z.string() }) })

/**
 * Reads a page from a list, through the demo's own server; a person is asked each time. `pages` is that list: an entry
 * that ends in `/` stands for everything below it.
 */
export function createFetchPage(pages: readonly string[], fetchPage: typeof fetch = fetch) {
  const examples = pages.filter((page) => !page.endsWith('/'))
  return defineTool({
    name: 'fetch_page',
    description: `The text of a web page. Only these pages, and what lies below those that end in a slash: ${pages.join(', ')}`,
    parameters: z.object({
      url: z
        .string()
        .describe('The whole address')
        .meta({ examples: examples.length > 0 ? examples : [...pages] }),
    }),
    approval: 'always',
    timeout: 20_000,
    async execute({ url }, { signal }) {
      const response = await fetchPage(`/fetch-page?${new URLSearchParams({ url })}`, { signal })
      const body: unknown = await response.json().catch(() => undefined)
      if (response.ok) return asText(answerSchema.parse(body))
      const refusal = refusalSchema.safeParse(body)
      throw new Error(
        refusal.success
          ? refusal.data.error.message
          : `The server of this page answered with status ${response.status}.`,
      )
    },
  })
}

/** As text, which is what a page is to a reader and to a model. Where it ends early is said at its end. */
function asText({ url, title, text, cut }: z.infer<typeof answerSchema>): string {
  const head = title === undefined ? url : `${title}\n${url}`
  return `${head}\n\n${text}${cut ? '\n\n[The page goes on; this is its beginning.]' : ''}`
}
