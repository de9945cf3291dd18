import { callsOf, isFields, listOf, type StrictRule } from './strict-request.js'

/** Fields that every server takes. */
const CORE = [
  'model',
  'messages',
  'stream',
  'tools',
  'tool_choice',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'seed',
]

/** No body field but the core and those named (docs/wire 0.1, 1.1). */
export function knownFields(say: (key: string) => string, ...more: string[]): StrictRule {
  return ({ body }) => {
    const key = Object.keys(body).find((one) => !CORE.includes(one) && !more.includes(one))
    return key === undefined ? undefined : { message: say(key), loc: [key], code: 'unknown_parameter' }
  }
}

/** A field that is refused whatever its value. */
export function noField(key: string, message: string, code = 'unsupported_parameter'): StrictRule {
  return ({ body }) => (key in body ? { message, loc: [key], code } : undefined)
}

/** A field that takes only some values. */
export function onlyValues(
  key: string,
  values: readonly unknown[],
  say: (value: string) => string,
): StrictRule {
  return ({ body }) =>
    !(key in body) || values.includes(body[key]) ? undefined : { message: say(String(body[key])), loc: [key] }
}

/** `tools: []` (docs/wire 1.1). */
export const noEmptyTools: StrictRule = ({ body }) =>
  Array.isArray(body['tools']) && body['tools'].length === 0
    ? {
        message:
          "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        loc: ['tools'],
        code: 'empty_array',
      }
    : undefined

/** `tools`, empty or not, once the thread has calls (LiteLLM, docs/wire 1.1). */
export const toolsWithHistory: StrictRule = ({ body, messages }) =>
  !Array.isArray(body['tools']) && callsOf(messages).length > 0
    ? {
        message:
          'litellm.UnsupportedParamsError: Anthropic expects the `tools=` param to be passed in. Set `litellm.modify_params = True`',
      }
    : undefined

/** A header with the key or another one that a server insists on (docs/wire 3.3, 6). */
export function needsHeader(name: string, value: string | undefined, message: string): StrictRule {
  return ({ headers }) =>
    (value === undefined ? headers[name] : headers[name] === value) ? undefined : { message, status: 401 }
}

/** The first call of each turn is signed, by its maker or with the placeholder of the provider (Gemini, docs/wire 5). */
export const callsAreSigned: StrictRule = ({ messages }) => {
  const at = messages.findIndex(({ tool_calls }) => {
    const first = listOf(tool_calls)[0]
    const extra = first && isFields(first['extra_content']) ? first['extra_content']['google'] : undefined
    return first !== undefined && !(isFields(extra) && extra['thought_signature'])
  })
  return at < 0
    ? undefined
    : {
        message: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly. Position ${at}.`,
      }
}

/** Thoughts that go back as details or blocks are signed, and none twice (docs/wire 2.4). */
export const thoughtsAreSigned: StrictRule = ({ messages }) => {
  const entries = messages.flatMap((message) => [
    ...listOf(message['reasoning_details']),
    ...listOf(message['thinking_blocks']),
  ])
  if (entries.some(({ type, signature }) => type !== 'reasoning.encrypted' && !signature))
    return { message: 'messages.1.content.0.thinking.signature: Field required' }
  const texts = entries.map(({ text, thinking }) => text ?? thinking)
  return new Set(texts).size < texts.length ? { message: 'Duplicate item found with id rs_1' } : undefined
}
