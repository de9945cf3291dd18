import { createJsonTokenizer, parseJson, isRecord } from '@antiphon/base'
import { argumentsText } from '@antiphon/core/request'
import type { LintRule, RuleFinding, FoundCall } from '../types.js'
import { everyCall } from './calls.js'

/** Finds repeated keys and the key `__proto__` in a JSON text, which a parsed value no longer shows. The text must be valid JSON. */
function scanKeys(text: string): { duplicates: string[]; hasProto: boolean } {
  const duplicates = new Set<string>()
  let hasProto = false
  /** The keys of each list or object that is open. A list has none. */
  const open: Set<string>[] = []
  createJsonTokenizer({
    open: () => void open.push(new Set()),
    close: () => void open.pop(),
    key(name) {
      const keys = open.at(-1)!
      if (keys.has(name)) duplicates.add(name)
      keys.add(name)
      hasProto ||= name === '__proto__'
    },
  }).push(text)
  return { duplicates: [...duplicates], hasProto }
}

export const argumentsDuplicateKey: LintRule = {
  name: 'arguments-duplicate-key',
  about: 'Arguments in which an object has a key twice.',
  *check(context) {
    for (const { message, call } of everyCall(context)) {
      const keys = keysOf(call.arguments)
      const [twice] = keys?.duplicates ?? []
      if (twice === undefined) continue
      yield {
        severity: 'warning',
        where: { message, ...call.where },
        path: call.argumentsPath,
        message: `The key ${JSON.stringify(twice)} is there twice.`,
        effect:
          'Readers disagree: most take the last value, some the first, strict ones refuse. The call shown need not be the one that runs.',
        ...rewritten(message, call, false, 'Keep the last value of each key'),
      }
    }
  },
}

export const argumentsProto: LintRule = {
  name: 'arguments-proto',
  about: 'Arguments with a key __proto__.',
  *check(context) {
    for (const { message, call } of everyCall(context)) {
      if (!keysOf(call.arguments)?.hasProto) continue
      yield {
        severity: 'warning',
        where: { message, ...call.where },
        path: call.argumentsPath,
        message: 'An object has a key __proto__.',
        effect:
          'A tool that copies its arguments key by key changes the prototype of the copy. Endpoints do not mind.',
        ...rewritten(message, call, true, 'Leave the key out'),
      }
    }
  },
}

function keysOf(text: unknown): ReturnType<typeof scanKeys> | undefined {
  return typeof text === 'string' && parseJson(text) !== undefined ? scanKeys(text) : undefined
}

/** The arguments written again as JSON. No fix when that would change numbers or the nesting is too deep. */
function rewritten(
  message: number,
  {
    arguments: text,
    argumentsPath: path,
  }: { arguments: unknown; argumentsPath: readonly (string | number)[] },
  dropProto: boolean,
  title: string,
) {
  if (typeof text !== 'string' || /\d[\d.]{15}|\d[eE]/.test(text)) return {}
  try {
    const parsed: unknown = JSON.parse(text, (key, value: unknown) =>
      dropProto && key === '__proto__' ? undefined : value,
    )
    return { fix: { title, edits: [{ op: 'set', message, path, value: JSON.stringify(parsed) } as const] } }
  } catch {
    return {}
  }
}

const REFUSED =
  'Ollama, MiniMax, Anthropic-backed routes and most templates of vLLM parse them and answer 400.'

/** docs/wire 1.3, `arguments`: a JSON object in a string is what every server can read. */
export const argumentsType: LintRule = rule(
  'arguments-type',
  'Arguments that are not a string, or missing.',
  ({ arguments: given, path }) => {
    // In the list or block of another system a value is correct; the place of the call is the mistake.
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
