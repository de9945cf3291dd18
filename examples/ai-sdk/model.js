import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'

const usage = {
  inputTokens: { total: 20, noCache: 20, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 12, text: 12, reasoning: 0 },
}

const text = (words) => [
  { type: 'text-start', id: '0' },
  ...words.split(/(?<= )/).map((delta) => ({ type: 'text-delta', id: '0', delta })),
  { type: 'text-end', id: '0' },
]
const end = (unified) => ({ type: 'finish', finishReason: { unified, raw: unified }, usage })

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAAMUlEQVR42u3OMQ0AAAgDsDnAKSf6cUE4mlRAU9OvREhISEhISEhISEhISEhISEjo0gL+U7JMiPCT+wAAAABJRU5ErkJggg=='

/** Answers as a model would: shows a picture, or asks for the tool and tells its result. */
function answer(prompt) {
  if (/picture/.test(JSON.stringify(prompt.at(-1).content)))
    return [
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: picture } },
      ...text('This is berth B4.'),
      end('stop'),
    ]
  const results = prompt.at(-1)?.role === 'tool' ? prompt.at(-1).content : []
  const result = results.findLast(({ type }) => type === 'tool-result')?.output
  if (result?.type === 'json') return [...text(`Berth ${result.value.berth} is yours until 8.`), end('stop')]
  if (result) return [...text('Then I book nothing.'), end('stop')]
  const call = { toolCallId: `call-${Date.now()}`, toolName: 'bookBerth', input: '{"berth":"B4"}' }
  return [...text('Berth B4 is free. I can book it.'), { type: 'tool-call', ...call }, end('tool-calls')]
}

/** A model by script, so that the example runs without a key. In its place goes any model of the AI SDK, such as `openai('…')`. */
export const model = new MockLanguageModelV4({
  doStream: async ({ prompt }) => ({
    stream: simulateReadableStream({
      chunks: [{ type: 'stream-start', warnings: [] }, ...answer(prompt)],
      chunkDelayInMs: 30,
    }),
  }),
})
