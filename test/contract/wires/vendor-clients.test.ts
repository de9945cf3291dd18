/**
 * The client that each vendor gives out, as the judge of the scripted endpoint: what it sends is taken, and it reads text, calls and
 * usage out of the streams without complaint. The kit reads the same from the same answer.
 */
import Anthropic from '@anthropic-ai/sdk'
import { requestCompletion, type EndpointConfig, type Message } from '@antiphon/core'
import { createEndpointMemory } from '@antiphon/core/provider'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { type ServedEndpoint, serveEndpoint } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { wires } from '@antiphon/wires'
import { GoogleGenAI } from '@google/genai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** A client's reading of an answer. */
interface Reading {
  text: string
  reasoning: string
  calls: { name: string; args: unknown }[]
  input: number
  output: number
}

/** Thinks, says a word and calls twice; then says what came back. */
const agent: Scenario = {
  id: 'agent',
  description: '',
  *play({ outcomes }) {
    if (outcomes.length > 0)
      return yield { type: 'text', text: outcomes.map(({ content }) => content).join(' and ') }
    yield { type: 'reasoning', text: 'Both at once.' }
    yield { type: 'text', text: 'I add them: Zürich 🎻.' }
    yield {
      type: 'calls',
      calls: [
        { name: 'add', arguments: '{"a":1,"b":2}' },
        { name: 'add', arguments: '{"a":3,"b":4}' },
      ],
    }
  },
}
const broken: Scenario = {
  id: 'broken',
  description: '',
  play: () => [{ type: 'http', status: 429, error: { message: 'Slow down.', code: 'rate_limit_exceeded' } }],
}

const parameters = {
  type: 'object' as const,
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
}
const KEY = 'secret-key'

let server: ServedEndpoint
beforeAll(async () => {
  server = await serveEndpoint(
    createEndpoint({ wires: endpointWires, models: [agent, broken], speed: Infinity, apiKey: KEY }),
  )
})
afterAll(() => server.close())

/** One question to a model, and what the client read. */
type Ask = (model: string) => Promise<Reading>

const asks: Record<NonNullable<EndpointConfig['api']>, Ask> = {
  async chat(model) {
    const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 })
    const stream = client.chat.completions.stream({
      model,
      messages: [{ role: 'user', content: 'add' }],
      tools: [{ type: 'function', function: { name: 'add', parameters } }],
      stream_options: { include_usage: true },
    })
    // A field that OpenAI's own models lack: the client has it in each chunk, and adds none up.
    let reasoning = ''
    stream.on('chunk', ({ choices: [choice] }) => {
      reasoning += String((choice && Reflect.get(choice.delta, 'reasoning_content')) ?? '')
    })
    const { choices, usage } = await stream.finalChatCompletion()
    const { message } = choices[0]!
    return {
      text: message.content ?? '',
      reasoning,
      calls: (message.tool_calls ?? []).flatMap((call) =>
        call.type === 'function'
          ? [{ name: call.function.name, args: JSON.parse(call.function.arguments) as unknown }]
          : [],
      ),
      input: usage!.prompt_tokens,
      output: usage!.completion_tokens,
    }
  },

  async responses(model) {
    const client = new OpenAI({ apiKey: KEY, baseURL: server.url, maxRetries: 0 })
    const stream = client.responses.stream({
      model,
      input: 'add',
      tools: [{ type: 'function', name: 'add', parameters, strict: false }],
    })
    const { output, output_text: text, usage } = await stream.finalResponse()
    return {
      text,
      reasoning: output
        .flatMap((item) => (item.type === 'reasoning' ? item.summary : []))
        .map((part) => part.text)
        .join(''),
      calls: output.flatMap((item) =>
        item.type === 'function_call'
          ? [{ name: item.name, args: JSON.parse(item.arguments) as unknown }]
          : [],
      ),
      input: usage!.input_tokens,
      output: usage!.output_tokens,
    }
  },

  async messages(model) {
    const client = new Anthropic({ apiKey: KEY, baseURL: new URL(server.url).origin, maxRetries: 0 })
    const stream = client.messages.stream({
      model,
      max_tokens: 1000,
      messages: [{ role: 'user', content: 'add' }],
      tools: [{ name: 'add', input_schema: parameters }],
    })
    const { content, usage } = await stream.finalMessage()
    return {
      text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
      calls: content.flatMap((block) =>
        block.type === 'tool_use' ? [{ name: block.name, args: block.input }] : [],
      ),
      input: usage.input_tokens,
      output: usage.output_tokens,
    }
  },

  async gemini(model) {
    const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: new URL(server.url).origin } })
    const stream = await client.models.generateContentStream({
      model,
      contents: 'add',
      config: {
        tools: [{ functionDeclarations: [{ name: 'add', parametersJsonSchema: parameters }] }],
        thinkingConfig: { includeThoughts: true },
      },
    })
    const reading: Reading = { text: '', reasoning: '', calls: [], input: 0, output: 0 }
    for await (const { candidates, usageMetadata: usage } of stream) {
      for (const { text = '', thought, functionCall: call } of candidates?.[0]?.content?.parts ?? []) {
        reading[thought ? 'reasoning' : 'text'] += text
        if (call) reading.calls.push({ name: call.name!, args: call.args })
      }
      reading.input = usage?.promptTokenCount ?? 0
      reading.output = (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0)
    }
    return reading
  },

  async ollama(model) {
    const client = new Ollama({
      host: new URL(server.url).origin,
      headers: { Authorization: `Bearer ${KEY}` },
    })
    const stream = await client.chat({
      model,
      messages: [{ role: 'user', content: 'add' }],
      tools: [{ type: 'function', function: { name: 'add', parameters } }],
      stream: true,
    })
    const reading: Reading = { text: '', reasoning: '', calls: [], input: 0, output: 0 }
    for await (const { message, done, prompt_eval_count: input, eval_count: output } of stream) {
      reading.text += message.content
      reading.reasoning += message.thinking ?? ''
      for (const { function: fn } of message.tool_calls ?? [])
        reading.calls.push({ name: fn.name, args: fn.arguments })
      if (done) Object.assign(reading, { input, output })
    }
    return reading
  },
}

const BASES: Partial<Record<NonNullable<EndpointConfig['api']>, string>> = {
  gemini: '/v1beta',
  ollama: '/api',
}

/** The same question through the kit. */
async function askKit(api: NonNullable<EndpointConfig['api']>): Promise<Reading> {
  const messages: Message[] = [{ role: 'user', content: 'add' }]
  const { message } = await requestCompletion(
    { baseUrl: new URL(BASES[api] ?? '/v1', server.url).href, api, wires, apiKey: KEY },
    { model: 'agent', messages, tools: [{ type: 'function', function: { name: 'add', parameters } }] },
    { memory: createEndpointMemory() },
  )
  return {
    text: message.content,
    reasoning: message.reasoning ?? '',
    calls: message.tool_calls!.map(({ function: fn }) => ({
      name: fn.name,
      args: JSON.parse(fn.arguments) as unknown,
    })),
    input: message.usage!.inputTokens!,
    output: message.usage!.outputTokens!,
  }
}

describe.each(Object.entries(asks) as [NonNullable<EndpointConfig['api']>, Ask][])(
  'the client of the vendor, wire %s',
  (api, ask) => {
    test('reads text, thoughts, calls and usage as they were written, and as the kit does', async () => {
      const reading = await ask('agent')
      expect(reading).toMatchObject({
        text: 'I add them: Zürich 🎻.',
        reasoning: 'Both at once.',
        calls: [
          { name: 'add', args: { a: 1, b: 2 } },
          { name: 'add', args: { a: 3, b: 4 } },
        ],
      })
      expect(reading.input).toBeGreaterThan(0)
      expect(reading.output).toBeGreaterThan(0)
      expect(await askKit(api)).toEqual(reading)
    })

    test('is told of an error in its own shape', async () => {
      const error: unknown = await ask('broken').catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(Error)
      expect(Reflect.get(error as Error, 'status') ?? Reflect.get(error as Error, 'status_code')).toBe(429)
      expect((error as Error).message).toContain('Slow down.')
    })
  },
)

test("Google's client holds a conversation with calls, and the server takes its signatures back", async () => {
  const client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: new URL(server.url).origin } })
  const chat = client.chats.create({
    model: 'agent',
    config: { tools: [{ functionDeclarations: [{ name: 'add', parametersJsonSchema: parameters }] }] },
  })
  const read = async (stream: AsyncGenerator<{ text?: string | undefined }>): Promise<string> => {
    let text = ''
    for await (const chunk of stream) text += chunk.text ?? ''
    return text
  }
  await read(await chat.sendMessageStream({ message: 'add' }))
  const results = ['3', '7'].map((output) => ({ functionResponse: { name: 'add', response: { output } } }))
  expect(await read(await chat.sendMessageStream({ message: results }))).toBe('3 and 7')
})
