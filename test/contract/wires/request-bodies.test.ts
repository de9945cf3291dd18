/**
 * Content of a request on each wire: answers by a schema, effort, files, settings. Each is sent to the strict server of its wire,
 * which has to take it, and anything that a wire cannot express has to be named.
 */
import { type EndpointConfig, type Message, requestCompletion, type RequestParameters } from '@antiphon/core'
import { createEndpointMemory } from '@antiphon/core/provider'
import { createEndpoint, type Scenario } from '@antiphon/endpoint'
import { serveEndpoint } from '@antiphon/endpoint/node'
import { endpointWires } from '@antiphon/wires/endpoint'
import { wires } from '@antiphon/wires'
import { expect, onTestFinished, test } from 'vitest'

type Api = Exclude<NonNullable<EndpointConfig['api']>, 'chat'>

const BASES: Record<Api, string> = {
  responses: '/v1',
  messages: '/v1',
  gemini: '/v1beta',
  ollama: '/api',
}

interface Asked {
  messages?: Message[]
  parameters?: RequestParameters
  isOffered?: boolean
}

const tool = {
  type: 'function' as const,
  function: {
    name: 'add',
    description: 'Adds.',
    parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  },
}

/** Asks the strict server, and gives the body that it took and what was said of it. */
async function ask(api: Api, model: string, { messages, parameters, isOffered = false }: Asked) {
  const scenario: Scenario = { id: model, description: '', play: () => [{ type: 'text', text: 'Yes.' }] }
  const server = await serveEndpoint(
    createEndpoint({ wires: endpointWires, models: [scenario], speed: Infinity }),
  )
  onTestFinished(() => server.close())
  let body: Record<string, unknown> = {}
  let query = ''
  const { message } = await requestCompletion(
    { baseUrl: new URL(BASES[api], server.url).href, api, wires, retry: { retries: 0 } },
    {
      model,
      messages: messages ?? [{ role: 'user', content: 'hi' }],
      tools: isOffered ? [tool] : [],
      ...(parameters && { parameters }),
    },
    {
      memory: createEndpointMemory(),
      fetch: (url, init) => {
        query = new URL(String(url)).search
        body = JSON.parse(String(init?.body)) as Record<string, unknown>
        return fetch(url, init)
      },
    },
  )
  expect(message.error?.message).toBeUndefined()
  expect(message.content).toBe('Yes.')
  const adjustments = (message.request?.adjustments ?? []).map(({ rule, where }) => `${rule} ${where}`)
  return { body, query, adjustments }
}

const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
const byModel: Record<Api, string> = {
  responses: 'gpt-5.1',
  messages: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
  ollama: 'qwen3:4b',
}

test.each<[Api, object]>([
  ['responses', { text: { format: { type: 'json_schema', name: 'sum', schema, strict: true } } }],
  ['messages', { output_config: { format: { type: 'json_schema', schema } } }],
  ['gemini', { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } }],
  ['ollama', { format: schema }],
])('%s: an answer by a schema', async (api, expected) => {
  const format = { type: 'json_schema', json_schema: { name: 'sum', schema, strict: true } }
  const parameters = { extraBody: { response_format: format } }
  const { body, adjustments } = await ask(api, byModel[api], { parameters })
  expect(body).toMatchObject(expected)
  expect(body).not.toHaveProperty('response_format')
  expect(adjustments).toContain('response_format body.response_format')
})

test.each<[Api, object, string]>([
  ['responses', { text: { format: { type: 'json_object' } } }, 'response_format body.response_format'],
  ['messages', {}, 'field_omitted body.response_format'],
  [
    'gemini',
    { generationConfig: { responseMimeType: 'application/json' } },
    'response_format body.response_format',
  ],
  ['ollama', { format: 'json' }, 'response_format body.response_format'],
])('%s: an answer in any JSON', async (api, expected, said) => {
  const parameters = { extraBody: { response_format: { type: 'json_object' } } }
  const { body, adjustments } = await ask(api, byModel[api], { parameters })
  expect(body).toMatchObject(expected)
  expect(adjustments).toContain(said)
})

test.each<[Api, string, RequestParameters['reasoningEffort'], object]>([
  ['responses', 'gpt-5.1', 'high', { reasoning: { effort: 'high', summary: 'auto' } }],
  ['messages', 'claude-sonnet-4-5', 'low', { thinking: { type: 'enabled', budget_tokens: 2048 } }],
  [
    'messages',
    'claude-opus-4-6',
    'max',
    { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
  ],
  ['gemini', 'gemini-2.5-flash', 'off', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
  [
    'gemini',
    'gemini-2.5-pro',
    'medium',
    { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } } },
  ],
  [
    'gemini',
    'gemini-3-flash-preview',
    'minimal',
    { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'minimal' } } },
  ],
  ['ollama', 'qwen3:4b', 'on', { think: true }],
  ['ollama', 'gpt-oss:20b', 'high', { think: 'high' }],
])('%s: how much %s shall think, %s', async (api, model, reasoningEffort, expected) => {
  const { body } = await ask(api, model, { parameters: { reasoningEffort } })
  expect(body).toMatchObject(expected)
})

test.each<[Api, string]>([
  ['gemini', 'gemini-2.0-flash'],
  ['gemini', 'gemini-3-pro-preview'],
  ['ollama', 'gpt-oss:20b'],
])('%s: a wish that %s has no word for is named, not sent', async (api, model) => {
  const parameters: RequestParameters = { reasoningEffort: model.includes('2.0') ? 'high' : 'off' }
  const { body, adjustments } = await ask(api, model, { parameters })
  expect(JSON.stringify(body)).not.toMatch(/think/i)
  expect(adjustments).toContain('reasoning_effort parameters.reasoningEffort')
})

test.each<[Api, object, string[]]>([
  [
    'responses',
    { max_output_tokens: 300, tool_choice: { type: 'function', name: 'add' } },
    ['field_omitted parameters.stop', 'field_omitted parameters.seed'],
  ],
  [
    'messages',
    { max_tokens: 300, stop_sequences: ['END'], tool_choice: { type: 'tool', name: 'add' } },
    ['field_omitted parameters.seed'],
  ],
  [
    'gemini',
    {
      generationConfig: {
        maxOutputTokens: 300,
        stopSequences: ['END'],
        seed: 4,
        temperature: 0.5,
        topP: 0.9,
      },
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['add'] } },
    },
    ['field_omitted parameters.parallelToolCalls'],
  ],
  [
    'ollama',
    { options: { num_predict: 300, stop: ['END'], seed: 4, temperature: 0.5, top_p: 0.9 } },
    ['field_omitted parameters.parallelToolCalls', 'tool_choice body.tool_choice'],
  ],
])('%s: settings have their names, and those without one are named', async (api, expected, said) => {
  const parameters: RequestParameters = {
    maxTokens: 300,
    stop: 'END',
    seed: 4,
    temperature: 0.5,
    topP: 0.9,
    toolChoice: { name: 'add' },
    parallelToolCalls: false,
  }
  const { body, adjustments } = await ask(api, byModel[api], { parameters, isOffered: true })
  expect(body).toMatchObject(expected)
  expect(adjustments).toEqual(expect.arrayContaining(said))
})

test.each<[Api, object]>([
  ['gemini', { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }],
  ['messages', { tool_choice: { type: 'none' } }],
  ['responses', { tool_choice: 'none' }],
])('%s: no tool shall be called', async (api, expected) => {
  const { body } = await ask(api, byModel[api], { parameters: { toolChoice: 'none' }, isOffered: true })
  expect(body).toMatchObject(expected)
})

test('ollama: no tool shall be called, so none is offered', async () => {
  const { body } = await ask('ollama', 'qwen3:4b', { parameters: { toolChoice: 'none' }, isOffered: true })
  expect(body).not.toHaveProperty('tools')
})

const PNG = 'iVBORw0KGgo='
const files: Message[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.com/cat.jpg?size=2' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
    ],
  },
]

test('gemini: pictures, files and sound leave as data or address', async () => {
  const { body, adjustments } = await ask('gemini', 'gemini-2.5-flash', { messages: files })
  expect(body.contents).toEqual([
    {
      role: 'user',
      parts: [
        { text: 'What is this?' },
        { inlineData: { mimeType: 'image/png', data: PNG } },
        { fileData: { fileUri: 'https://example.com/cat.jpg?size=2', mimeType: 'image/jpeg' } },
        { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
        { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
      ],
    },
  ])
  // The detail of the first picture, and the name of the file.
  expect(adjustments).toEqual([
    'part_keys request.messages[0].content[1]',
    'part_keys request.messages[0].content[3]',
  ])
})

test('ollama: a picture leaves as data; what the wire has no place for is named', async () => {
  const { body, adjustments } = await ask('ollama', 'llava', { messages: files })
  expect(body.messages).toEqual([
    { role: 'user', content: expect.stringContaining('What is this?'), images: [PNG] },
  ])
  expect(adjustments.filter((said) => said.startsWith('part_as_text'))).toHaveLength(3)
  expect(adjustments).toContain('part_keys request.messages[0].content[1]')
})

test('messages: pictures and documents are blocks, sound is named', async () => {
  const { body, adjustments } = await ask('messages', 'claude-sonnet-4-5', { messages: files })
  expect(body.messages).toMatchObject([
    {
      content: [
        { type: 'text' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        { type: 'image', source: { type: 'url', url: 'https://example.com/cat.jpg?size=2' } },
        { type: 'document', title: 'a.pdf', source: { type: 'base64', media_type: 'application/pdf' } },
        { type: 'text' },
      ],
    },
  ])
  expect(adjustments).toContain('part_as_text messages[0].content[4]')
  expect(adjustments).toContain('part_keys request.messages[0].content[1]')
})

test('responses: pictures and files are parts, sound is named', async () => {
  const { body, adjustments } = await ask('responses', 'gpt-5.1', { messages: files })
  expect(body.input).toMatchObject([
    {
      content: [
        { type: 'input_text' },
        { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'low' },
        { type: 'input_image', image_url: 'https://example.com/cat.jpg?size=2' },
        { type: 'input_file', filename: 'a.pdf' },
        { type: 'input_text' },
      ],
    },
  ])
  expect(adjustments).toContain('part_as_text messages[0].content[4]')
})

test.each<[Api, boolean]>([
  ['messages', true],
  ['responses', false],
  ['gemini', false],
  ['ollama', false],
])('%s: a mark for the cache stays on its text, or is named: %s', async (api, isKept) => {
  const part = { type: 'text' as const, text: 'A long text.', cache_control: { type: 'ephemeral' } }
  // A prompt may come as a list from elsewhere.
  const prompt = { role: 'system', content: [part] } as unknown as Message
  const messages: Message[] = [prompt, { role: 'user', content: [part] }]
  const { body, adjustments } = await ask(api, byModel[api], { messages })
  expect(JSON.stringify(body).split('cache_control')).toHaveLength(isKept ? 3 : 1)
  for (const at of ['messages[0].content', 'messages[1].content'])
    expect(adjustments.includes(`part_keys ${at}`)).toBe(!isKept)
})

const called = (content: Message['content'], metadata?: Record<string, unknown>): Message[] =>
  [
    { role: 'user', content: 'add' },
    {
      role: 'assistant',
      content: '',
      model: 'elsewhere',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'add', arguments: '{"a":1}' } },
        { id: 'b', type: 'function', function: { name: 'add', arguments: '{"a":2}' } },
      ],
      ...(metadata && { metadata }),
    },
    { role: 'tool', tool_call_id: 'a', content },
    { role: 'tool', tool_call_id: 'b', content: 'No.', isError: true },
  ] as Message[]

test('gemini: calls of another model leave with the word that stands for a signature, without ids', async () => {
  const { body, adjustments } = await ask('gemini', 'gemini-3-pro-preview', { messages: called('One.') })
  expect(body.contents).toEqual([
    { role: 'user', parts: [{ text: 'add' }] },
    {
      role: 'model',
      parts: [
        {
          functionCall: { name: 'add', args: { a: 1 } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
        { functionCall: { name: 'add', args: { a: 2 } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { name: 'add', response: { output: 'One.' } } },
        { functionResponse: { name: 'add', response: { error: 'No.' } } },
      ],
    },
  ])
  expect(adjustments).toContain('thought_signature messages[1].tool_calls[0]')
})

test.each([
  ['gemini-3-flash-preview', true],
  ['gemini-2.5-flash', false],
])('%s: a picture in a result stands in it, or behind all results: %s', async (model, isInside) => {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }
  const messages = called([{ type: 'text', text: 'Here.' }, image] as Message['content'])
  const { body } = await ask('gemini', model, { messages })
  const { parts } = (body.contents as { parts: Record<string, unknown>[] }[])[2]!
  const data = { inlineData: { mimeType: 'image/png', data: PNG } }
  expect(parts[0]).toEqual({
    functionResponse: { name: 'add', response: { output: 'Here.' }, ...(isInside && { parts: [data] }) },
  })
  expect(parts.slice(2)).toEqual(isInside ? [] : [{ text: expect.stringContaining('add') }, data])
})

test('gemini: what a result cannot hold as a part stands in its words, which are never empty', async () => {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }
  const outputOf = async (content: unknown[]) => {
    const { body } = await ask('gemini', 'gemini-3-flash-preview', {
      messages: called(content as Message['content']),
    })
    return (body.contents as { parts: { functionResponse: unknown }[] }[])[2]!.parts[0]!.functionResponse
  }
  const data = { inlineData: { mimeType: 'image/png', data: PNG } }
  expect(await outputOf([{ type: 'video_url', odd: 1 }])).toEqual({
    name: 'add',
    response: { output: '[video_url]' },
  })
  expect(await outputOf([image])).toEqual({ name: 'add', response: { output: '[image]' }, parts: [data] })
})

test('ollama: arguments are values, results have the name of their tool', async () => {
  const { body } = await ask('ollama', 'qwen3:4b', { messages: called('One.') })
  expect(body.messages).toEqual([
    { role: 'user', content: 'add' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'a', function: { name: 'add', arguments: { a: 1 } } },
        { id: 'b', function: { name: 'add', arguments: { a: 2 } } },
      ],
    },
    { role: 'tool', tool_name: 'add', tool_call_id: 'a', content: 'One.' },
    { role: 'tool', tool_name: 'add', tool_call_id: 'b', content: 'No.' },
  ])
})

test('gemini: tools and settings of the provider go along as they are written', async () => {
  const extraBody = { tools: [{ googleSearch: {} }], generationConfig: { topK: 40 } }
  const { body, query } = await ask('gemini', 'gemini-2.5-flash', {
    parameters: { extraBody, maxTokens: 50 },
    isOffered: true,
  })
  expect(query).toBe('?alt=sse')
  expect(body.tools).toMatchObject([{ functionDeclarations: [{ name: 'add' }] }, { googleSearch: {} }])
  expect(body.generationConfig).toEqual({ maxOutputTokens: 50, topK: 40 })
})
