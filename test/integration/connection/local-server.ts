import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { PATIENCE } from '../../setup-waiting.js'

export interface SeenRequest {
  path: string
  headers: IncomingHttpHeaders
  body: { [key: string]: unknown; messages: { [key: string]: unknown; role: string }[] }
  /** True once the client has hung up before the answer was whole. */
  aborted: boolean
}

export type Answer = (response: ServerResponse, request: SeenRequest) => void

/** A server on this machine that gives these answers in turn, the last one from then on, until the test ends. */
export async function serve(...answers: Answer[]): Promise<{ baseUrl: string; requests: SeenRequest[] }> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      const body = JSON.parse(text || '{}') as SeenRequest['body']
      const seen = { path: request.url ?? '', headers: request.headers, body, aborted: false }
      response.on('close', () => (seen.aborted = !response.writableFinished))
      const answer = answers[Math.min(requests.length, answers.length - 1)]!
      requests.push(seen)
      answer(response, seen)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

/** Real time, also in tests that stop the clock. */
const later = setTimeout

export const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ model: 'served-model-2026-01-01', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

export const begin = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

/** A whole answer. */
export const says =
  (...words: string[]): Answer =>
  (response) => {
    begin(response)
    for (const word of words) response.write(chunk({ content: word }))
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }

export const refuses =
  (status: number, error: object | string = {}, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof error === 'string' ? error : JSON.stringify({ error }))
  }

/** Sends these pieces at once and then neither more nor an end. */
export const hangs =
  (...pieces: string[]): Answer =>
  (response) => {
    begin(response).flushHeaders()
    for (const piece of pieces) response.write(piece)
  }

/** Never answers. */
export const ignores: Answer = () => {}

/** Breaks the connection after these pieces. */
export const breaks =
  (...pieces: string[]): Answer =>
  (response) => {
    begin(response).flushHeaders()
    for (const piece of pieces) response.write(piece)
    later(() => response.destroy(), 20)
  }

/** Lets real connections go on while the timers of a test are stopped, until something is true. */
export async function until(happened: () => boolean): Promise<void> {
  const started = performance.now()
  while (!happened()) {
    if (performance.now() - started > PATIENCE) throw new Error(`Waited in vain for ${String(happened)}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
