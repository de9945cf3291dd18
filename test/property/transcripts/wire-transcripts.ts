import fc from 'fast-check'
import {
  base64,
  flag,
  is,
  json,
  list,
  millis,
  nullable,
  object,
  record,
  text,
  word,
} from './arbitrary-json.js'

export const count = fc.nat(1000)
export const callText = fc.oneof(
  object.map((value) => JSON.stringify(value)),
  fc.constantFrom('{"a": 1}', '', '{"cut'),
)
const wireCall = record({
  id: word,
  type: is('function'),
  function: record({ name: word, arguments: callText }),
})
export const textPart = record({ type: is('text'), text })
export const imageUrl = record({
  type: is('image_url'),
  image_url: record(
    {
      url: fc.oneof(
        is('https://charts.example/a.png'),
        base64.map((data) => `data:image/png;base64,${data}`),
      ),
    },
    { detail: fc.constantFrom('auto', 'low', 'high') },
  ),
})
const wireParts = list(
  fc.oneof(
    textPart,
    imageUrl,
    record({
      type: is('input_audio'),
      input_audio: record({ data: base64, format: fc.constantFrom('wav', 'mp3') }),
    }),
    record({ type: is('file'), file: record({}, { file_data: text, filename: text, file_id: word }) }),
  ),
)
const detail = fc.oneof(
  record(
    { type: is('reasoning.text'), text },
    { signature: nullable(text), id: nullable(word), format: word, index: fc.nat(3) },
  ),
  record({ type: is('reasoning.summary'), summary: text }),
  record({ type: is('reasoning.encrypted'), data: base64 }, { id: word }),
)

const openAiMessage = fc.oneof(
  record({ role: fc.constantFrom('system', 'developer'), content: text }),
  record({ role: is('user'), content: fc.oneof(text, wireParts) }, { name: word }),
  record(
    { role: is('assistant'), content: fc.oneof(text, is(null), list(textPart, 2)) },
    {
      tool_calls: list(wireCall, 3),
      refusal: nullable(text),
      reasoning: text,
      reasoning_content: nullable(text),
      reasoning_details: list(detail, 2),
      annotations: list(object, 1),
      name: word,
      function_call: record({ name: word, arguments: callText }),
    },
  ),
  record(
    { role: is('tool'), tool_call_id: word, content: fc.oneof(text, list(textPart, 2)) },
    { name: word },
  ),
)
const wireMessages = list(openAiMessage, 5)
export const openai = fc.oneof(
  wireMessages,
  openAiMessage,
  // Several conversations of a file.
  fc.array(record({ messages: wireMessages }), { minLength: 2, maxLength: 3 }),
  record(
    { messages: wireMessages },
    { model: word, temperature: fc.double({ noNaN: true }), tools: json },
  ).map(withoutMinusZero),
  fc
    .tuple(
      list(
        record(
          { index: fc.nat(2), message: openAiMessage.filter((m) => m.role === 'assistant') },
          { finish_reason: fc.constantFrom('stop', 'tool_calls', 'eos', null) },
        ),
        3,
      ),
      record(
        { id: word, object: is('chat.completion'), model: word },
        {
          usage: record({ prompt_tokens: fc.nat(9), completion_tokens: fc.nat(9) }),
          system_fingerprint: text,
        },
      ),
    )
    .filter(([choices]) => choices.length > 0)
    .map(([choices, envelope]) => ({ ...envelope, choices })),
)

const stamp = { timestamp: millis }
const loopMessages = list(
  fc.oneof(
    record({ role: is('system'), content: text }, stamp),
    record({ role: is('user'), content: fc.oneof(text, wireParts) }, stamp),
    record(
      { role: is('assistant'), content: text },
      {
        ...stamp,
        reasoning: text,
        reasoning_details: list(detail, 2),
        finishReason: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter'),
        tool_calls: list(wireCall, 3),
        isError: flag,
      },
    ),
    record(
      { role: is('tool'), tool_call_id: word, content: text },
      { ...stamp, toolName: word, isError: flag },
    ),
  ),
  5,
)
export const openAgentLoops = fc.oneof(
  { weight: 3, arbitrary: loopMessages },
  record({ messages: loopMessages }, { system: text, tools: json }),
  record({ messages: loopMessages, newMessages: loopMessages, steps: count }),
)

function withoutMinusZero<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
