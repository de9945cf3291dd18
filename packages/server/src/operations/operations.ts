import { withDataHeaders } from '../web/answers.js'
import type { Metrics } from './metrics.js'

export interface OperationsOptions {
  metrics: Metrics
  /** Rejects when the database does not answer. */
  ping(): Promise<unknown>
  isClosing(): boolean
}

/** How long the database may take to answer before the server counts as not ready. */
const PING_MS = 2000

/**
 * Answers whoever runs the server: `/health` while the process works, `/ready` while it may be sent requests, `/metrics` with its
 * figures. The end of the path decides, so it may be mounted anywhere.
 */
export function createOperations({ metrics, ping, isClosing }: OperationsOptions) {
  const isReady = async (): Promise<boolean> => {
    if (isClosing()) return false
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), PING_MS)))
    const answered = ping().then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([answered, late])
    clearTimeout(timer)
    return ready
  }
  const answer = async ({ method, url }: Request): Promise<Response> => {
    if (method !== 'GET' && method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET' } })
    const { pathname } = new URL(url)
    if (pathname.endsWith('/health')) return new Response('ok\n')
    if (pathname.endsWith('/ready'))
      return (await isReady()) ? new Response('ready\n') : new Response('not ready\n', { status: 503 })
    if (!pathname.endsWith('/metrics')) return new Response(null, { status: 404 })
    const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
    return new Response(metrics.print(), { headers: { 'content-type': type } })
  }
  return async (request: Request): Promise<Response> => withDataHeaders(await answer(request))
}
