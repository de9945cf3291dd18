import { isRecord, textOf, type JsonObject, parseJson, safeStringify, isList } from '@antiphon/base'
import { isResultBlock, idOf, meantRole, RESULT_ID_FIELDS } from './read-transcript.js'
import type { LintContext, LintRule, FoundCall } from './types.js'

const PASSED_ON =
  'clawtools passes it on to pi-ai as it is: a confusing 400 from the provider, or the message is silently left out.'

/** Row 1: `{ role: "tool", tool_call_id, content }`. */
const role: LintRule = {
  name: 'clawtools-role',
  about: 'A result with another role than toolResult.',
  *check(context) {
    const names = namesOf(context)
    for (const { role: means, raw, message, part } of context.units) {
      if (means !== 'tool' || part !== undefined || raw.role === 'toolResult') continue
      yield {
        severity: 'error',
        where: { message },
        path: ['role'],
        message: `The role is ${safeStringify(raw.role)}; in clawtools a result is toolResult, with toolCallId and blocks.`,
        effect: PASSED_ON,
        fix: {
          title: 'Make it a toolResult',
          edits: [{ op: 'replace', message, with: [toolResult(raw, names)] }],
        },
      }
    }
  },
}

/** Row 2: `{ role: "user", content: [{ type: "tool_result" }] }`. */
const resultBlock: LintRule = {
  name: 'clawtools-result-block',
  about: 'A result in the content of a user message.',
  *check(context) {
    const names = namesOf(context)
    for (const [message, raw] of context.messages.entries()) {
      if (!isRecord(raw) || meantRole(raw) !== 'user' || !Array.isArray(raw.content)) continue
      const content: readonly unknown[] = raw.content
      const part = content.findIndex(isResultBlock)
      if (part < 0) continue
      const rest = content.filter((one) => !isResultBlock(one))
      const results = content.filter(isResultBlock).map((block) => toolResult(block, names))
      yield {
        severity: 'error',
        where: { message, part },
        path: ['content', part],
        message: 'A result is in a message of the user; in clawtools it is a message of its own, toolResult.',
        effect: PASSED_ON,
        fix: {
          title: 'Make each result a toolResult',
          edits: [
            {
              op: 'replace',
              message,
              with: rest.length > 0 ? [...results, { ...raw, content: rest }] : results,
            },
          ],
        },
      }
    }
  },
}

/** Row 3: `content: [{ type: "tool_use" }]`. */
const callBlock: LintRule = {
  name: 'clawtools-call-block',
  about: 'A call as a block of another type than toolCall.',
  *check({ units }) {
    for (const { message, calls } of units) {
      for (const call of calls) {
        if (!('part' in call.where) || call.raw.type === 'toolCall') continue
        yield {
          severity: 'error',
          where: { message, ...call.where },
          path: call.path,
          message: `The block has the type ${safeStringify(call.raw.type)}; in clawtools a call is a toolCall with arguments.`,
          effect: PASSED_ON,
          fix: {
            title: 'Make it a toolCall',
            edits: [{ op: 'set', message, path: call.path, value: toolCall(call) }],
          },
        }
      }
    }
  },
}

/** Row 4: `role: "assistant"` with `tool_calls` at top level. */
const callList: LintRule = {
  name: 'clawtools-call-list',
  about: 'Calls beside the content.',
  *check({ units }) {
    for (const { message, raw, calls } of units) {
      const beside = calls.filter(({ where }) => 'call' in where)
      const [field] = beside[0]?.path ?? []
      if (typeof field !== 'string') continue
      const before = isList(raw.content) ? raw.content : textBlocks(raw.content)
      const fields = new Set(beside.map(({ path }) => String(path[0])))
      yield {
        severity: 'error',
        where: { message },
        path: [field],
        message: `Calls are in ${field}; in clawtools they are toolCall blocks in the content.`,
        effect: PASSED_ON,
        fix: {
          title: 'Move them into the content',
          edits: [
            ...Array.from(fields, (name) => ({ op: 'unset', message, path: [name] }) as const),
            { op: 'set', message, path: ['content'], value: [...before, ...beside.map(toolCall)] },
          ],
        },
      }
    }
  },
}

/**
 * The table of common mistakes in the clawtools document, for transcripts that are to be clawtools' own:
 * `lintTranscript(messages, undefined, { rules: clawtoolsRules })`. `lintRules` has the same table the other way round,
 * for arrays in the shape of the wire.
 */
export const clawtoolsRules: readonly LintRule[] = [role, resultBlock, callBlock, callList]

/** The name of each call's tool by id: a toolResult must have one. */
function namesOf({ units }: LintContext): ReadonlyMap<string, string> {
  return new Map(units.flatMap(({ calls }) => calls.map(({ id, name }): [string, string] => [id, name])))
}

function toolResult(raw: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const id = RESULT_ID_FIELDS.map((field) => idOf(raw[field])).find(Boolean) ?? ''
  const { content = raw.output, details, isError = raw.is_error } = raw
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: textOf(raw.toolName) ?? textOf(names.get(id)) ?? textOf(raw.name) ?? 'unknown',
    content: isList(content) ? content : textBlocks(content),
    isError: isError === true,
    ...(details !== undefined && { details }),
  }
}

function textBlocks(content: unknown): JsonObject[] {
  const text = typeof content === 'string' ? content : content == null ? '' : safeStringify(content)
  return text ? [{ type: 'text', text }] : []
}

function toolCall({ id, name, arguments: given }: FoundCall): JsonObject {
  const value = typeof given === 'string' ? parseJson(given) : given
  // Unparsable arguments are kept beside them, as in the clawtools format of the kit.
  const raw = isRecord(value) ? {} : { _raw: given }
  return { type: 'toolCall', id, name, arguments: isRecord(value) ? value : {}, ...raw }
}
