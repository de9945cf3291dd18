import type {
  AssistantRequestMessage,
  ReportAdjustment,
  RequestMessage,
  RequestPolicy,
} from './request-types.js'

type Talk = Extract<RequestMessage, { role: 'user' }> | AssistantRequestMessage

/**
 * The order that strict templates ask for: an answer between a result and the user, no two neighbours of one role, and
 * the mark on an answer to be continued (wire-facts 1.3).
 */
export function arrangeTurns(
  messages: readonly RequestMessage[],
  { bridgeAfterTool, mergeConsecutive, prefill }: RequestPolicy,
  report: ReportAdjustment,
): RequestMessage[] {
  const out: RequestMessage[] = []
  for (const message of messages) {
    const last = out.at(-1)
    const where = `request.messages[${out.length}]`
    if (bridgeAfterTool && last?.role === 'tool' && message.role === 'user') {
      out.push({ role: 'assistant', content: bridgeAfterTool })
      report('bridge_after_tool', where, undefined, bridgeAfterTool)
    }
    // An answer with calls is followed by their results, so only the second of two can have any.
    if (mergeConsecutive && isTalk(last) && isTalk(message) && last.role === message.role) {
      merge(last, message)
      report('merged', `request.messages[${out.length - 1}]`, undefined, message.role)
    } else {
      out.push(message)
    }
  }
  const last = out.at(-1)
  if ((prefill === 'prefix' || prefill === 'partial') && last?.role === 'assistant') {
    last[prefill] = true
    report(prefill, `request.messages[${out.length - 1}]`, undefined, true)
  }
  return out
}

function isTalk(message: RequestMessage | undefined): message is Talk {
  return message?.role === 'user' || message?.role === 'assistant'
}

/** Adds the fields of one message to another of its role: texts joined by an empty line, lists one after the other. */
function merge(into: Talk, from: Talk): void {
  const target = into as unknown as Record<string, unknown>
  for (const [key, value] of Object.entries(from)) {
    const before = target[key]
    if (!before) target[key] = value
    else if (key === 'role' || !value) continue
    else if (typeof before === 'string' && typeof value === 'string') target[key] = `${before}\n\n${value}`
    else target[key] = append(asList(before), asList(value))
  }
}

/** Lists of wire messages are made for the request, so that the first may grow in place: long runs stay cheap. */
function append(list: unknown[], more: readonly unknown[]): unknown[] {
  for (const item of more) list.push(item)
  return list
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [{ type: 'text', text: value }]
}
