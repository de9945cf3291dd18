import type { ServerResponse } from 'node:http'

/** Headers of every response: it is not cached, sniffed, framed or given to another page. */
const headers: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The page: scripts and styles of this server, pictures that are in the session itself, requests to this server. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function setHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

export function sendPageFile(
  response: ServerResponse,
  type: string,
  isHashed: boolean,
  body: Buffer | string,
): void {
  response.setHeader('content-security-policy', pagePolicy)
  if (isHashed) response.setHeader('cache-control', 'private, max-age=86400, immutable')
  response.writeHead(200, { 'content-type': type }).end(body)
}

/** A page of this server that leads on to another one: what it asks for comes from here, which a redirect does not. */
export function sendWay(response: ServerResponse, path: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><meta http-equiv="refresh" content="0; url=${path}"><a href="${path}">antiphon view</a>`,
    )
}

/** Pieces as they come; waits while the page does not read. Ends early when the page has gone. */
export async function sendPieces(
  response: ServerResponse,
  type: string,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  response.setHeader('content-type', type)
  for await (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await untilRead(response)
  }
  response.end()
}

/** Until the page has read what was written, or has gone. */
function untilRead(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}

/** Values as a line each. */
export async function* asLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}
