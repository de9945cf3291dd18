import { isRecord, safeStringify } from '@antiphon/base'
import { REASONING_LISTS, TEXT_CHANNELS } from '@antiphon/core/channels'
import { meantRole, RESULT_ID_FIELDS } from '../read-transcript.js'
import type { LintRule } from '../types.js'
import { everyCall } from './calls.js'

export const notAMessage: LintRule = {
  name: 'not-a-message',
  about: 'An entry of the array that is not an object.',
  *check({ messages }) {
    for (let message = 0; message < messages.length; message++) {
      const value = messages[message]
      if (isRecord(value)) continue
      const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
      yield {
        severity: 'error',
        where: { message },
        message: `This is ${kind}, not a message.`,
        effect: 'Every endpoint refuses the request. Antiphon leaves it out.',
        fix: { title: 'Drop it', edits: [{ op: 'replace', message, with: [] }] },
      }
    }
  },
}

/** clawtools ("toolResult", not "tool"), agentkit (kinds of items), and others. */
export const wrongRole: LintRule = {
  name: 'wrong-role',
  about: 'A role in the spelling of another system: tool_result, toolResult, function, human, ai, model.',
  *check({ messages }) {
    for (const [message, raw] of messages.entries()) {
      if (!isRecord(raw)) continue
      const role = meantRole(raw)
      if (!role || role === raw.role) continue
      const said = raw.role == null ? 'There is no role' : `The role is ${safeStringify(raw.role)}`
      yield {
        severity: 'error',
        where: { message },
        path: ['role'],
        message: `${said}; here it is "${role}".`,
        effect:
          'Endpoints answer 400 or 422, or pass it on to a template that ignores it. Antiphon leaves it out.',
        fix: {
          title: `Set the role to ${role}`,
          edits: [{ op: 'set', message, path: ['role'], value: role }],
        },
      }
    }
  },
}

export const unknownRole: LintRule = {
  name: 'unknown-role',
  about: 'A role that no system of the kit knows, or none.',
  *check({ messages }) {
    for (const [message, raw] of messages.entries()) {
      if (!isRecord(raw) || meantRole(raw)) continue
      const said = raw.role == null ? 'There is no role' : `There is no role ${safeStringify(raw.role)}`
      yield {
        severity: 'error',
        where: { message },
        path: ['role'],
        message: `${said}. Roles are system, developer, user, assistant and tool.`,
        effect: 'Every endpoint refuses the request. Antiphon leaves the message out.',
      }
    }
  },
}

const ALL = ['role', 'content', 'name', 'id', 'timestamp', 'metadata', 'kind']

/** Fields of the message (message/types), and those that another rule speaks of. */
const KNOWN: Readonly<Record<string, ReadonlySet<string>>> = {
  system: new Set(ALL),
  user: new Set(ALL),
  assistant: new Set([
    ...ALL,
    ...TEXT_CHANNELS.flatMap(({ field, wire }) => [field, ...wire]),
    ...REASONING_LISTS,
    'tool_calls',
    'toolCalls',
    'function_call',
    'reasoningSource',
    'finishReason',
    'finishReasonRaw',
    'isError',
    'error',
    'usage',
    'request',
    'maxOutputTokens',
    'model',
    'annotations',
    'images',
    'audio',
    'logprobs',
    'segments',
    'timing',
  ]),
  tool: new Set([...ALL, 'tool_call_id', 'toolName', 'isError', 'details', 'timing', ...RESULT_ID_FIELDS]),
}

/** docs/wire 0.1: serialise by allow-list. */
export const localField: LintRule = {
  name: 'local-field',
  about: 'Fields that would leak if somebody spread the message into a request.',
  *check({ units }) {
    let last = -1
    for (const { raw, message } of units) {
      if (message === last) continue
      last = message
      const role = meantRole(raw) ?? 'system'
      const known = KNOWN[role] ?? KNOWN.system!
      const unknown = Object.keys(raw).filter((key) => !known.has(key))
      const [first] = unknown
      if (first === undefined) continue
      yield {
        severity: 'info',
        where: { message },
        path: [first],
        message: `${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? `, and ${unknown.length - 5} more` : ''}: no field of a message.`,
        effect:
          'Mistral, Groq, Cerebras, Gemini and NVIDIA NIM answer 400 or 422 to a request that holds it. Antiphon sends named fields only; metadata is the place for data of your own.',
        fix: {
          title: 'Drop the unknown fields',
          edits: unknown.map((key) => ({ op: 'unset', message, path: [key] }) as const),
        },
      }
    }
  },
}

/** docs/wire 0.1 and 0.4: kept by default, because Gemini asks for them back. */
export const callExtras: LintRule = {
  name: 'call-extras',
  about: 'Further keys of a call where the endpoint refuses them.',
  *check(context) {
    const { policy, provider } = context
    if (policy.callExtras !== 'drop') return
    for (const { message, call } of everyCall(context)) {
      // One without `function` has all its fields in the wrong place, and another rule for that.
      if (call.path[0] !== 'tool_calls' || !isRecord(call.raw.function)) continue
      const extras = Object.keys(call.raw).filter((key) => !/^(id|type|function|index)$/.test(key))
      if (extras.length === 0) continue
      yield {
        severity: 'warning',
        where: { message, ...call.where },
        path: call.path,
        message: `The call has further keys: ${extras.join(', ')}.`,
        effect: `${provider?.name ?? 'The endpoint'} answers 400 or 422. Antiphon leaves them out.`,
        fix: {
          title: 'Drop them',
          edits: extras.map((key) => ({ op: 'unset', message, path: [...call.path, key] }) as const),
        },
      }
    }
  },
}
