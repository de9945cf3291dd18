import { describe, expect, test } from 'vitest'
import type { ChatErrorData } from './chat-error.js'
import { extractError, type ErrorContext } from './extract-error.js'

/** The same body as another server or gateway would write it: with keys in another order, a key of its own at each level, as text. */
function writings(body: object): unknown[] {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, one]) => [key, change(one)])
    return Object.fromEntries([['x_trace', { id: 7 }], ...entries.toReversed()])
  }
  const changed = change(body)
  return [
    changed,
    JSON.stringify(body),
    JSON.stringify(changed, null, 2),
    `\uFEFF\n${JSON.stringify(body)}\r\n`,
  ]
}

type Row = [who: string, body: unknown, context: ErrorContext, expected: Partial<ChatErrorData>]

describe('one message from every error body (docs/wire 3.1)', () => {
  const rows: Row[] = [
    [
      'OpenAI',
      { error: { message: 'Bad thing', type: 'invalid_request_error', param: 'messages', code: null } },
      { status: 400 },
      {
        kind: 'invalid_request',
        message: 'Bad thing',
        type: 'invalid_request_error',
        field: 'messages',
        status: 400,
      },
    ],
    [
      'OpenRouter: the upstream words are appended',
      {
        error: {
          code: 502,
          message: 'Provider returned error',
          metadata: { provider_name: 'P', raw: 'it broke' },
        },
        user_id: 'u',
      },
      { status: 502 },
      { kind: 'provider', message: 'Provider returned error (P: it broke)', code: '502' },
    ],
    [
      'llama.cpp, HTTP 200: status of the body',
      {
        error: {
          code: 400,
          message: 'exceeds',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9,
          n_ctx: 8,
        },
      },
      { status: 200 },
      { kind: 'context_overflow', status: 400, tokens: { used: 9, max: 8 } },
    ],
    [
      'Gemini: array, status word, retry delay',
      [
        {
          error: {
            code: 429,
            message: 'Quota',
            status: 'RESOURCE_EXHAUSTED',
            details: [{ retryDelay: '1.5s' }],
          },
        },
      ],
      { status: 429 },
      { kind: 'rate_limit', message: 'Quota', type: 'RESOURCE_EXHAUSTED', retryAfterMs: 1500 },
    ],
    [
      'Cerebras: no wrapper',
      { message: 'Incorrect request', type: 'invalid_request_error', param: null, code: 'wrong_api_format' },
      { status: 400 },
      { kind: 'invalid_request', message: 'Incorrect request', code: 'wrong_api_format' },
    ],
    [
      'Mistral: object error with a detail list inside message',
      {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'messages', 1, 'assistant', 'reasoning_content'],
              msg: 'Extra inputs are not permitted',
            },
          ],
        },
        type: 'invalid_request_error',
      },
      { status: 422 },
      {
        kind: 'unsupported_field',
        field: 'reasoning_content',
        message: 'body.messages.1.assistant.reasoning_content: Extra inputs are not permitted',
      },
    ],
    [
      'FastAPI: detail list, several lines',
      {
        detail: [
          { loc: ['body', 'top_k'], msg: 'Input should be a number', type: 'int' },
          { loc: ['body', 'n'], msg: 'too big', type: 'x' },
        ],
      },
      { status: 422 },
      { kind: 'invalid_request', message: 'body.top_k: Input should be a number; body.n: too big' },
    ],
    [
      'FastAPI: detail text',
      { detail: 'Invalid API Key' },
      { status: 401 },
      { kind: 'auth', message: 'Invalid API Key' },
    ],
    [
      'NIM: problem details',
      {
        type: 'urn:x:problem-details:bad-request',
        title: 'Bad Request',
        status: 400,
        detail: 'Model is asleep',
        requestId: 'r-1',
      },
      { status: 400 },
      { kind: 'invalid_request', message: 'Model is asleep', requestId: 'r-1' },
    ],
    [
      'NIM: python repr in a string',
      {
        error:
          "[{'type': 'extra_forbidden', 'loc': ('body', 'enable_thinking'), 'msg': 'Extra inputs are not permitted', 'input': True}]",
      },
      { status: 422 },
      { kind: 'unsupported_field', field: 'enable_thinking' },
    ],
    [
      'NIM gateway',
      { message: 'no body', type: 'Bad Request', code: 400 },
      { status: 400 },
      { kind: 'invalid_request', message: 'no body' },
    ],
    [
      'xAI: code and text',
      { code: 'The caller is not allowed', error: 'No access' },
      { status: 403 },
      { kind: 'auth', message: 'No access', code: 'The caller is not allowed' },
    ],
    [
      'Ollama: plain text',
      { error: "model 'x' not found" },
      { status: 404 },
      { kind: 'not_found', message: "model 'x' not found" },
    ],
    [
      'DashScope: request id beside the error',
      {
        error: {
          code: 'invalid_parameter_error',
          param: null,
          message: 'Nope',
          type: 'invalid_request_error',
        },
        id: 'c',
        request_id: 'rq-9',
      },
      { status: 400 },
      { kind: 'invalid_request', requestId: 'rq-9' },
    ],
    [
      'MiniMax: type error, http_code',
      {
        type: 'error',
        error: { type: 'authorized_error', message: 'login fail', http_code: '401' },
        request_id: 'm',
      },
      { status: 200 },
      { kind: 'auth', status: 401, type: 'authorized_error' },
    ],
    [
      'MiniMax: base_resp',
      { base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      {},
      { kind: 'billing', code: '1008' },
    ],
    [
      'Cloudflare: errors list',
      { errors: [{ code: 7003, message: 'No route' }], success: false, result: null },
      { status: 404 },
      { kind: 'not_found', message: 'No route', code: '7003' },
    ],
    [
      'TGI: error_type',
      { error: 'Input validation error: `inputs` must have less', error_type: 'validation' },
      { status: 422 },
      { type: 'validation' },
    ],
    [
      'LM Studio: message beside error',
      { error: { message: 'Compute error.' }, message: 'ignored' },
      {},
      { kind: 'provider', message: 'Compute error.' },
    ],
    [
      'Anthropic style',
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { status: 529 },
      { kind: 'overloaded' },
    ],
    [
      'text',
      'upstream connect error',
      { status: 503 },
      { kind: 'overloaded', message: 'upstream connect error' },
    ],
    [
      'HTML',
      '<html><head><title>502</title></head><body><h1>Bad gateway</h1></body></html>',
      { status: 502 },
      { kind: 'provider', message: '502 Bad gateway' },
    ],
    [
      'HTML that says its title again',
      '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1><p>Gone.</p></body></html>',
      { status: 404 },
      { kind: 'not_found', message: 'Not Found Gone.' },
    ],
    [
      'complaints by field',
      { title: 'One or more validation errors occurred.', errors: { Name: ['is too long', 'is taken'] } },
      { status: 400 },
      { kind: 'invalid_request', message: 'Name: is too long; is taken' },
    ],
    [
      'an event',
      'event: error\ndata: {"error":{"message":"x"}}\n\n',
      { status: 500 },
      { kind: 'provider', message: 'x' },
    ],
  ]
  test.each(rows)('%s', (_who, body, context, expected) => {
    expect(extractError(body, context)).toMatchObject(expected)
    if (typeof body !== 'object' || body === null) return
    for (const other of writings(body)) expect(extractError(other, context)).toMatchObject(expected)
  })

  const why = 'The plan allows 3 chats'
  const holders: Record<string, (words: unknown) => object> = {
    message: (words) => ({ message: words }),
    'a list of messages': (words) => ({ message: [words] }),
    'error.message': (words) => ({ error: { message: words } }),
    'error.error.message': (words) => ({ error: { error: { message: words } } }),
    'error.details[].message': (words) => ({ error: { message: '', details: [{ message: words }] } }),
    error_description: (words) => ({ error: 'invalid_grant', error_description: words }),
    description: (words) => ({ description: words }),
    detail: (words) => ({ title: 'Bad Request', detail: words }),
    'errors[]': (words) => ({ errors: [words] }),
    'errors[].detail': (words) => ({ errors: [{ title: 'Bad Request', detail: words }] }),
    'fault.faultstring': (words) => ({ fault: { faultstring: words } }),
    'errors[].defaultMessage': (words) => ({ message: '', errors: [{ defaultMessage: words }] }),
    'issues[].message': (words) => ({ issues: [{ path: [], message: words }] }),
    'the data of JSON-RPC': (words) => ({ error: { code: -32602, message: '', data: { reason: words } } }),
    'data.message': (words) => ({ data: { message: words } }),
    'response.message': (words) => ({ response: { message: words } }),
    'message.text': (words) => ({ error: { message: { text: words } } }),
    'Error.Message': (words) => ({ Error: { Message: words } }),
    error_msg: (words) => ({ error_msg: words, error_code: 17 }),
    errorDescription: (words) => ({ errorDescription: words }),
    statusMessage: (words) => ({ statusMessage: words }),
    non_field_errors: (words) => ({ non_field_errors: [words] }),
    messages: (words) => ({ messages: [words] }),
    err: (words) => ({ err: words }),
    exception: (words) => ({ exception: words }),
    'JSON in message': (words) => ({ message: JSON.stringify({ error: { message: words } }) }),
  }
  const besides: object[] = [
    {},
    { statusCode: 400, error: 'Bad Request' },
    { error: 'invalid_request', status: 400 },
    { timestamp: '2026-11-28T20:44:01Z', status: 500, error: 'Internal Server Error', path: '/v1' },
    { code: 'E_LIMIT', title: 'Unprocessable Entity' },
  ]
  test.each(Object.entries(holders))('the reason, not the name of the status: in %s', (_place, hold) => {
    for (const beside of besides)
      for (const body of writings({ ...beside, ...hold(why) }))
        expect(extractError(body, { status: 400 }).message).toBe(why)
    // Alone, words that name a status are all that there is.
    expect(extractError(hold('Bad Request'), { status: 400 }).message).toBe('Bad Request')
  })

  const spoken = 'The model is asleep'
  test.each<[string, unknown, said?: string]>([
    ['Django REST', { model: [spoken], stop: ['x'] }, `model: ${spoken}; stop: x`],
    ['Django REST, nested', { messages: [{}, { content: [spoken] }] }, `content: ${spoken}`],
    ['Django REST, a list of objects', { items: [{}, { model: [spoken] }] }, `model: ${spoken}`],
    ['a text by field', { model: spoken, created_at: 'Mon 3 May' }, `model: ${spoken}`],
    ['Flask-RESTX', { message: { model: spoken } }, `model: ${spoken}`],
    [
      'Symfony',
      { title: 'Unprocessable Entity', status: 422, violations: [{ field: 'm', message: spoken }] },
    ],
    ['Quarkus', { title: 'Constraint Violation', violations: [{ field: 'm', message: spoken }] }],
    ['problem+json', { detail: 'Invalid request content.', 'invalid-params': [{ reason: spoken }] }],
    ['Micronaut', { message: 'Bad Request', _links: {}, _embedded: { errors: [{ message: spoken }] } }],
    ['tRPC', { error: { json: { message: spoken, code: -32600, data: { code: 'BAD_REQUEST' } } } }],
    ['Azure', { error: { code: 'BadRequest', message: '', innererror: { message: spoken } } }],
    ['Bedrock', { Output: { __type: 'x#UnknownOperationException', message: spoken }, Version: '1.0' }],
    ['Ory', { error: { code: 403, status: 'Forbidden', reason: spoken, message: 'Access denied' } }],
    [
      'gRPC gateway',
      {
        code: 3,
        message: 'invalid',
        details: [{ '@type': 'x', fieldViolations: [{ description: spoken }] }],
      },
    ],
    [
      'a body with the request in it',
      { error: 'Bad Request', request: { messages: ['mine'] } },
      'Bad Request',
    ],
  ])('the words of %s', (_from, body, said = spoken) => {
    expect(extractError(body, { status: 400 }).message).toBe(said)
  })

  test.each<[unknown, ErrorContext, RegExp]>([
    [
      '',
      { status: 400, statusText: 'Bad Request', host: 'api.example' },
      /api\.example answered 400 Bad Request/,
    ],
    ['', { status: 401 }, /API key/],
    ['  \n', { status: 404 }, /an empty body\. The base URL often ends in \/v1\.$/],
    ['', { status: 404, isVersioned: true }, /answered 404 with an empty body\.$/],
    [{}, { status: 500 }, /answered 500/],
    [null, {}, /without saying/],
    [{ error: { message: '' } }, {}, /\S/],
    [undefined, {}, /without saying/],
    [{ error: true }, {}, /\S/],
  ])('never an empty message: %j %j', (body, context, words) => {
    expect(extractError(body, context).message).toMatch(words)
  })

  test('a long page is quoted in at most 500 characters, the body kept up to 16 kB', () => {
    const data = extractError(`<p>${'word '.repeat(9000)}</p>`, { status: 500 })
    expect(data.message.length).toBeLessThanOrEqual(500)
    expect(data.raw?.length).toBe(16_384)
  })

  test('keys that the server repeats are masked in message and raw', () => {
    const key = `sk-${'a1B2'.repeat(8)}`
    const data = extractError(
      { error: { message: `Received API Key = ${key}, Authorization: Bearer ${key}` } },
      { status: 401 },
    )
    expect(JSON.stringify(data)).not.toContain(key)
    expect(data.message).toContain('sk-[hidden]')
  })

  test('host, model, request id and time are noted', () => {
    const headers = new Headers({ 'x-request-id': 'req_7', 'retry-after': '2' })
    expect(extractError('slow down', { status: 429, headers, host: 'h', model: 'm', now: () => 5 })).toEqual({
      kind: 'rate_limit',
      message: 'slow down',
      status: 429,
      requestId: 'req_7',
      retryAfterMs: 2000,
      occurredAt: 5,
      host: 'h',
      model: 'm',
      raw: 'slow down',
    })
  })

  test('bottomless nesting, cycles and 100 kB of brackets do not break it', () => {
    const cycle: Record<string, unknown> = {}
    cycle.error = cycle
    expect(extractError(cycle).message).not.toBe('')
    expect(extractError('{"error":'.repeat(20_000)).message).not.toBe('')
    expect(extractError('<'.repeat(100_000), { status: 500 }).message).not.toBe('')
  })
})
