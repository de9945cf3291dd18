import { isRecord } from '../../errors/is-record.js'
import type { LintRule } from '../lint-types.js'

const CHARS_PER_TOKEN = 4
/** Between the 85 and some 1,600 that providers count for one. */
const TOKENS_PER_IMAGE = 1000

export const contextWindow: LintRule = {
  name: 'context-window',
  about: "A transcript longer than the model's context, by estimate (needs the option contextLength).",
  *check({ units, options }) {
    const { contextLength } = options
    if (!contextLength) return
    let tokens = 0
    let last = -1
    let message = -1
    for (const unit of units) {
      if (unit.message !== last) tokens += tokensOf(unit.raw.content)
      last = unit.message
      for (const call of unit.calls) {
        tokens +=
          (call.name.length + (typeof call.arguments === 'string' ? call.arguments.length : 0)) /
          CHARS_PER_TOKEN
      }
      if (tokens > contextLength && message < 0) message = unit.message
    }
    if (message < 0) return
    const count = (n: number): string => Math.round(n).toLocaleString('en')
    yield {
      severity: 'warning',
      where: { message },
      message: `The transcript has about ${count(tokens)} tokens by estimate (${CHARS_PER_TOKEN} characters each); the context has ${count(contextLength)}, which are passed here.`,
      effect:
        'Most endpoints answer 400 (context_length_exceeded); Ollama drops the beginning without a word. Thinking and tool definitions are not counted.',
    }
  },
}

function tokensOf(content: unknown): number {
  if (typeof content === 'string') return content.length / CHARS_PER_TOKEN
  if (!Array.isArray(content)) return 0
  return content.reduce<number>((sum, part: unknown) => {
    if (!isRecord(part)) return sum
    if (typeof part.text === 'string') return sum + part.text.length / CHARS_PER_TOKEN
    return sum + TOKENS_PER_IMAGE
  }, 0)
}
