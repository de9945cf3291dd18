import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'

const PATH = /^\/proxy\/([a-z0-9-]{1,40})\/v1\/?$/
const offerSchema = z.object({
  proxies: z.array(z.string().regex(/^[a-z0-9-]{1,40}$/)),
  kept: z.enum(['sqlite', 'postgres', 'memory']).optional(),
})

/** The services of this page's own server: names of upstreams, and where it keeps conversations. */
type Offer = z.output<typeof offerSchema>

/**
 * The offer of this page's own server, for `useQuery`. Empty where the server has none or the page lies on a static host; never an
 * error, since a form without the choice is the right form then. The list holds names only: addresses and keys stay on the server
 * (docs/server.md).
 */
export function offerQuery(fetchList: typeof fetch = fetch) {
  return queryOptions({
    queryKey: ['offer'],
    queryFn: async ({ signal }): Promise<Offer> => {
      const none = { proxies: [] }
      if (SCRIPTED_IN_PAGE) return none
      try {
        const response = await fetchList('/proxy', { signal })
        return response.ok ? offerSchema.parse(await response.json()) : none
      } catch {
        return none
      }
    },
    staleTime: Infinity,
  })
}

/** The base URL under which the upstream `name` is reached: an endpoint like any other, on the origin of this page. */
export function proxyBaseUrl(name: string): string {
  return `${location.origin}/proxy/${name}/v1`
}

/** The name of the upstream that a base URL reaches through the proxy of this page; undefined for every other address. */
export function proxyNameOf(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined
  const { origin, pathname } = new URL(baseUrl)
  return origin === location.origin ? PATH.exec(pathname)?.[1] : undefined
}
