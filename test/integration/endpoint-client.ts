import { PATIENCE } from '../setup-waiting.js'

/** The tools of the demo as a request carries them. */
export const demoTools = [
  tool('get_time', { timezone: { type: 'string' } }),
  tool('convert_units', { value: { type: 'number' }, from: { type: 'string' }, to: { type: 'string' } }),
  tool('look_up', { country: { type: 'string' } }),
  tool('run_javascript', { code: { type: 'string' } }),
]

export function tool(name: string, properties: Record<string, unknown>) {
  const parameters = {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
  return { type: 'function', function: { name, description: `The tool ${name}.`, parameters } }
}

export const user = (content: string) => ({ role: 'user', content })

export function post(
  url: string,
  body: unknown,
  init: RequestInit = {},
  fetcher: typeof fetch = fetch,
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    ...(init.headers as Record<string, string> | undefined),
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetcher(`${url}/chat/completions`, { method: 'POST', body: text, ...init, headers })
}

export interface Drained {
  text: string
  bytes: Uint8Array
  /** The network chunks as the reader got them. */
  chunks: Uint8Array[]
  ended: 'closed' | 'failed' | 'silent'
}

/**
 * Reads a body to its end, to its failure, or until nothing came for a while: a second after the words that are expected, where
 * they are given. Before them a busy machine has as long as it needs.
 */
export async function drain(response: Response, words?: string): Promise<Drained> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let ended: Drained['ended'] = 'closed'
  const soFar = (): string => Buffer.concat(chunks).toString()
  if (!reader) return { text: '', bytes: new Uint8Array(), chunks, ended }
  for (;;) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = words !== undefined && replyOf(whole(soFar())).content.includes(words) ? 1000 : PATIENCE
    const silent = new Promise<'silent'>((resolve) => (timer = setTimeout(() => resolve('silent'), silence)))
    const next = await Promise.race([reader.read(), silent]).catch(() => 'failed' as const)
    clearTimeout(timer)
    if (typeof next === 'string') {
      ended = next
      await reader.cancel().catch(() => undefined)
      break
    }
    if (next.done) break
    chunks.push(next.value)
  }
  const bytes = new Uint8Array(Buffer.concat(chunks))
  return { text: new TextDecoder().decode(bytes), bytes, chunks, ended }
}

/** Without an event that is not there to its end. */
const whole = (text: string): string => text.slice(0, text.lastIndexOf('\n\n') + 2)

export interface Chunk {
  choices: {
    delta: {
      content?: string
      reasoning_content?: string
      refusal?: string
      tool_calls?: { index: number; id?: string; function: { name?: string; arguments: string } }[]
    }
    finish_reason: string | null
  }[]
  usage?: Record<string, number> | null
}

/** The chunks of an event stream whose every line is well formed. */
export function chunksOf(text: string): Chunk[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
  return lines.map((line) => JSON.parse(line.slice(6)) as Chunk)
}

export interface Reply {
  content: string
  reasoning: string
  refusal: string
  calls: { id: string; name: string; arguments: string }[]
  finish: string | null
}

/** Puts a stream together without any help of the kit, because this is the peer that the kit is tested with. */
export function replyOf(text: string): Reply {
  const reply: Reply = { content: '', reasoning: '', refusal: '', calls: [], finish: null }
  for (const { choices } of chunksOf(text)) {
    const [choice] = choices
    if (!choice) continue
    reply.content += choice.delta.content ?? ''
    reply.reasoning += choice.delta.reasoning_content ?? ''
    reply.refusal += choice.delta.refusal ?? ''
    reply.finish = choice.finish_reason ?? reply.finish
    for (const part of choice.delta.tool_calls ?? []) {
      const call = (reply.calls[part.index] ??= {
        id: part.id ?? '',
        name: part.function.name ?? '',
        arguments: '',
      })
      call.arguments += part.function.arguments
    }
  }
  return reply
}
