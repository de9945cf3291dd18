import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NodeRecord } from '@antiphon/threads'
import { expect } from 'vitest'
import { followRun } from '../server/follow-run.js'

const PIECES = 25
const PIECE_MS = 20

/** The answer to a question, whoever gives it. */
const answerTo = (question: string): string =>
  Array.from({ length: PIECES }, (_, at) => `${question} – piece ${at}: ünïcödé 🎈. `).join('')

/** A model that answers at a steady pace. */
export async function startModel() {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
      const question = messages.findLast(({ role }) => role === 'user')!.content
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (delta: object, finish_reason: string | null = null): void =>
        void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`)
      send({ role: 'assistant' })
      let at = 0
      const timer = setInterval(() => {
        if (at < PIECES) return send({ content: `${question} – piece ${at++}: ünïcödé 🎈. ` })
        clearInterval(timer)
        send({}, 'stop')
        response.end('data: [DONE]\n\n')
      }, PIECE_MS)
      response.on('close', () => clearInterval(timer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** How a run looked to its user, from its first acknowledgement to what the thread has in the end. */
export interface Told {
  user: string
  question: string
  questionId: string
  /** As the last event says; undefined where the log was not there any more. */
  outcome: string | undefined
  /** Texts that the reader of events had in the end, by the ids of their messages. */
  shown: ReadonlyMap<string, string>
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 60))

/** A user who asks, and reads on at any process until the run has ended. Network faults and 5xx are tried again, as a page does. */
export function createUser(id: string, anyUrl: () => string) {
  const headers = { 'x-user': id, 'content-type': 'application/json' }
  const ask = async (
    method: string,
    path: string,
    more: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    for (;;) {
      try {
        const response = await fetch(anyUrl() + path, {
          method,
          ...more,
          headers: { ...headers, ...more.headers },
        })
        if (response.status < 500) return response
        await response.body?.cancel()
      } catch {
        // The process is gone, or not back yet.
      }
      await pause()
    }
  }
  const json = async (path: string): Promise<Record<string, unknown>> => {
    for (;;) {
      try {
        return (await (await ask('GET', path)).json()) as Record<string, unknown>
      } catch {
        await pause()
      }
    }
  }
  return {
    id,
    nodes: async () => (await json('/threads/t'))['nodes'] as NodeRecord[],
    async converse(number: number): Promise<Told> {
      const [runId, questionId, question] = [`r${number}`, `q${number}`, `${id} asks ${number}`]
      const body = JSON.stringify({ id: runId, message: { id: questionId, content: question } })
      for (;;) {
        const { status } = await ask('POST', '/threads/t/runs', { body })
        if (status === 201 || status === 200) break
        // The run before has ended for its reader, and its row is on its way.
        if (status !== 409) throw new Error(`A start was answered with ${status}.`)
        await pause()
      }
      const client = followRun()
      const hasEnded = () => client.seen.at(-1)?.antiphon === 'end'
      for (;;) {
        const from = { accept: 'text/event-stream', 'last-event-id': client.offset() }
        const response = await ask('GET', `/threads/t/runs/${runId}`, { headers: from })
        if (response.status === 404)
          throw new Error(`The run ${runId} of ${id} was acknowledged and is gone.`)
        if (response.status === 410 || response.status === 204) break
        await client.read(response).catch(() => {})
        if (hasEnded()) break
        await pause()
      }
      while ((await json('/threads/t/runs/open'))['run']) await pause()
      const end = client.seen.at(-1)
      const outcome = end?.antiphon === 'end' ? end.outcome : undefined
      const shown = new Map(
        client.store.getTree().nodes.map(({ message }) => [message.id, String(message.content)]),
      )
      return { user: id, question, questionId, outcome, shown }
    },
  }
}

/** Each question that was acknowledged is there once, with one answer, which is whole or says why not, and is what its reader saw. */
export function checkThread(told: readonly Told[], nodes: readonly NodeRecord[]): void {
  const texts = (kept: readonly NodeRecord[]) => kept.map(({ message }) => String(message?.content))
  const kept = nodes.filter(({ removed }) => !removed)
  for (const { user, question, questionId, outcome, shown } of told) {
    const about = `${question} (${outcome})`
    const asked = kept.filter(({ message }) => message?.role === 'user' && message.content === question)
    expect([about, asked.map(({ id }) => id)]).toEqual([about, [questionId]])
    const answers = kept.filter(({ parent }) => parent === questionId)
    expect([about, answers.length]).toEqual([about, 1])
    const [answer] = answers
    const [text] = texts(answers)
    const error = answer!.message?.role === 'assistant' ? answer!.message.error?.code : undefined
    if (error === undefined) expect([about, text]).toEqual([about, answerTo(question)])
    else expect([about, error, answerTo(question).startsWith(text!)]).toEqual([about, 'server_stopped', true])
    if (outcome === undefined) continue
    expect([about, outcome]).toEqual([about, error === undefined ? 'done' : 'lost'])
    const seen = [questionId, answer!.id].map((id) => shown.get(id))
    expect([user, seen]).toEqual([user, [question, text]])
  }
}
