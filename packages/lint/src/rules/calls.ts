import { isRecord, type JsonObject, safeStringify } from '@antiphon/base'
import { isCallBlock } from '../read-transcript.js'
import type { LintContext, FoundCall, LintedTurn, Unit, LintRule } from '../types.js'

/** Every call with the result it has. */
export function* everyCall({ turns }: Pick<LintContext, 'turns'>): Generator<{
  turn: LintedTurn
  message: number
  call: FoundCall
  index: number
  result?: Unit
}> {
  for (const turn of turns) {
    for (const [index, call] of turn.unit.calls.entries()) {
      yield { turn, message: turn.unit.message, call, index, result: turn.slots[index] }
    }
  }
}

/** docs/wire 1.3 (`type` on input) and 2.5. */
export const callShape: LintRule = {
  name: 'call-shape',
  about: 'A call without type or function, or an entry of tool_calls that is not a call.',
  *check({ units }) {
    for (const { message, role, raw, calls } of units) {
      if (role !== 'assistant' || !Array.isArray(raw.tool_calls)) continue
      const byEntry = new Map<unknown, (typeof calls)[number]>(calls.map((call) => [call.raw, call]))
      for (const [i, entry] of raw.tool_calls.entries()) {
        const path = ['tool_calls', i] as const
        const place = { where: { message, call: i }, path }
        if (!isRecord(entry)) {
          yield {
            ...place,
            severity: 'error',
            message: 'This is not a call.',
            effect: 'Every endpoint refuses the request. Antiphon leaves it out.',
            fix: { title: 'Drop it', edits: [{ op: 'unset', message, path }] },
          }
        } else if (!isRecord(entry.function)) {
          const call = byEntry.get(entry)
          yield {
            ...place,
            severity: 'error',
            message: 'The call has no function with a name and arguments.',
            effect: 'Endpoints answer 400 or 422.',
            ...(call && {
              fix: {
                title: 'Write it in the shape of the wire',
                edits: [{ op: 'set', message, path, value: wireCall(call) }],
              },
            }),
          }
        } else if (entry.type !== 'function') {
          yield {
            ...place,
            severity: 'warning',
            message: 'The call does not say "type": "function".',
            effect: 'llama.cpp answers 400. Antiphon writes it.',
            fix: {
              title: 'Set type to function',
              edits: [{ op: 'set', message, path: [...path, 'type'], value: 'function' }],
            },
          }
        }
      }
    }
  },
}

/** The shapes of the Prompt API and of others, and OpenAI's own older one (docs/wire 2.5, `function_call`). */
export const callsField: LintRule = {
  name: 'calls-field',
  about: 'Calls under another name (toolCalls, function_call), or tool_calls that is not an array.',
  *check({ units }) {
    for (const { message, role, raw, calls } of units) {
      if (role !== 'assistant') continue
      const fields = ['toolCalls', 'function_call'].filter((field) => raw[field] != null)
      const isBroken = raw.tool_calls != null && !Array.isArray(raw.tool_calls)
      const [field = isBroken ? 'tool_calls' : undefined] = fields
      if (!field) continue
      const moved = calls.filter(
        ({ path }) => path[0] !== 'content' && !(path[0] === 'tool_calls' && path.length > 1),
      )
      const kept: readonly unknown[] = Array.isArray(raw.tool_calls) ? raw.tool_calls : []
      const list = [...kept, ...moved.map(wireCall)]
      yield {
        severity: 'error',
        where: { message },
        path: [field],
        message: isBroken
          ? 'tool_calls is not an array.'
          : `Calls are in ${field}; here they are in tool_calls.`,
        effect:
          'Endpoints answer 400 or 422, or do not see the calls, so that their results count as orphans.',
        fix: {
          title: list.length > 0 ? 'Write the calls to tool_calls' : `Drop ${field}`,
          edits: [
            ...fields.map((name) => ({ op: 'unset', message, path: [name] }) as const),
            list.length > 0
              ? { op: 'set', message, path: ['tool_calls'], value: list }
              : { op: 'unset', message, path: ['tool_calls'] },
          ],
        },
      }
    }
  },
}

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
        message: `A call is in the content as a block of type ${safeStringify(first.raw.type)}; here calls are in tool_calls.`,
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

/** The remaining content as text, if it is only text. */
function withoutCalls(rest: readonly unknown[]): unknown {
  const isText = (part: unknown): part is { text: string } =>
    isRecord(part) && part.type === 'text' && typeof part.text === 'string'
  return rest.every(isText) ? rest.map(({ text }) => text).join('') : rest
}

/** A call of any shape in the shape of the wire. */
function wireCall({ id, name, arguments: given }: FoundCall): JsonObject {
  const text = typeof given === 'string' ? given : safeStringify(given ?? {})
  return { id, type: 'function', function: { name, arguments: text } }
}

export const toolName: LintRule = {
  name: 'tool-name',
  about: 'A call without a tool name, or with one that providers refuse.',
  *check(context) {
    for (const { message, call } of everyCall(context)) {
      const place = { where: { message, ...call.where }, path: call.namePath }
      if (!call.name) {
        yield {
          ...place,
          severity: 'error',
          message: 'The call names no tool.',
          effect: 'Endpoints answer 400 or 422. Antiphon sends the name unknown.',
          fix: {
            title: 'Name it unknown',
            edits: [{ op: 'set', message, path: call.namePath, value: 'unknown' }],
          },
        }
      } else if (!/^[\w-]{1,64}$/.test(call.name)) {
        yield {
          ...place,
          severity: 'warning',
          message: 'The tool has a name of more than letters, digits, _ and -, or of over 64 characters.',
          effect:
            'OpenAI, Azure and Anthropic-backed routes answer 400. Rename the tool: its definition has the name too.',
        }
      }
    }
  },
}

export const unknownTool: LintRule = {
  name: 'unknown-tool',
  about: 'A call of a tool that is not offered (needs the option tools).',
  *check(context) {
    const { tools } = context.options
    if (!tools) return
    const names = new Set(
      tools.map((tool) =>
        typeof tool === 'string' ? tool : 'name' in tool ? tool.name : tool.function.name,
      ),
    )
    for (const { message, call } of everyCall(context)) {
      if (!call.name || names.has(call.name)) continue
      yield {
        severity: 'warning',
        where: { message, ...call.where },
        path: call.namePath,
        message: `The tool ${call.name} is not offered.`,
        effect:
          'Groq refuses calls of tools that are not in the request; other models call it again, and it cannot be run. Offer it, or start a new thread.',
      }
    }
  },
}
