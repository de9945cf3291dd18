import { createEndpointMemory } from '@antiphon/core/provider'
import { checkEndpoint, explainSilence, findLocalEndpoints } from '@antiphon/providers'
import { describe, expect, it } from 'vitest'
import { begin, chunk, refuses, says, serve, type Answer } from './local-server.js'

interface Server {
  models?: Answer
  stream?: Answer
  stop?: Answer
  tools?: Answer
}

const list: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"data":[{"id":"embed-small"},{"id":"tiny"}]}')
}
const usage = `data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2,"total_tokens":11}}\n\n`
const thinks: Answer = (response) => {
  begin(response)
  response.write(chunk({ reasoning_content: 'They want one word.' }))
  response.write(chunk({ content: 'ready' }))
  response.end(`${chunk({}, 'stop')}${usage}data: [DONE]\n\n`)
}
/** Writes until the client hangs up. */
const counts: Answer = (response) => {
  begin(response)
  const timer = setInterval(() => response.write(chunk({ content: 'one\n' })), 5)
  response.on('close', () => clearInterval(timer))
}
const calls: Answer = (response) => {
  begin(response)
  const call = { index: 0, id: 'c1', function: { name: 'get_weather', arguments: '{"city":"Lisbon"}' } }
  response.end(`${chunk({ tool_calls: [call] })}${chunk({}, 'tool_calls')}data: [DONE]\n\n`)
}

const run = async (
  { models = list, stream = thinks, stop = counts, tools = calls }: Server,
  apiKey?: string,
) => {
  const server = await serve((response, request) => {
    if (request.path.endsWith('/models')) return models(response, request)
    const asked = JSON.stringify(request.body.messages)
    const answer = asked.includes('ready') ? stream : asked.includes('Count') ? stop : tools
    return answer(response, request)
  })
  const told: string[] = []
  const checks = await checkEndpoint(
    { baseUrl: server.baseUrl, ...(apiKey ? { apiKey } : {}) },
    {
      memory: createEndpointMemory(),
      pageOrigin: 'http://page.test',
      onCheck: ({ name }) => told.push(name),
    },
  )
  expect(told).toEqual(checks.map(({ name }) => name))
  return { ...server, checks, of: (name: string) => checks.find((check) => check.name === name)! }
}
const states = (checks: readonly { name: string; state: string }[]) =>
  checks.map(({ name, state }) => `${name} ${state}`)

describe('checkEndpoint', () => {
  it('passes a server that can do everything, with what was seen of each', async () => {
    const { checks, of, requests } = await run({}, 'sk-test')
    expect(states(checks)).toEqual([
      'models pass',
      'cors pass',
      'stream pass',
      'usage pass',
      'reasoning pass',
      'stop pass',
      'tools pass',
    ])
    expect(of('models').seen).toBe('2 models.')
    expect(of('usage').seen).toBe('9 tokens in, 2 out.')
    expect(of('reasoning').seen).toBe('Thoughts come in reasoning_content.')
    // The first of the list that is for chats.
    expect(requests.at(-1)!.body['model']).toBe('tiny')
    expect(requests.find(({ body }) => JSON.stringify(body).includes('Count'))?.aborted).toBe(true)
  })

  it('says that a refused option is left out from here on', async () => {
    const { of, checks } = await run({
      stream: (response, request) =>
        request.body['stream_options']
          ? refuses(400, { message: 'Unknown parameter: stream_options', param: 'stream_options' })(
              response,
              request,
            )
          : says('ready')(response, request),
    })
    expect(states(checks)).toContain('usage note')
    expect(of('usage').seen).toContain('refused stream_options')
    expect(of('usage').fix).toContain('left out from here on')
  })

  it('names the key when it is refused, and looks at nothing that needs an answer', async () => {
    const refuse = refuses(401, { message: 'Incorrect API key provided' })
    const { checks, of } = await run({ models: refuse, stream: refuse }, 'sk-wrong')
    expect(states(checks)).toEqual([
      'models fail',
      'cors pass',
      'stream fail',
      'usage skipped',
      'reasoning skipped',
      'stop skipped',
      'tools skipped',
    ])
    expect(of('stream')).toMatchObject({
      error: { kind: 'auth' },
      fix: expect.stringContaining('Check the key'),
    })
  })

  it('says of an address that has its /v1 what to check, and not to add another', async () => {
    const { of } = await run({ stream: refuses(404, '') })
    expect(of('stream').seen).toMatch(/answered 404 Not Found with an empty body\.$/)
    expect(of('stream').fix).toBe('Check the base URL and the id of the model.')
  })

  it('works without a list of models, and says so', async () => {
    const { checks, of } = await run({ models: refuses(404, { message: 'no such route' }) })
    expect(of('models')).toMatchObject({ state: 'note', seen: 'This server lists no models.' })
    expect(of('models')).not.toHaveProperty('error')
    expect(states(checks)).toContain('stream pass')
  })

  it('tells a whole answer, one in one piece, words instead of a call, and an answer too short to stop', async () => {
    const whole: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"choices":[{"message":{"role":"assistant","content":"ready"},"finish_reason":"stop"}]}')
    }
    const { checks, of } = await run({ stream: whole, stop: says('No.'), tools: says('It is sunny.') })
    expect(states(checks)).toEqual([
      'models pass',
      'cors pass',
      'stream note',
      'usage note',
      'reasoning note',
      expect.stringMatching(/^stop (note|pass)$/),
      'tools note',
    ])
    expect(of('stream').seen).toContain('came at once, as application/json')
    const long = 'word '.repeat(40)
    const buffered = await run({
      stream: (response) =>
        void begin(response).end(`${chunk({ content: long })}${chunk({}, 'stop')}data: [DONE]\n\n`),
    })
    expect(buffered.of('stream').fix).toContain('proxy_buffering off')
  })

  it('names the option for tools of a server that refuses them', async () => {
    const { of } = await run({
      tools: refuses(400, { message: '"auto" tool choice requires --enable-auto-tool-choice' }),
    })
    expect(of('tools')).toMatchObject({ state: 'fail', seen: expect.stringContaining('tool choice') })
    expect(of('tools').fix).toContain('model that can call tools')
  })

  it('tells a server that is not there from one that does not let the page in', async () => {
    const blocked: typeof fetch = async (_, init) => {
      if (init?.mode === 'no-cors') return new Response()
      throw new TypeError('Failed to fetch')
    }
    const down: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    const about = { baseUrl: 'http://localhost:11434' }
    const page = { pageOrigin: 'https://chat.example.com' }
    const first = await checkEndpoint(about, { ...page, fetch: blocked })
    expect(first[0]).toMatchObject({ state: 'fail', fix: expect.stringContaining('OLLAMA_ORIGINS') })
    expect(first[0]!.fix).toContain('https://chat.example.com')
    // One cause is one failure.
    expect(states(first).slice(1)).toEqual(
      ['cors', 'stream', 'usage', 'reasoning', 'stop', 'tools'].map((name) => `${name} skipped`),
    )
    const second = await checkEndpoint(about, { ...page, fetch: down })
    expect(second[0]).toMatchObject({
      fix: 'Nothing listens at localhost:11434. Start Ollama, or check that 11434 is its port.',
    })
    const third = await checkEndpoint({ baseUrl: 'http://llm.example.com' }, { ...page, fetch: blocked })
    expect(third[0]!.fix).toContain('do not let such a page call http://llm.example.com')
  })
})

describe('explainSilence', () => {
  it('asks once, without data of the user, and says why there is no answer', async () => {
    const asked: (RequestInit | undefined)[] = []
    const fetch = async (_: unknown, init?: RequestInit) => (asked.push(init), new Response())
    expect(await explainSilence('localhost:11434', { fetch, pageOrigin: 'http://localhost:5173' })).toEqual({
      why: 'not-allowed',
      seen: 'A server answers at localhost:11434, and does not let this page read it.',
      fix: expect.stringContaining('OLLAMA_ORIGINS'),
    })
    expect(asked).toMatchObject([{ mode: 'no-cors', credentials: 'omit' }])
    expect(asked[0]).not.toHaveProperty('headers')
  })

  it('says nothing about a server when it is stopped, and nothing of what is no address', async () => {
    const stop = new AbortController()
    const fetch = () => (stop.abort(), Promise.reject(new TypeError('Failed to fetch')))
    const stopped = explainSilence('http://localhost:1234/v1', { fetch, signal: stop.signal })
    await expect(stopped).rejects.toThrow('aborted')
    await expect(explainSilence('ftp://files.example')).rejects.toThrow(TypeError)
  })
})

describe('findLocalEndpoints', () => {
  it('finds who answers at the usual ports, and who answers and does not let the page in', async () => {
    const ports: Record<string, 'open' | 'closed'> = { 11434: 'open', 1234: 'closed' }
    const asked: string[] = []
    const network: typeof fetch = async (input, init) => {
      const { port } = new URL(String(input))
      asked.push(port)
      if (ports[port] === 'open') return Response.json({ data: [{ id: 'qwen3' }] })
      if (ports[port] === 'closed' && init?.mode === 'no-cors') return new Response()
      throw new TypeError('Failed to fetch')
    }
    const found = await findLocalEndpoints({ fetch: network, pageOrigin: 'http://page.test' })
    expect(found).toEqual([
      {
        profile: 'ollama',
        name: 'Ollama',
        baseUrl: 'http://localhost:11434/v1',
        models: [expect.objectContaining({ id: 'qwen3' })],
      },
      {
        profile: 'lm-studio',
        name: 'LM Studio',
        baseUrl: 'http://localhost:1234/v1',
        fix: expect.stringContaining('Enable CORS'),
      },
    ])
    expect(asked).toEqual(expect.arrayContaining(['11434', '1234', '8080', '8000']))
  })
})
