import type { ErrorBody } from '../http/http.js'
import { type ChatRequest, textOf, type ToolOffer, type WireMessage } from '../request/chat-request.js'
import { readAttachments, withoutFiles, type ReceivedAttachment } from '../request/read-attachments.js'
import { looksFailed } from './looks-failed.js'

/** One tool call of a script. `arguments` is sent as it is, also when it is not JSON. */
export interface ScriptedCall {
  name: string
  arguments: string
}

/** A source of a stretch of the answer, in the form of chat completions. */
export interface UrlCitation {
  type: 'url_citation'
  url_citation: {
    url: string
    title: string
    /** The cited stretch of the text. */
    start_index: number
    end_index: number
    /** Words of the page. OpenRouter sends them, OpenAI does not. */
    content?: string
  }
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
 * - `annotations`: citations of places in the text, in one chunk, as OpenAI sends them behind an answer with a web search.
 * - `finish`: ends the message with this reason; `extra` lands beside `finish_reason`.
 * - `raw`: bytes as they are, streams only (a comment, a broken line).
 * - `pause`: silence in milliseconds at speed 1; `stall`: silence until the client goes.
 * - `error`: an error event in the stream (not streaming: HTTP 500), after which the stream ends.
 * - `close`: the stream ends as if all was said, without a finish reason; `disconnect`: the line is cut.
 */
export type ScriptedEvent =
  | { type: 'reasoning'; text: string; rate?: number }
  | { type: 'text'; text: string; rate?: number }
  | { type: 'refusal'; text: string; rate?: number }
  | { type: 'calls'; calls: readonly ScriptedCall[]; interleave?: boolean }
  | { type: 'annotations'; annotations: readonly UrlCitation[] }
  | { type: 'finish'; reason: string; extra?: Record<string, unknown> }
  | { type: 'raw'; text: string }
  | { type: 'pause'; ms: number }
  | { type: 'stall' }
  | { type: 'error'; error: ErrorBody }
  | { type: 'close' }
  | { type: 'disconnect' }
  | HttpStep

export const think = (text: string): ScriptedEvent => ({ type: 'reasoning', text })
export const say = (text: string): ScriptedEvent => ({ type: 'text', text })
export const finish = (reason: string): ScriptedEvent => ({ type: 'finish', reason })
export const callTools = (calls: readonly ScriptedCall[], interleave = false): ScriptedEvent => ({
  type: 'calls',
  calls,
  interleave,
})

/** A call since the last user message, with its result. */
export interface ScriptedResult {
  name: string
  /** As the transcript holds it; need not be JSON. */
  arguments: string
  content: string
  /** The result reads like a failure. */
  failed: boolean
  /** 0 for the calls of the first message after the user's. */
  round: number
}

/** The input of a scenario. */
export interface ScriptedRequest {
  /** The text of the last user message, without the files in it. */
  prompt: string
  /** Its attachments. */
  attachments: readonly ReceivedAttachment[]
  tools: readonly ToolOffer[]
  /** Results since the last user message, in call order. */
  outcomes: readonly ScriptedResult[]
  /** How many messages with calls there were since the last user message. */
  rounds: number
  /** The text of the last assistant message, "" when there is none. */
  lastAnswer: string
  /** The summary in place of earlier messages. */
  summary?: string
  maxTokens?: number
}

/** Pictures of results travel in a message of the user right after the results (docs/wire 1.3). It asks nothing. */
const isOfResults = (message: WireMessage, before: WireMessage | undefined): boolean =>
  before?.role === 'tool' && textOf(message).startsWith('Images in the result of ')

/** Begins the message that `continueWithSummary` puts in place of earlier ones. */
const SUMMARY = 'Summary of the conversation so far:\n\n'

/** Reads the facts about a request that a scenario gets. */
export function readTurn(chat: ChatRequest): ScriptedRequest {
  const lastUser = chat.messages.findLastIndex(
    (message, at) => message.role === 'user' && !isOfResults(message, chat.messages[at - 1]),
  )
  const since = chat.messages.slice(lastUser + 1)
  const asking = since.filter((message) => message.tool_calls !== undefined && message.tool_calls !== null)
  const user = chat.messages[lastUser]
  const answer = chat.messages.findLast((message) => message.role === 'assistant')
  const texts = chat.messages.slice(0, lastUser).map(textOf)
  const summary = texts.findLast((text) => text.startsWith(SUMMARY))?.slice(SUMMARY.length)
  return {
    prompt: user ? withoutFiles(textOf(user)) : '',
    attachments: user ? readAttachments(user) : [],
    tools: chat.tools,
    outcomes: asking.flatMap((message, round) => outcomesOf(message, since, round)),
    rounds: asking.length,
    lastAnswer: answer ? textOf(answer) : '',
    ...(summary !== undefined && { summary }),
    ...(chat.maxTokens === undefined ? {} : { maxTokens: chat.maxTokens }),
  }
}

function outcomesOf(message: WireMessage, since: readonly WireMessage[], round: number): ScriptedResult[] {
  const after = since.slice(since.indexOf(message) + 1)
  const end = after.findIndex((next) => next.role !== 'tool')
  const results = end < 0 ? after : after.slice(0, end)
  return (message.tool_calls ?? []).flatMap((call) => {
    const result = results.find((entry) => entry.tool_call_id === call.id)
    if (!result) return []
    const content = textOf(result)
    const { name, arguments: args } = call.function
    return [{ name, arguments: args, content, failed: looksFailed(content), round }]
  })
}

/**
 * A scripted model: it reads the conversation so far and plays the next answer. It is called once per request and keeps no
 * state.
 */
export interface Scenario {
  id: string
  /** One line for `/models`. */
  description: string
  play(turn: ScriptedRequest): Iterable<ScriptedEvent>
}

/** A small random source with a seed (mulberry32): the same seed gives the same row of numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

function idFrom(random: () => number): string {
  let id = ''
  for (let i = 0; i < 24; i++) id += letters[Math.floor(random() * letters.length)]
  return id
}

/** Ids of 24 letters and digits, the same row for the same seed. For tests and for comparing two ends. */
export function createSeededIds(seed = 1): () => string {
  const random = seededRandom(seed)
  return () => idFrom(random)
}

export const randomId = (): string => idFrom(Math.random)
