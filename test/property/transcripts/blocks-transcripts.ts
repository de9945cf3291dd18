import fc from 'fast-check'
import { base64, flag, is, json, list, millis, object, record, text, word } from './arbitrary-json.js'
import { textPart, imageUrl, count } from './wire-transcripts.js'

const image = record({
  type: is('image'),
  data: base64,
  mimeType: fc.constantFrom('image/png', 'image/jpeg'),
})
const piUsage = record({
  input: count,
  output: count,
  cacheRead: count,
  cacheWrite: count,
  totalTokens: count,
  cost: record({ input: count, output: count, cacheRead: count, cacheWrite: count, total: count }),
})
const toolCallBlock = record(
  { type: is('toolCall'), id: word, name: word, arguments: object },
  { thoughtSignature: base64 },
)
const thinkingBlock = record(
  { type: is('thinking'), thinking: text },
  { thinkingSignature: fc.constantFrom('reasoning_content', 'c2ln'), redacted: flag },
)
const clawMessage = (pi: boolean) => {
  const time: Record<string, fc.Arbitrary<unknown>> = pi ? { timestamp: millis } : {}
  const rest: Record<string, fc.Arbitrary<unknown>> = pi
    ? {
        api: is('openai-completions'),
        provider: word,
        model: word,
        usage: piUsage,
        stopReason: fc.constantFrom('stop', 'length', 'toolUse', 'error', 'aborted'),
        ...time,
      }
    : {}
  const blocks = list(
    pi ? fc.oneof(textPart, toolCallBlock, thinkingBlock) : fc.oneof(textPart, toolCallBlock),
    4,
  )
  return fc.oneof(
    record({
      role: is('user'),
      content: fc.oneof(text, list(fc.oneof(textPart, image, imageUrl), 3)),
      ...time,
    }),
    record(
      { role: is('assistant'), content: pi ? blocks : fc.oneof(text, is(null), blocks), ...rest },
      pi ? { errorMessage: text } : {},
    ),
    record(
      {
        role: is('toolResult'),
        toolCallId: word,
        toolName: word,
        content: list(fc.oneof(textPart, image), 2),
        isError: flag,
        ...time,
      },
      { details: json },
    ),
  )
}
export const clawtools = fc.oneof(
  list(clawMessage(false), 5),
  list(clawMessage(true), 5),
  clawMessage(false),
  record({ messages: list(clawMessage(false), 4) }, { systemPrompt: text, tools: json }),
)

const data = fc.oneof(
  base64,
  base64.map((text) => `data:image/webp;base64,${text}`),
  is('https://photos.example/a.jpg'),
  fc.uint8Array({ maxLength: 8 }),
  fc.uint8Array({ maxLength: 8 }).map((bytes) => bytes.slice().buffer),
)
const promptContent = fc.oneof(
  text,
  list(
    fc.oneof(
      textPart,
      record(
        { type: is('image'), data },
        { mimeType: fc.constantFrom('image/png', 'image/jpeg', 'image/webp') },
      ),
      record(
        { type: is('audio'), data },
        { mimeType: fc.constantFrom('audio/wav', 'audio/mpeg', 'audio/ogg') },
      ),
    ),
    3,
  ),
)
const promptUsage = record({ promptTokens: count, completionTokens: count, totalTokens: count })
const run = record({
  thinkingText: text,
  text,
  tools: list(
    record(
      { id: word, name: word, args: object },
      { output: record({ content: list(textPart, 2) }), durationMs: fc.nat(500) },
    ),
    3,
  ),
  usage: promptUsage,
})
export const promptApi = fc.oneof(
  list(
    fc.oneof(
      record({ role: fc.constantFrom('system', 'user'), content: promptContent }),
      record(
        { role: is('assistant') },
        {
          content: promptContent,
          thinking: text,
          toolCalls: list(
            record(
              { id: word, function: record({ name: word, arguments: object }) },
              { type: is('function') },
            ),
            2,
          ),
        },
      ),
      record({ role: is('tool'), toolCallId: word, content: promptContent }, { name: word }),
    ),
    5,
  ),
  record({ done: flag, runs: list(run, 3), usage: promptUsage }),
)
