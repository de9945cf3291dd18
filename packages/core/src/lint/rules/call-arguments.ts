import { isRecord } from '../../errors/is-record.js'
import { parseJson } from '../../errors/parse-json.js'
import { argumentsText } from '../../request/arguments-text.js'
import type { LintRule, RuleFinding } from '../lint-types.js'
import type { FoundCall } from '../transcript-types.js'
import { everyCall } from './every-call.js'

const REFUSED =
  'Ollama, MiniMax, Anthropic-backed routes and most templates of vLLM parse them and answer 400.'

/** wire-facts 1.3, `arguments`: a JSON object in a string is what every server can read. */
export const argumentsType: LintRule = rule(
  'arguments-type',
  'Arguments that are no string, or missing.',
  ({ arguments: given, path }) => {
    // In the list or block of another system a value is right; that the call is there is what is wrong.
    if (typeof given === 'string' || path[0] !== 'tool_calls') return undefined
    return {
      message:
        given == null ? 'The call has no arguments.' : 'The arguments are a value, not JSON in a string.',
      effect: 'llama.cpp takes both; others answer 400 or 422. Antiphon writes them as a string.',
      title: 'Write them as JSON in a string',
    }
  },
)

export const argumentsEmpty: LintRule = rule('arguments-empty', 'Arguments of an empty string.', (call) => {
  if (typeof call.arguments !== 'string' || call.arguments.trim()) return undefined
  return {
    severity: 'warning',
    message: 'The arguments are empty.',
    effect: `${REFUSED} Antiphon sends {}.`,
    title: 'Write {}',
  }
})

export const argumentsNotJson: LintRule = rule(
  'arguments-not-json',
  'Arguments that do not parse.',
  (call) => {
    const text = call.arguments
    if (typeof text !== 'string' || !text.trim() || parseJson(text) !== undefined) return undefined
    return {
      message: 'The arguments are not JSON.',
      effect: `${REFUSED} Antiphon sends them wrapped, so that the model sees what it wrote; it never runs them.`,
      title: 'Wrap them as { "unparsed": … }',
    }
  },
)

export const argumentsNotObject: LintRule = rule(
  'arguments-not-object',
  'Arguments that parse to something other than an object.',
  ({ arguments: text }) => {
    const value = typeof text === 'string' ? parseJson(text) : undefined
    if (value === undefined || isRecord(value)) return undefined
    const inner = typeof value === 'string' ? parseJson(value) : undefined
    const isTwice = isRecord(inner)
    return {
      message: isTwice
        ? 'The arguments are JSON inside a JSON string.'
        : 'The arguments are JSON, but no object.',
      effect: `${REFUSED} Antiphon sends them wrapped.`,
      title: isTwice ? 'Take them out of the string' : 'Wrap them as { "value": … }',
      ...(isTwice && { value: value as string }),
    }
  },
)

interface Wrong extends Pick<RuleFinding, 'message' | 'effect'> {
  severity?: RuleFinding['severity']
  title: string
  /** Default: what the request builder sends. */
  value?: string
}

function rule(name: string, about: string, look: (call: FoundCall) => Wrong | undefined): LintRule {
  return {
    name,
    about,
    *check(context) {
      for (const { message, call } of everyCall(context)) {
        const wrong = look(call)
        if (!wrong) continue
        const { severity = 'error', title, value, ...said } = wrong
        const path = call.argumentsPath
        const sent = value ?? argumentsText(call.arguments, '', () => {})
        yield {
          severity,
          where: { message, ...call.where },
          path,
          ...said,
          fix: { title, edits: [{ op: 'set', message, path, value: sent }] },
        }
      }
    },
  }
}
