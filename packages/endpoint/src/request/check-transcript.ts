import type { WireMessage } from './chat-request.js'
import { refuse } from './refuse.js'

/** Refuses results without a call and calls without a result, as OpenAI does (wire-facts 1.3, orphans). */
export function checkTranscript(messages: readonly WireMessage[]): void {
  let asked: ReadonlySet<string> | undefined
  let open = new Set<string>()
  let askedAt = 0
  messages.forEach((message, i) => {
    if (message.role === 'tool') {
      checkResult(message, i, asked)
      open.delete(message.tool_call_id ?? '')
      return
    }
    refuseOpen(open, askedAt)
    open = new Set(message.tool_calls?.map((call) => call.id))
    asked = message.tool_calls && new Set(open)
    askedAt = i
  })
  refuseOpen(open, askedAt)
}

function checkResult(message: WireMessage, index: number, asked: ReadonlySet<string> | undefined): void {
  if (!asked) {
    // The spelling is OpenAI's.
    const text =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
    refuse(text, `messages.[${index}].role`)
  }
  if (asked.has(message.tool_call_id ?? '')) return
  const text = `Invalid parameter: 'tool_call_id' of '${message.tool_call_id}' not found in 'tool_calls' of previous message.`
  refuse(text, `messages.[${index}].tool_call_id`)
}

function refuseOpen(open: ReadonlySet<string>, index: number): void {
  if (open.size === 0) return
  const text =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
    `The following tool_call_ids did not have response messages: ${[...open].join(', ')}`
  refuse(text, `messages.[${index}].role`)
}
