import { isRecord, type JsonObject } from '../../errors/is-record.js'
import { safeStringify } from '../../errors/safe-stringify.js'
import type { LintRule } from '../lint-types.js'
import { isCallBlock } from '../read-calls.js'
import type { FoundCall } from '../transcript-types.js'

/** The clawtools table, rows 3 and 4: calls live in `tool_calls` here, and in `content` there and at Anthropic. */
export const callInContent: LintRule = {
  name: 'call-in-content',
  about: 'Calls as toolCall or tool_use blocks in the content of an answer.',
  *check({ units }) {
    for (const { message, raw, calls } of units) {
      const blocks = calls.filter(({ where }) => 'part' in where)
      const [first] = blocks
      if (!first || !Array.isArray(raw.content) || !('part' in first.where)) continue
      const rest = raw.content.filter((part) => !isCallBlock(part))
      const before: readonly unknown[] = Array.isArray(raw.tool_calls) ? raw.tool_calls : []
      yield {
        severity: 'error',
        where: { message, part: first.where.part },
        path: first.path,
        message: `A call stands in the content as a block of type ${safeStringify(first.raw.type)}; here calls are in tool_calls.`,
        effect:
          'OpenAI-compatible endpoints refuse the part; the call is not seen, and its result counts as an orphan.',
        fix: {
          title: 'Move the calls to tool_calls',
          edits: [
            { op: 'set', message, path: ['content'], value: withoutCalls(rest) },
            { op: 'set', message, path: ['tool_calls'], value: [...before, ...blocks.map(wireCall)] },
          ],
        },
      }
    }
  },
}

/** What is left as text, when it is nothing else. */
function withoutCalls(rest: readonly unknown[]): unknown {
  const isText = (part: unknown): part is { text: string } =>
    isRecord(part) && part.type === 'text' && typeof part.text === 'string'
  return rest.every(isText) ? rest.map(({ text }) => text).join('') : rest
}

/** A call in the shape of the wire, whatever its shape was. */
export function wireCall({ id, name, arguments: given }: FoundCall): JsonObject {
  const text = typeof given === 'string' ? given : safeStringify(given ?? {})
  return { id, type: 'function', function: { name, arguments: text } }
}
