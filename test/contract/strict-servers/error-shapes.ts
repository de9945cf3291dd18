import type { StrictFamily } from './strict-request.js'

type Shape = StrictFamily['shape']

/** `messages[3].reasoning_content`. */
const param = (loc: readonly (string | number)[] = []): string | null =>
  loc
    .filter((step) => step !== 'assistant' && step !== 'tool' && step !== 'user')
    .reduce<string>(
      (path, step) => path + (typeof step === 'number' ? `[${step}]` : path ? `.${step}` : step),
      '',
    ) || null

/** The bodies of docs/wire 3.1, by the first family that is known for them. */
export const errorShapes = {
  openai: ({ message, loc, code }) => ({
    error: { message, type: 'invalid_request_error', param: param(loc), code: code ?? null },
  }),
  llamaCpp: ({ message, status }) => ({ error: { code: status, message, type: 'invalid_request_error' } }),
  vllm: ({ message, status }) => ({ error: { message, type: 'BadRequestError', param: null, code: status } }),
  oldVllm: ({ message, status }) => ({
    object: 'error',
    message,
    type: 'BadRequestError',
    param: null,
    code: status,
  }),
  gemini: ({ message, status }) => [{ error: { code: status, message, status: 'INVALID_ARGUMENT' } }],
  cerebras: ({ message, loc }) => ({
    message,
    type: 'invalid_request_error',
    param: loc?.at(-1) ?? null,
    code: 'wrong_api_format',
  }),
  mistral: ({ message, loc, code }) =>
    loc
      ? {
          object: 'error',
          message: { detail: [{ type: 'extra_forbidden', loc: ['body', ...loc], msg: message, input: '…' }] },
          type: 'invalid_request_error',
          param: null,
          code: null,
        }
      : { object: 'error', message, type: 'invalid_request_error', param: null, code: code ?? null },
  nvidia: ({ message, loc = [] }) => ({
    error: `[{'type': 'extra_forbidden', 'loc': (${['body', ...loc].map((step) => (typeof step === 'number' ? step : `'${step}'`)).join(', ')}), 'msg': '${message}'}]`,
  }),
  xai: ({ message }) => ({ code: 'Client specified an invalid argument', error: message }),
  dashScope: ({ message }) => ({
    error: { code: 'invalid_parameter_error', param: null, message, type: 'invalid_request_error' },
    id: 'chatcmpl-1',
    request_id: 'r-1',
  }),
  miniMax: ({ message, status }) => ({
    type: 'error',
    error: { type: 'bad_request_error', message, http_code: String(status) },
    request_id: 'r-1',
  }),
  openRouter: ({ message, status }) => ({
    error: {
      message: 'Provider returned error',
      code: status,
      metadata: { raw: message, provider_name: 'Anthropic' },
    },
    user_id: 'u-1',
  }),
  cloudflare: ({ message }) => ({
    errors: [{ code: 5006, message }],
    success: false,
    result: null,
    messages: [],
  }),
  text: ({ message }) => ({ error: message }),
} satisfies Record<string, Shape>
