import { describe, expect, it } from 'vitest'
import { parseModels } from './model-info.js'

const one = (entry: object) => parseModels({ data: [entry] })![0]

describe('docs/wire 3.4: a list of models', () => {
  it.each([
    ['{ object, data }', { object: 'list', data: [{ id: 'm' }] }],
    ['{ data } without object (OpenRouter)', { data: [{ id: 'm' }] }],
    ['a bare array (Together, GitHub)', [{ id: 'm' }]],
    ['{ models }', { models: [{ model: 'm' }] }],
    ['names alone', ['m']],
  ])('docs/wire 3.4: is read from %s', (_, body) => {
    expect(parseModels(body)).toEqual([{ id: 'm' }])
  })

  it('docs/wire 3.4: takes id, else name, else model, in the order of the server, each id once', () => {
    const list = [
      { model: 'z' },
      { id: 'b', name: 'Bee' },
      { name: 'a', model: 'x' },
      { id: 'b' },
      { size: 3 },
      null,
    ]
    expect(parseModels(list)).toEqual([{ id: 'z' }, { id: 'b', name: 'Bee' }, { id: 'a' }])
  })

  it.each([[undefined], [null], ['text'], [{ greeting: 'hello' }], [{ data: { id: 'm' } }]])(
    'is none in %j',
    (body) => expect(parseModels(body)).toBeUndefined(),
  )

  it('of 5,000 entries keeps nothing but what it names', () => {
    const body = Array.from({ length: 5000 }, (_, i) => ({ id: `m${i}`, chat_template: 'x'.repeat(100) }))
    expect(parseModels(body)!.at(-1)).toEqual({ id: 'm4999' })
  })

  it('keeps what the server says that a model is good for', () => {
    expect(one({ id: 'm', description: 'Fast.' })).toEqual({ id: 'm', description: 'Fast.' })
  })
})

describe('docs/wire 3.4: what a server says of a model', () => {
  it('docs/wire 3.4: OpenAI: owner and time', () => {
    expect(one({ id: 'gpt-x', object: 'model', created: 1_700_000_000, owned_by: 'openai' })).toEqual({
      id: 'gpt-x',
      ownedBy: 'openai',
      created: 1_700_000_000_000,
    })
  })

  it('docs/wire 3.4: Groq: context_window, max_completion_tokens; a model that is off is marked', () => {
    const entry = { id: 'fast', active: true, context_window: 131_072, max_completion_tokens: 8192 }
    expect(one(entry)).toEqual({ id: 'fast', contextLength: 131_072, maxOutputTokens: 8192 })
    expect(one({ ...entry, active: false })).toMatchObject({ id: 'fast', available: false })
  })

  it('Gemini itself: the id without its folder, limits, what it is for', () => {
    const entry = {
      name: 'models/gemini-2.5-flash',
      displayName: 'Gemini 2.5 Flash',
      inputTokenLimit: 1_048_576,
      outputTokenLimit: 65_536,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      thinking: true,
    }
    expect(parseModels({ models: [entry] })).toEqual([
      {
        id: 'gemini-2.5-flash',
        name: 'Gemini 2.5 Flash',
        contextLength: 1_048_576,
        maxOutputTokens: 65_536,
        capabilities: { reasoning: true },
      },
    ])
    const others = ['embedContent', 'predict'].map((method) => ({
      name: `models/${method}`,
      supportedGenerationMethods: [method],
    }))
    expect(parseModels({ models: others })!.map(({ kind }) => kind)).toEqual(['embedding', 'other'])
  })

  it('docs/wire 3.4: vLLM: max_model_len', () => {
    expect(one({ id: 'org/m', max_model_len: 32_768, root: 'org/m', parent: null })).toEqual({
      id: 'org/m',
      contextLength: 32_768,
    })
  })

  it('docs/wire 3.4: Mistral: capabilities, max_context_length, aliases', () => {
    const entry = {
      id: 'small-2',
      aliases: ['small-latest', 'small-2'],
      max_context_length: 128_000,
      capabilities: { completion_chat: true, function_calling: true, vision: true },
    }
    expect(one(entry)).toEqual({
      id: 'small-2',
      aliases: ['small-latest'],
      contextLength: 128_000,
      kind: 'chat',
      capabilities: { tools: true, input: ['text', 'image'] },
    })
    const ocr = { completion_chat: false, function_calling: false, vision: false }
    expect(one({ id: 'ocr', capabilities: ocr })).toEqual({
      id: 'ocr',
      kind: 'other',
      capabilities: { tools: false, input: ['text'] },
    })
    expect(one({ id: 'small-embed', capabilities: ocr })?.kind).toBe('embedding')
  })

  it('docs/wire 3.4: llama.cpp: the context it runs with, not the one it was trained with; state in router mode', () => {
    const body = {
      models: [{ name: 'q.gguf', model: 'q.gguf', capabilities: ['completion'] }],
      object: 'list',
      data: [
        { id: 'q.gguf', meta: { n_ctx: 8192, n_ctx_train: 131_072 } },
        { id: 'r', status: { value: 'unloaded' }, aliases: ['r:latest'] },
      ],
    }
    expect(parseModels(body)).toEqual([
      { id: 'q.gguf', contextLength: 8192 },
      { id: 'r', status: 'unloaded', aliases: ['r:latest'] },
    ])
  })

  it('docs/wire 3.4: OpenRouter: modalities, parameters, limits, prices per token as texts', () => {
    const entry = {
      id: 'maker/big',
      name: 'Maker: Big',
      created: 1_700_000_000,
      context_length: 200_000,
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
      pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003', request: '0' },
      top_provider: { context_length: 180_000, max_completion_tokens: 64_000 },
      supported_parameters: ['tools', 'reasoning', 'structured_outputs', 'temperature'],
    }
    expect(one(entry)).toEqual({
      id: 'maker/big',
      name: 'Maker: Big',
      created: 1_700_000_000_000,
      contextLength: 200_000,
      maxOutputTokens: 64_000,
      kind: 'chat',
      capabilities: {
        input: ['text', 'image'],
        output: ['text'],
        tools: true,
        reasoning: true,
        structuredOutput: true,
      },
      pricing: { input: 0.000003, output: 0.000015, cachedInput: 0.0000003 },
    })
    expect(one({ ...entry, supported_parameters: ['temperature'] })?.capabilities).toMatchObject({
      tools: false,
      reasoning: false,
    })
    // The router itself: its price is that of whichever model it takes.
    expect(one({ id: 'auto', pricing: { prompt: '-1', completion: '-1' } })).toEqual({ id: 'auto' })
    expect(one({ id: 'p', architecture: { output_modalities: ['image'] } })?.kind).toBe('other')
    expect(one({ id: 'f', pricing: { prompt: '0', completion: '' } })?.pricing).toEqual({ input: 0 })
  })

  it('docs/wire 3.4: Together: what a model is for, prices per million', () => {
    const list = [
      {
        id: 'a',
        type: 'chat',
        context_length: 8192,
        pricing: { input: 0.6, output: 1.2 },
        display_name: 'A',
      },
      { id: 'b', type: 'embedding' },
      { id: 'c', type: 'image' },
      { id: 'd', type: 'language' },
    ]
    const [chat, ...others] = parseModels(list)!
    expect(chat).toMatchObject({ id: 'a', name: 'A', kind: 'chat', contextLength: 8192 })
    expect(chat!.pricing!.input).toBeCloseTo(0.6e-6, 12)
    expect(chat!.pricing!.output).toBeCloseTo(1.2e-6, 12)
    expect(others.map(({ kind }) => kind)).toEqual(['embedding', 'other', undefined])
  })

  it('docs/wire 3.4: HF router: the longest context and the best ability among the providers that serve it', () => {
    const providers = [
      {
        provider: 'x',
        status: 'live',
        context_length: 32_000,
        supports_tools: false,
        supports_structured_output: false,
      },
      {
        provider: 'y',
        status: 'live',
        context_length: 64_000,
        supports_tools: true,
        supports_structured_output: false,
      },
    ]
    const architecture = { input_modalities: ['text'], output_modalities: ['text'] }
    expect(one({ id: 'o/m', providers, architecture })).toEqual({
      id: 'o/m',
      contextLength: 64_000,
      kind: 'chat',
      capabilities: { input: ['text'], output: ['text'], tools: true, structuredOutput: false },
    })
    expect(one({ id: 'o/m', providers: [{ provider: 'x', status: 'error' }] })?.available).toBe(false)
  })

  it('docs/wire 3.4: Featherless: context_length and max_completion_tokens', () => {
    expect(one({ id: 'o/m', context_length: 16_384, max_completion_tokens: 4096 })).toEqual({
      id: 'o/m',
      contextLength: 16_384,
      maxOutputTokens: 4096,
    })
  })

  it('docs/wire 3.4: Ollama, NIM, DeepSeek, LM Studio: the id and its owner, and no guesses', () => {
    expect(one({ id: 'qwen3:8b', object: 'model', created: 0, owned_by: 'library' })).toEqual({
      id: 'qwen3:8b',
      ownedBy: 'library',
    })
  })

  it('docs/wire 3.4: Gemini: the id as the server gives it, a name without its prefix', () => {
    expect(one({ id: 'models/gemini-x', object: 'model', owned_by: 'google' })).toEqual({
      id: 'models/gemini-x',
      name: 'gemini-x',
      ownedBy: 'google',
    })
  })

  it('docs/wire 3.4: GitHub: the catalogue', () => {
    const entry = {
      id: 'maker/m',
      name: 'M',
      publisher: 'Maker',
      limits: { max_input_tokens: 128_000, max_output_tokens: 16_384 },
      capabilities: ['streaming', 'tool-calling'],
      supported_input_modalities: ['text', 'image'],
      supported_output_modalities: ['text'],
    }
    expect(parseModels([entry])).toEqual([
      {
        id: 'maker/m',
        name: 'M',
        ownedBy: 'Maker',
        contextLength: 128_000,
        maxOutputTokens: 16_384,
        kind: 'chat',
        capabilities: { input: ['text', 'image'], output: ['text'], tools: true, reasoning: false },
      },
    ])
  })

  it('docs/wire 3.4: Anthropic: names and dates', () => {
    const entry = { type: 'model', id: 'c', display_name: 'C', created_at: '2025-02-19T00:00:00Z' }
    expect(parseModels({ data: [entry], has_more: false })).toEqual([
      { id: 'c', name: 'C', created: Date.UTC(2025, 1, 19) },
    ])
  })

  it.each([
    ['text-embedding-3-small', 'embedding'],
    ['nomic-embed-text:latest', 'embedding'],
    ['BAAI/bge-m3', 'embedding'],
    ['whisper-large-v3', 'other'],
    ['gpt-4o-mini-tts', 'other'],
    ['dall-e-3', 'other'],
    ['omni-moderation-latest', 'other'],
    ['imagen-4.0-generate-001', 'other'],
    ['gpt-4o', undefined],
    ['llama-3.3-70b-versatile', undefined],
    ['ttsy-chat', undefined],
  ])('docs/wire 3.4: %s, of which nothing is said, is kept and marked as %s', (id, kind) => {
    expect(one({ id })).toEqual(kind ? { id, kind } : { id })
  })

  it('of the wrong kind is not believed', () => {
    const nonsense = {
      context_length: 'many',
      created: 'never',
      aliases: 'a',
      capabilities: 7,
      pricing: [],
      providers: {},
    }
    expect(one({ id: 'm', name: '', ...nonsense, architecture: null, max_completion_tokens: -1 })).toEqual({
      id: 'm',
    })
    expect(one({ id: 'm', context_length: 0, max_model_len: '4096' })?.contextLength).toBe(4096)
  })
})
