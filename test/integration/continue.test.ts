import {
  createChat,
  deriveTurns,
  type AssistantMessage,
  type Message,
  type EndpointConfig,
} from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpointMemory } from '@antiphon/core/provider'
import { createEndpoint } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { describe, expect, it } from 'vitest'
import { begin, chunk, refuses, serve, type Answer, type SeenRequest } from './connection/local-server.js'

const whole = `The pool was cut from forty to eight connections at 22:04, so each checkout waits for one.

1. Put the pool back.
2. Watch it for ten minutes.

\`\`\`ts
export const pool = createPool({
  max: Number(process.env.POOL_MAX),
})
\`\`\`

After that the queue drains by itself.`

/** A model that knows one text and writes `limit` characters of it a request, in a family's own way. */
interface Model {
  limit: number
  /** The beginning comes back with the rest. */
  echoes?: boolean
  /** Its response to a request to go on: it repeats the last words, or the whole text so far. */
  obeys?: 'repeats' | 'repeats all'
  refusesBeginning?: string
  thinks?: boolean
}

function plays(model: Model): Answer {
  return (response, request) => {
    const { messages } = request.body
    const last = messages.at(-1)!
    const said = textOf(messages.findLast(({ role }) => role === 'assistant'))
    const isBeginning = last.role === 'assistant'
    if (isBeginning && model.refusesBeginning) {
      refuses(400, { message: model.refusesBeginning })(response, request)
      return
    }
    const [from, to] = stretch(model, messages, said)
    if (from < 0) {
      refuses(400, { message: `The model cannot go on: ${JSON.stringify(messages)}` })(response, request)
      return
    }
    begin(response)
    if (model.thinks) response.write(chunk({ reasoning_content: 'Let me see.' }))
    for (const piece of whole.slice(from, to).match(/[\s\S]{1,7}/g) ?? [])
      response.write(chunk({ content: piece }))
    response.end(`${chunk({}, to >= whole.length ? 'stop' : 'length')}data: [DONE]\n\n`)
  }
}

function stretch(
  { limit, echoes, obeys }: Model,
  messages: SeenRequest['body']['messages'],
  said: string,
): [number, number] {
  const at = whole.startsWith(said) ? said.length : -1
  if (at < 0) return [-1, -1]
  if (messages.length === 1) return [0, limit]
  if (messages.at(-1)!.role === 'assistant') return [echoes ? 0 : at, at + limit]
  if (obeys === 'repeats all') return [0, at + limit]
  const [quoted] = /"(?:[^"\\]|\\.)*"/.exec(String(messages.at(-1)!['content'])) ?? ['""']
  return [whole.lastIndexOf(JSON.parse(quoted) as string, at), at + limit]
}

function textOf(message: { [key: string]: unknown } | undefined): string {
  const content = message?.['content']
  return Array.isArray(content)
    ? content.map((part) => (part as { text?: string }).text ?? '').join('')
    : String(content ?? '')
}

async function finish(model: Model, endpoint: Partial<EndpointConfig>) {
  const { baseUrl, requests } = await serve(plays(model))
  const chat = createChat({
    endpoint: { baseUrl, ...endpoint },
    model: 'm',
    scheduler: immediateScheduler,
    memory: createEndpointMemory(),
  })
  await chat.send('Why is it slow?')
  const last = () => chat.store.getMessages().at(-1) as AssistantMessage
  let presses = 0
  while (last().finishReason === 'length' && presses < 40) {
    presses++
    await chat.continue()
  }
  return { chat, requests, presses, answer: last() }
}

const families: [profile: string, model: Partial<Model>, ends: 'assistant' | 'user', mark?: object][] = [
  ['generic', {}, 'user'],
  ['openai', { obeys: 'repeats all' }, 'user'],
  ['anthropic', {}, 'user'],
  ['ollama', {}, 'user'],
  ['mistral', { echoes: true }, 'assistant', { prefix: true }],
  ['moonshot', {}, 'assistant', { partial: true }],
  ['dashscope', {}, 'assistant', { partial: true }],
  ['groq', {}, 'assistant'],
  ['llama-cpp', {}, 'assistant'],
  ['vllm', {}, 'assistant'],
  ['sglang', {}, 'assistant'],
  // Their parsers would take the rest for thinking.
  ['vllm', { thinks: true }, 'user'],
  ['dashscope', { thinks: true }, 'user'],
  ['mistral', { thinks: true, echoes: true }, 'assistant', { prefix: true }],
]

describe('an answer that the token limit cuts again and again', () => {
  it.each(families)('%s %o: is one whole answer in the end', async (profile, model, ends, mark = {}) => {
    for (const limit of [23, 150]) {
      const { answer, requests, presses, chat } = await finish({ limit, ...model }, { profile })
      expect(answer.content).toBe(whole)
      expect(answer.finishReason).toBe('stop')
      // One request for each press, no more.
      expect(requests).toHaveLength(presses + 1)
      expect(requests.slice(1).every(({ body }) => body.messages.at(-1)!.role === ends)).toBe(true)
      expect(requests.at(-1)!.body.messages.at(-1)).toMatchObject(mark)
      // The array is a question and an answer, as if it had never been cut.
      const { store } = chat
      expect(store.getMessages().map(({ role }) => role)).toEqual(['user', 'assistant'])
      const notes = answer.request?.continued ?? []
      expect(notes.map(({ way }) => way)).toEqual(
        notes.map(() => (ends === 'user' ? 'follow_up' : 'prefill')),
      )
      expect(notes).toHaveLength(presses)
      // Text that was sent but is in no message is reported word by word.
      const sent = requests.at(-1)!.body.messages.at(-1)!['content']
      expect(notes.at(-1)?.asked).toEqual(ends === 'user' ? sent : undefined)
    }
  })

  it('vLLM is told to leave the answer open, and not otherwise', async () => {
    const { requests } = await finish({ limit: 150 }, { profile: 'vllm' })
    expect(requests[0]!.body).not.toHaveProperty('continue_final_message')
    expect(requests[1]!.body).toMatchObject({ continue_final_message: true, add_generation_prompt: false })
  })

  it.each([
    'Assistant response prefill is incompatible with enable_thinking.',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
    'Unsupported parameter: continue_final_message',
    'The last message must have role user',
  ])('a server that refuses it (%s) is asked in words at once, and from then on', async (refusal) => {
    const overrides = { messages: { prefill: 'plain' } } as const
    const profile = { id: 'x', name: 'X', match: {}, settings: overrides } as const
    const { answer, requests, presses } = await finish({ limit: 100, refusesBeginning: refusal }, { profile })
    expect(answer.content).toBe(whole)
    expect(requests).toHaveLength(presses + 2)
    expect(answer.request?.healed).toEqual([
      { field: 'messages', change: 'the rest of an answer is asked for in words', said: refusal },
    ])
  })

  it('sends the whole answer with the next question, as one message', async () => {
    const { chat, requests } = await finish({ limit: 200 }, { profile: 'generic' })
    await chat.send('Thanks')
    const { messages } = requests.at(-1)!.body
    expect(messages).toEqual([
      { role: 'user', content: 'Why is it slow?' },
      { role: 'assistant', content: whole },
      { role: 'user', content: 'Thanks' },
    ])
  })
})

describe('against the scripted endpoint', () => {
  it.each(['Lose the connection', 'An error, please'])('%s: Continue brings the rest', async (prompt) => {
    const served = await serveEndpoint(createEndpoint({ speed: Infinity }))
    try {
      const chat = createChat({
        endpoint: { baseUrl: served.url, retry: { retries: 0 } },
        model: 'antiphon-tour',
        memory: createEndpointMemory(),
      })
      await chat.send(prompt)
      const answer = () => chat.store.getMessages().at(-1) as AssistantMessage
      expect(answer()).toMatchObject({ content: expect.stringMatching(/^The lighthouse .* you can$/) })
      await chat.continue()
      expect(answer()).toMatchObject({
        content: expect.stringMatching(
          /^The lighthouse .* you can see both harbours, .* the ferry itself\.$/,
        ),
        finishReason: 'stop',
      })
    } finally {
      await served.close()
    }
  })

  it('an answer cut off at the limit is finished, and the bare array is the same conversation', async () => {
    const served = await serveEndpoint(createEndpoint({ speed: Infinity }))
    try {
      const chat = createChat({
        endpoint: { baseUrl: served.url },
        model: 'length',
        memory: createEndpointMemory(),
      })
      await chat.send('Get cut off at the token limit')
      await chat.continue()
      const [, answer] = chat.store.getMessages() as [Message, AssistantMessage]
      expect(answer).toMatchObject({ finishReason: 'stop' })
      expect(answer.content).toMatch(/^## Crossing the sound[\s\S]*every quarter of an hour\.$/)
      expect(answer.content).not.toMatch(/ {2}|\b(\w+) \1\b/)
      const bare = chat.store.getMessages().map(({ role, content }) => ({ role, content })) as Message[]
      const turns = (messages: readonly Message[]) => deriveTurns(messages).map(({ role }) => role)
      expect(turns(bare)).toEqual(turns(chat.store.getMessages()))
    } finally {
      await served.close()
    }
  })
})
