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
