import { parseJson } from '../../errors/parse-json.js'
import type { LintRule } from '../lint-types.js'
import { scanKeys } from '../scan-keys.js'
import { everyCall } from './every-call.js'

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
          'Readers disagree: most take the last value, some the first, strict ones refuse. What is shown need not be what runs.',
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

/** The arguments written anew; no fix where that would change numbers, or cannot be done for depth. */
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
