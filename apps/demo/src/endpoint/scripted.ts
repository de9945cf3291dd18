import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'

/** Where the scripted endpoint is: on the server that serves this page, or, in a static build, in the page itself. */
export const scriptedBaseUrl = SCRIPTED_IN_PAGE ? SCRIPTED_BASE_URL : `${location.origin}/v1`

export const scriptedModel = 'antiphon-tour'

/**
 * The `fetch` of the whole app. In a static build it answers the scripted address itself; `?speed=8` in the address of
 * the page plays the scripts faster. Undefined: the browser's own.
 */
export const appFetch: typeof fetch | undefined = SCRIPTED_IN_PAGE
  ? createEndpointFetch(
      createEndpoint({ speed: Number(new URLSearchParams(location.search).get('speed') ?? 1) }),
    )
  : undefined
