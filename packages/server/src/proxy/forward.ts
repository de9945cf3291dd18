import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { secretHider } from '@antiphon/core/errors'
import { sendError, setDataHeaders } from '../answer.js'
import type { Upstream } from '../config.js'

export interface ForwardedRequest {
  upstream: Upstream
  path: string
  method: 'GET' | 'POST'
  /** JSON. Absent for GET. */
  body?: Buffer
  /** The key from the page; it is forwarded only to an upstream that wants it. */
  pageKey?: string
}

/** Response headers that the page gets. No cookies, no redirects, no permissions for other origins. */
const kept = /^(?:retry-after|retry-after-ms|x-request-id|x-ratelimit-[a-z-]+|content-encoding)$/

/**
 * Sends one request to an upstream and streams the answer back as it comes. A client that leaves ends the request to the
 * upstream at once; an upstream that breaks off breaks the answer off, so that it cannot be taken for a whole one.
 */
export async function forward(
  forwarded: ForwardedRequest,
  res: ServerResponse,
  idleMs: number,
): Promise<void> {
  const { upstream } = forwarded
  const gone = new AbortController()
  res.once('close', () => gone.abort())
  let answer: IncomingMessage
  try {
    answer = await send(forwarded, idleMs, gone.signal)
  } catch (error) {
    if (gone.signal.aborted) return
    const { code, message } = error as NodeJS.ErrnoException
    if (code === IDLE)
      return sendError(res, 504, `${nameOf(upstream)} did not answer in time.`, 'upstream_silent')
    return sendError(
      res,
      502,
      `${nameOf(upstream)} cannot be reached (${code ?? message}).`,
      'upstream_unreachable',
    )
  }
  const status = answer.statusCode ?? 502
  if (status >= 300 && status < 400) {
    answer.destroy()
    return sendError(
      res,
      502,
      `${nameOf(upstream)} sends requests on to another address, and the proxy follows none. Correct its baseUrl.`,
      'upstream_redirect',
    )
  }
  const refusal = status >= 400 ? await readRefusal(answer, forwarded) : undefined
  setDataHeaders(res)
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && kept.test(name)) res.setHeader(name, value)
  }
  res.setHeader('content-type', safeType(answer.headers['content-type']))
  if (refusal !== undefined) {
    res.removeHeader('content-encoding')
    return void res.writeHead(status).end(refusal)
  }
  res.writeHead(status)
  res.flushHeaders()
  // A break on either side destroys the other. Both sides know then, so the error is dropped.
  await pipeline(answer, res).catch(() => {})
}

/** Bytes of a refusal that are read. */
const LONGEST_REFUSAL = 65_536

/**
 * The refusal of an upstream without the keys that it got. Many servers repeat an unknown key, and users of the proxy must
 * not see the key of the configuration.
 */
async function readRefusal(
  answer: IncomingMessage,
  { upstream, pageKey }: ForwardedRequest,
): Promise<string> {
  // The body was not requested in this encoding, and a compressed body could hide a key.
  if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
    answer.destroy()
    return `${nameOf(upstream)} refused the request, in a compressed answer that the proxy does not read.`
  }
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece)
    size += piece.length
    if (size >= LONGEST_REFUSAL) break
  }
  const secrets = [upstream.key ?? '', pageKey ?? '', ...Object.values(upstream.headers)]
  const hide = secretHider(secrets.flatMap((secret) => [secret, ...secret.split(/\s+/)]))
  return hide(Buffer.concat(pieces).toString('utf8').slice(0, LONGEST_REFUSAL))
}

const IDLE = 'ANTIPHON_IDLE'

function send(
  { upstream, path, method, body, pageKey }: ForwardedRequest,
  idleMs: number,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { baseUrl, clientKey, keyHeader, headers } = upstream
  const key = upstream.key ?? (clientKey ? pageKey : undefined)
  const request = baseUrl.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        protocol: baseUrl.protocol,
        hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
        port: baseUrl.port || undefined,
        path: baseUrl.pathname.replace(/(?<!\/)\/+$/, '') + path,
        method,
        signal,
        // Headers are set here and never copied, so that cookies, origin and forwarding headers of the page are not passed on.
        headers: {
          ...headers,
          accept: 'application/json, text/event-stream',
          'accept-encoding': 'identity',
          'user-agent': 'antiphon-demo',
          ...(key === undefined
            ? {}
            : // A page may send its key with another scheme, such as Basic.
              { [keyHeader]: keyHeader === 'authorization' && !key.includes(' ') ? `Bearer ${key}` : key }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': body.length }),
        },
      },
      resolve,
    )
    outgoing.setTimeout(idleMs, () => outgoing.destroy(Object.assign(new Error('idle'), { code: IDLE })))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** A page or picture of the upstream is served as text, so that it cannot run as ours. */
function safeType(type: string | undefined): string {
  const base = type?.split(';', 1)[0]?.trim().toLowerCase()
  return base === 'application/json' || base === 'text/event-stream' || base === 'application/x-ndjson'
    ? `${base}; charset=utf-8`
    : 'text/plain; charset=utf-8'
}

const nameOf = ({ name }: Upstream): string => `The upstream "${name}" of the proxy`
