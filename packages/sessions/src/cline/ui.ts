import { contentToText, type Message } from '@antiphon/core'
import {
  compact,
  decodeJson,
  isRecord,
  numberOf,
  sumOf,
  textOf,
  timeOf,
  type JsonObject,
  wordOf,
} from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  imagePart,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { PREFIX } from './history.js'

export const isRow = (entry: unknown): entry is JsonObject =>
  isRecord(entry) &&
  numberOf(entry.ts) !== undefined &&
  ((entry.type === 'say' && typeof entry.say === 'string') ||
    (entry.type === 'ask' && typeof entry.ask === 'string'))

const TOOL = /^(?:tool|command|use_mcp_server|browser_action|browser_action_launch|subagent)$/
const RESULT = /^(?:command_output|mcp_server_response|browser_action_result)$/
const ANSWER = /^(?:text|completion_result|plan_mode_respond|followup)$/

/** The rows of Cline's panel. */
export function readRows(rows: readonly unknown[], thread: SessionThread): Conversation {
  let usage: ReturnType<typeof readRequest>
  let hasPrompt = false
  let lastCall: string | undefined
  rows.forEach((row, at) => {
    if (!isRow(row)) return thread.keep(at, 'no row', row)
    const kind = wordOf(row.type === 'say' ? row.say : row.ask)
    const text = textOf(row.text) ?? ''
    const common = compact({ timestamp: timeOf(row.ts) })
    const note = (message: Message): void =>
      thread.add(
        withMetadata(compact({ ...message, ...common }), restOf(PREFIX, row, 'ts', 'text', 'images')),
      )
    // An earlier state of the next row.
    if (row.partial === true && at < rows.length - 1) return thread.keep(at, `partial ${kind}`, row)
    if (/^(?:task|user_feedback|user_feedback_diff)$/.test(kind) || (kind === 'text' && !hasPrompt)) {
      hasPrompt = true
      const images = Array.isArray(row.images) ? row.images.filter((image) => typeof image === 'string') : []
      const parts = images.map((image) => imagePart(image))
      return note({ role: 'user', content: parts.length > 0 ? [{ type: 'text', text }, ...parts] : text })
    }
    if (kind === 'api_req_started') {
      usage = readRequest(text)
      return thread.keep(at, kind, row)
    }
    const draft = draftAnswer()
    if (kind === 'reasoning') draft.reasoning(text)
    else if (ANSWER.test(kind) && text !== '') draft.text(textIn(text))
    else if (TOOL.test(kind)) {
      const input = decodeJson(text)
      lastCall = `row ${at}`
      const name = isRecord(input) && typeof input.tool === 'string' ? input.tool : kind
      draft.call({ id: lastCall, name, input: isRecord(input) ? input : { [kind]: text } })
    } else if (RESULT.test(kind) && lastCall !== undefined) {
      const last = thread.messages.findLast(
        (message) => message.role === 'tool' && message.tool_call_id === lastCall,
      )
      // Output comes in pieces.
      if (last?.role === 'tool')
        return thread.replace(last, { ...last, content: contentToText(last.content) + text })
      return note({ role: 'tool', tool_call_id: lastCall, content: text })
    } else if (kind === 'error' || kind === 'api_req_failed') {
      return note({ role: 'system', kind: 'notification', content: text || kind })
    } else return thread.keep(at, kind, row)
    note(draft.message(compact({ usage: usage?.usage, ...usage?.failure })))
    usage = undefined
    return undefined
  })
  return thread.end()
}

/** Some answers are JSON with their words in `response` or `question`. */
function textIn(text: string): string {
  const value = decodeJson(text)
  return isRecord(value) ? (textOf(value.response) ?? textOf(value.question) ?? text) : text
}

function readRequest(text: string) {
  const request = decodeJson(text)
  if (!isRecord(request)) return undefined
  const { tokensIn, tokensOut, cacheReads, cacheWrites, cost } = request
  const failed = textOf(request.streamingFailedMessage)
  const usage = usageFrom(
    {
      input: sumOf(tokensIn, cacheReads, cacheWrites),
      output: tokensOut,
      cached: cacheReads,
      cacheWrite: cacheWrites,
      cost,
    },
    request,
  )
  const failure = failed
    ? { isError: true, finishReason: 'error' as const, error: { kind: 'provider' as const, message: failed } }
    : request.cancelReason === 'user_cancelled'
      ? { finishReason: 'cancelled' as const }
      : {}
  return { usage, failure }
}
