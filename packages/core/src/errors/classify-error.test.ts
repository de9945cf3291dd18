import { describe, expect, test } from 'vitest'
import { classifyError, type ErrorFacts } from './classify-error.js'
import { extractError } from './extract-error.js'

describe('the kind of a failure (docs/wire 3.2)', () => {
  test.each<[ErrorFacts, string]>([
    [{ status: 401 }, 'auth'],
    [{ status: 403, message: 'missing browser header' }, 'auth'],
    [{ status: 403, message: 'Your input was flagged by moderation' }, 'content_filter'],
    [{ status: 402 }, 'billing'],
    [{ status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota' }, 'billing'],
    [{ status: 429, message: 'Too many tokens per minute' }, 'rate_limit'],
    [{ status: 429 }, 'rate_limit'],
    [{ status: 404, message: 'nginx' }, 'not_found'],
    [{ status: 400, code: 'model_not_found' }, 'not_found'],
    [{ status: 413 }, 'invalid_request'],
    [{ status: 413, message: 'Das ist zu groß: höchstens 1 MB.' }, 'invalid_request'],
    [{ status: 413, message: '413 Request Entity Too Large nginx' }, 'invalid_request'],
    [
      { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' },
      'invalid_request',
    ],
    [{ status: 413, type: 'tokens', code: 'rate_limit_exceeded', message: 'Limit 6000' }, 'context_overflow'],
    [{ status: 413, message: 'Max size: 8000 tokens.' }, 'context_overflow'],
    [{ status: 413, code: 'tokens_limit_reached' }, 'context_overflow'],
    [{ status: 400, code: 'context_length_exceeded' }, 'context_overflow'],
    [{ status: 400, message: 'prompt is too long: 3 tokens > 2 maximum' }, 'context_overflow'],
    [{ status: 400, message: 'the request exceeds the available context size' }, 'context_overflow'],
    [{ status: 400, message: 'n_ctx is 4096' }, 'context_overflow'],
    [{ status: 400, code: 'content_filter' }, 'content_filter'],
    [{ status: 400, code: 'data_inspection_failed' }, 'content_filter'],
    [{ status: 498 }, 'overloaded'],
    [{ status: 503 }, 'overloaded'],
    [{ status: 529 }, 'overloaded'],
    [{ status: 200, type: 'overloaded_error' }, 'overloaded'],
    [{ status: 408 }, 'timeout'],
    [{ status: 504 }, 'timeout'],
    [{ status: 500 }, 'provider'],
    [{ status: 502 }, 'provider'],
    [{ status: 400, code: 'tool_use_failed' }, 'provider'],
    [{ status: 400, message: 'messages must not be empty' }, 'invalid_request'],
    [{ status: 409 }, 'invalid_request'],
    [{ message: 'Rate limit reached for model' }, 'rate_limit'],
    [{}, 'provider'],
  ])('%j is %s', (facts, kind) => expect(classifyError(facts).kind).toBe(kind))

  test.each([
    'context_length_exceeded',
    "This model's maximum context length is 8192 tokens",
    'exceed_context_size_error',
    'prompt is too long',
    'input is too long',
    'too many tokens',
    'n_ctx is too small',
  ])('400 with the words %j is context_overflow', (message) =>
    expect(classifyError({ status: 400, message }).kind).toBe('context_overflow'),
  )

  test.each<[string, string, Partial<ErrorFacts>]>([
    [
      'OpenAI',
      'max_tokens',
      {
        code: 'unsupported_parameter',
        param: 'max_tokens',
        message: "Unsupported parameter: 'max_tokens' is not supported with this model.",
      },
    ],
    ['OpenAI, old', 'foo', { message: 'Unrecognized request argument supplied: foo' }],
    [
      'OpenAI, value',
      'temperature',
      {
        code: 'unsupported_value',
        param: 'temperature',
        message: "Unsupported value: 'temperature' does not support 0.5",
      },
    ],
    [
      'Groq',
      'reasoning_content',
      {
        message:
          "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      },
    ],
    [
      'Cerebras, whose param is only where it is',
      'reasoning_content',
      {
        code: 'wrong_api_format',
        param: 'messages',
        message: 'property `reasoning_content` is unsupported',
      },
    ],
    [
      'nothing but where it is',
      'messages',
      { code: 'unsupported_value', param: 'messages', message: 'not supported here' },
    ],
    [
      'Gemini',
      'frequency_penalty',
      { message: 'Invalid JSON payload received. Unknown name "frequency_penalty": Cannot find field.' },
    ],
    ['Go', 'reasoning', { message: 'json: unknown field "reasoning"' }],
    ['serde', 'stream_options', { message: 'unknown field `stream_options`, expected one of `model`' }],
    ['zod', 'store', { message: "Unrecognized key(s) in object: 'store'" }],
    [
      'python',
      'enable_thinking',
      { message: "create() got an unexpected keyword argument 'enable_thinking'" },
    ],
    [
      'additionalProperties',
      'tool_stream',
      { message: "Additional properties are not allowed ('tool_stream' was unexpected)" },
    ],
    [
      'text',
      'body.prompt_cache_key'.split('.')[1]!,
      { message: 'body.prompt_cache_key: Extra inputs are not permitted' },
    ],
  ])('%s: the field %s is named', (_who, field, facts) => {
    expect(classifyError({ status: 400, ...facts })).toEqual({ kind: 'unsupported_field', field })
  })

  test.each<[string, object]>([
    [
      "This model's maximum context length is 4,097 tokens. However, you requested 5,000 tokens",
      { used: 5000, max: 4097 },
    ],
    [
      'maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.',
      { used: 9000, max: 8192 },
    ],
    ['prompt is too long: 210000 tokens > 200000 maximum', { used: 210000, max: 200000 }],
    ['Request body too large for gpt-4o model. Max size: 8000 tokens.', { max: 8000 }],
    ['request (9000 tokens) exceeds the available context size (8192 tokens)', { used: 9000, max: 8192 }],
    ['context length exceeded', {}],
  ])('tokens in: %s', (message, tokens) => {
    const data = extractError({ error: { message } }, { status: message.startsWith('Request') ? 413 : 400 })
    expect(data.kind).toBe('context_overflow')
    expect(data.tokens ?? {}).toEqual(tokens)
  })
})
