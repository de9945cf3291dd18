import { SCRIPTED_BASE_URL } from '@antiphon/endpoint'

/** Where the scripted endpoint is: on the server that serves this page, or, in a static build, in the page itself. */
export const scriptedBaseUrl = SCRIPTED_IN_PAGE ? SCRIPTED_BASE_URL : `${location.origin}/v1`

export const scriptedModel = 'antiphon-tour'

/** The `fetch` of the whole app. In a static build it answers the scripted address itself. Undefined: the browser's own. */
export const appFetch: typeof fetch | undefined = SCRIPTED_IN_PAGE
  ? async (...request) => (await import('./scripted-fetch.js')).scriptedFetch(...request)
  : undefined

/** Why a server gives no answer, in words beside a title that says so already. */
export async function causeOfSilence(baseUrl: string): Promise<string> {
  const { explainSilence } = await import('@antiphon/providers')
  const { why, seen, fix } = await explainSilence(baseUrl, { fetch: appFetch, pageOrigin: location.origin })
  return why === 'not-allowed' ? `${seen} ${fix}` : fix
}
