import { resolveBaseUrl } from '@antiphon/core/wire'
import { useChatInstance } from '@antiphon/react'
import { ErrorCard } from '@antiphon/ui'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

/** The host that is asked at an address as somebody typed it; undefined where it is none. */
function hostOf(baseUrl: string): string | undefined {
  try {
    return new URL(resolveBaseUrl(baseUrl)).host
  } catch {
    return undefined
  }
}

/** Where the chat got no answer, this asks the server why. Only for a failure of this page: an old one is not asked about. */
export function ErrorCardWithCause(props: ComponentProps<typeof ErrorCard>) {
  const { kind, host, occurredAt = 0 } = props.error
  const { endpoint } = useChatInstance().getConfig()
  const baseUrl = kind === 'network_or_cors' ? endpoint?.baseUrl : undefined
  // On the host of this page nothing has to be allowed, and the page itself came from there.
  const isOther = baseUrl !== undefined && hostOf(baseUrl) === host && host !== location.host
  const mayAsk = isOther && occurredAt >= performance.timeOrigin
  const { data } = useQuery({
    queryKey: ['silence', baseUrl, occurredAt],
    queryFn: mayAsk
      ? async ({ signal }) => {
          const { explainSilence } = await import('@antiphon/devtools')
          return explainSilence(baseUrl, { signal, pageOrigin: location.origin })
        }
      : skipToken,
    staleTime: Infinity,
  })
  // The title says already that the server was not reached.
  const cause = data && (data.why === 'not-allowed' ? `${data.seen} ${data.fix}` : data.fix)
  return <ErrorCard {...props} cause={cause} />
}
