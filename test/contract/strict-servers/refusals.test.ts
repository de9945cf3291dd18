import type { RequestParameters } from '@antiphon/core'
import { buildRequest } from '@antiphon/core/request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { richTranscript, TOOLS } from '../profiles/transcript.js'
import { startStrictServers, strictFamilies, type StrictServers } from './start-strict-servers.js'
import type { Fields } from './strict-request.js'

let servers: StrictServers
beforeAll(async () => {
  servers = await startStrictServers()
})
afterAll(() => servers.close())

/** The accepted request of a family, which each case below spoils in one place. */
function accepted(name: string): { headers: Record<string, string>; body: Fields & { messages: Fields[] } } {
  const { profile, model } = strictFamilies.find((one) => one.name === name)!
  const endpoint = { baseUrl: servers.url(name), apiKey: 'key', profile }
  const parameters: RequestParameters = { maxTokens: 512 }
  const messages = richTranscript(model, profile, 'reasoning_content')
  const { headers, body } = buildRequest(endpoint, { model, messages, tools: TOOLS, parameters })
  return { headers, body: body as Fields & { messages: Fields[] } }
}

async function send(name: string, headers: Record<string, string>, body: Fields) {
  const response = await fetch(`${servers.url(name)}/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

type Spoil = (body: Fields & { messages: Fields[] }, headers: Record<string, string>) => void

const set =
  (key: string, value: unknown): Spoil =>
  (body) => {
    body[key] = value
  }
/** Spoils the first message of a role for which `which` holds. */
const at =
  (role: string, spoil: (message: Fields) => void, which: (message: Fields) => boolean = () => true): Spoil =>
  ({ messages }) =>
    spoil(messages.find((message) => message['role'] === role && which(message))!)
const key = (role: string, name: string, value: unknown): Spoil =>
  at(role, (message) => {
    message[name] = value
  })
const call =
  (spoil: (call: Fields) => void): Spoil =>
  (body) =>
    at(
      'assistant',
      ({ tool_calls }) => spoil((tool_calls as Fields[])[0]!),
      ({ tool_calls }) => !!tool_calls,
    )(body, {})
const args = (text: string): Spoil =>
  call((one) => {
    ;(one['function'] as Fields)['arguments'] = text
  })
const add =
  (message: Fields): Spoil =>
  ({ messages }) => {
    messages.push(message)
  }
const insert =
  (place: number, message: Fields): Spoil =>
  ({ messages }) => {
    messages.splice(place, 0, message)
  }
const orphan = add({ role: 'tool', tool_call_id: 'nobody', content: 'x' })
const open: Spoil = ({ messages }) => messages.pop()
const late = add({ role: 'system', content: 'x' })
const empty = insert(2, { role: 'assistant', content: '' })
const answer = add({ role: 'assistant', content: 'And then' })
const id = (value: string): Spoil =>
  call((one) => {
    one['id'] = value
  })

/** Where the real one answers 400 or 422, so does the fake, in the same shape. */
const cases: [name: string, what: string, spoil: Spoil, said: RegExp, status?: number][] = [
  ['openai', 'max_tokens', set('max_tokens', 1), /"param":"max_tokens".*unsupported_parameter/],
  ['openai', 'temperature', set('temperature', 0.2), /unsupported_value/],
  ['openai', 'an unknown field', set('reasoning_format', 'raw'), /Unrecognized request argument/],
  ['openai', 'an effort it has no word for', set('reasoning_effort', 'max'), /reasoning_effort/],
  ['openai', 'tools: []', set('tools', []), /empty array/],
  [
    'openai',
    'thinking',
    key('assistant', 'reasoning_content', 'x'),
    /Unknown parameter: 'messages\[\d+\]\.reasoning_content'/,
  ],
  ['openai', 'a key of a vendor on a call', call((one) => (one['extra_content'] = {})), /extra_content/],
  ['openai', 'a long id', id('x'.repeat(41)), /string too long/],
  ['openai', 'a result without a call', orphan, /preceding message with 'tool_calls'/],
  ['openai', 'a call without a result', open, /must be followed by tool messages/],
  ['openai', 'an answer that says nothing', empty, /must not be empty/],
  ['openai-chat', 'an effort', set('reasoning_effort', 'low'), /Unrecognized request argument/],
  ['azure', 'a bearer key', (_, headers) => delete headers['api-key'], /Access denied/, 401],
  ['azure', 'thinking', key('assistant', 'reasoning', 'x'), /Unknown parameter/],
  ['github', 'thinking', key('assistant', 'reasoning', 'x'), /Unknown parameter/],
  [
    'anthropic',
    'a page without the header',
    (_, headers) => delete headers['anthropic-dangerous-direct-browser-access'],
    /direct-browser-access/,
    401,
  ],
  ['anthropic', 'an id with a dot', id('a.b'), /String should match pattern/],
  ['anthropic', 'an answer to go on from', answer, /must end with a user message/],
  [
    'gemini',
    'an unknown field',
    set('frequency_penalty', 1),
    /^\[\{"error".*Unknown name \\"frequency_penalty\\"/,
  ],
  [
    'gemini',
    'thinking',
    key('assistant', 'reasoning_content', 'x'),
    /Unknown name \\"reasoning_content\\" at 'messages/,
  ],
  ['gemini', 'a call without a signature', call((one) => delete one['extra_content']), /thought_signature/],
  [
    'openrouter',
    'an unsigned thought',
    key('assistant', 'reasoning_details', [{ type: 'reasoning.text', text: 'x' }]),
    /Provider returned error.*signature: Field required/,
  ],
  [
    'deepseek',
    'an answer without thinking',
    at(
      'assistant',
      (one) => delete one['reasoning_content'],
      ({ tool_calls }) => !tool_calls,
    ),
    /must be passed back/,
  ],
  ['deepseek', 'a required choice', set('tool_choice', 'required'), /does not support this tool_choice/],
  ['deepseek', 'a developer', key('system', 'role', 'developer'), /unknown variant `developer`/],
  ['deepseek-r1', 'thinking', key('assistant', 'reasoning_content', ''), /not supported in input/],
  [
    'moonshot',
    'a call without thinking',
    at('assistant', (one) => delete one['reasoning_content']),
    /reasoning_content is missing in assistant tool call message at index 2/,
  ],
  ['moonshot', 'a temperature', set('temperature', 0.2), /only 1 is allowed/],
  ['moonshot', 'a required choice', set('tool_choice', 'required'), /incompatible with thinking/],
  ['moonshot', 'an answer that says nothing', empty, /must not be empty/],
  [
    'groq',
    'reasoning_content',
    key('assistant', 'reasoning_content', 'x'),
    /property 'reasoning_content' is unsupported/,
  ],
  ['groq', 'an unknown field', set('store', false), /property 'store' is unsupported/],
  ['groq', 'an effort it has no word for', set('reasoning_effort', 'none'), /must be one of/],
  ['groq-qwen', 'an effort of other models', set('reasoning_effort', 'low'), /`none` or `default`/],
  [
    'cerebras',
    'reasoning_content',
    key('assistant', 'reasoning_content', 'x'),
    /^\{"message":.*wrong_api_format/,
  ],
  ['cerebras', 'parallel_tool_calls', set('parallel_tool_calls', true), /wrong_api_format/],
  ['cerebras', 'a switch it has not', set('disable_reasoning', true), /wrong_api_format/],
  ['cerebras-glm', 'reasoning_content', key('assistant', 'reasoning_content', 'x'), /wrong_api_format/],
  ['mistral', 'an unknown field', set('stream_options', {}), /extra_forbidden.*"body","stream_options"/, 422],
  [
    'mistral',
    'reasoning_content',
    key('assistant', 'reasoning_content', 'x'),
    /extra_forbidden.*"reasoning_content"/,
    422,
  ],
  ['mistral', 'a name on a user', key('user', 'name', 'x'), /extra_forbidden/, 422],
  ['mistral', 'required', set('tool_choice', 'required'), /'any'/],
  ['mistral', 'an id of ten', id('x'.repeat(10)), /length of 9.*3280/],
  [
    'mistral',
    'a user after a result',
    add({ role: 'user', content: 'x' }),
    /Unexpected role 'user' after role 'tool'/,
  ],
  ['mistral', 'an answer to go on from', answer, /prefix True/],
  ['minimax', 'a late system message', late, /"type":"error".*2013/],
  ['minimax', 'broken arguments', args('{"a":'), /json string \(2013\)/],
  ['minimax', 'a result without a call', orphan, /tool call id not found \(2013\)/],
  ['xai', 'an effort', set('reasoning_effort', 'low'), /"code":.*"error":"/],
  ['xai-reasoning', 'stop', set('stop', 'x'), /stop/],
  ['xai-reasoning', 'none', set('reasoning_effort', 'none'), /none/],
  [
    'nvidia',
    'an unknown field',
    set('reasoning', {}),
    /^\{"error":"\[\{'type': 'extra_forbidden', 'loc': \('body', 'reasoning'\)/,
  ],
  ['nvidia', 'reasoning_content', key('assistant', 'reasoning_content', 'x'), /extra_forbidden/],
  ['dashscope', 'thinking without a stream', set('stream', false), /must be set to false for non-streaming/],
  ['dashscope', 'a file', key('user', 'content', [{ type: 'file' }]), /Invalid value: file/],
  ['perplexity', 'tools', set('tools', TOOLS), /not supported/],
  ['fireworks', 'an effort it has no word for', set('reasoning_effort', 'minimal'), /reasoning_effort/],
  ['together', 'a developer', key('system', 'role', 'developer'), /developer/],
  ['cloudflare', 'a developer', key('system', 'role', 'developer'), /"errors":.*"success":false/],
  [
    'cloudflare-gateway',
    'a bearer key',
    (_, headers) => delete headers['cf-aig-authorization'],
    /Unauthorized/,
    401,
  ],
  ['vllm', 'a late system message', late, /must be at the beginning/],
  ['vllm', 'no arguments', args(''), /Expecting value/],
  [
    'vllm',
    'an image in a result',
    key('tool', 'content', [{ type: 'image_url', image_url: {} }]),
    /image_url/,
  ],
  ['vllm-gemma', 'two users in a row', insert(1, { role: 'user', content: 'x' }), /must alternate/],
  [
    'sglang',
    'a turn without the key content',
    at('assistant', (one) => delete one['content']),
    /content Field required/,
  ],
  ['llama-cpp', 'a call without a type', call((one) => delete one['type']), /tool call type/],
  ['llama-cpp', 'an answer to go on from', answer, /prefill is incompatible/],
  ['llama-cpp', 'a file', key('user', 'content', [{ type: 'file' }]), /content\[\]\.type/],
  ['ollama', 'broken arguments', args('{"a":'), /invalid tool call arguments/],
  [
    'ollama',
    'an image by its address',
    key('user', 'content', [{ type: 'image_url', image_url: { url: 'https://p.example/a.png' } }]),
    /invalid image input/,
  ],
  ['ollama', 'an answer of null', insert(2, { role: 'assistant', content: null }), /<nil>/],
  ['ollama', 'an effort it has no word for', set('reasoning_effort', 'minimal'), /invalid reasoning value/],
  ['litellm', 'calls without tools', (body) => delete body['tools'], /`tools=` param/],
  [
    'litellm',
    'an unsigned block',
    key('assistant', 'thinking_blocks', [{ type: 'thinking', thinking: 'x', signature: '' }]),
    /signature/,
  ],
  ['lm-studio', 'a late system message', late, /must be at the beginning/],
  ['featherless', 'a result without a call', orphan, /preceding message/],
  ['generic', 'tools: []', set('tools', []), /empty array/],
]

describe('docs/wire 1, 3.1, 5: a fake strict server refuses what the real one refuses', () => {
  it.each(cases)('%s: %s', async (name, _, spoil, said, status = 400) => {
    const { headers, body } = accepted(name)
    expect(await send(name, headers, body)).toMatchObject({ status: 200 })
    spoil(body, headers)
    expect(await send(name, headers, body)).toMatchObject({ status, text: expect.stringMatching(said) })
  })
})
