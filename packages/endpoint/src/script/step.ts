import type { ErrorBody } from '../http/error-body.js'

/** One tool call of a script. `arguments` is sent as it is, also when it is not JSON. */
export interface ScriptedCall {
  name: string
  arguments: string
}

/** Answers with an HTTP error instead of a message. Only as the first step. */
export interface HttpStep {
  type: 'http'
  status: number
  error: Partial<ErrorBody> & { message: string }
  headers?: Record<string, string>
}

/**
 * One step of a script. When the steps run out the message ends well: `tool_calls` when there were calls, else `stop`.
 *
 * - `reasoning`, `text`, `refusal`: sent in pieces on `reasoning_content`, `content`, `refusal`. `rate` makes it faster.
 * - `calls`: tool calls in fragments, one after the other or with the fragments in turn (`interleave`).
 * - `finish`: ends the message with this reason; `extra` lands beside `finish_reason`.
 * - `raw`: bytes as they are, streams only (a comment, a broken line).
 * - `pause`: silence in milliseconds at speed 1; `stall`: silence until the client goes.
 * - `error`: an error event in the stream (not streaming: HTTP 500), after which the stream ends.
 * - `close`: the stream ends as if all was said, without a finish reason; `disconnect`: the line is cut.
 */
export type Step =
  | { type: 'reasoning'; text: string; rate?: number }
  | { type: 'text'; text: string; rate?: number }
  | { type: 'refusal'; text: string; rate?: number }
  | { type: 'calls'; calls: readonly ScriptedCall[]; interleave?: boolean }
  | { type: 'finish'; reason: string; extra?: Record<string, unknown> }
  | { type: 'raw'; text: string }
  | { type: 'pause'; ms: number }
  | { type: 'stall' }
  | { type: 'error'; error: ErrorBody }
  | { type: 'close' }
  | { type: 'disconnect' }
  | HttpStep

export const think = (text: string): Step => ({ type: 'reasoning', text })
export const say = (text: string): Step => ({ type: 'text', text })
export const finish = (reason: string): Step => ({ type: 'finish', reason })
export const callTools = (calls: readonly ScriptedCall[], interleave = false): Step => ({
  type: 'calls',
  calls,
  interleave,
})
