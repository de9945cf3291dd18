import { type AssistantMessage, type Message } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import { compact, isRecord, textOf, timeOf, type JsonObject, listOf } from '@antiphon/base'
import { createOllamaEvents } from '@antiphon/wires/read'
import {
  withMetadata,
  defineSession,
  entriesOf,
  imagePart,
  restOf,
  type SessionThread,
  severalOf,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { isRoleMessage, readRoleMessage } from '../shared/role-message.js'

const PREFIX = 'ollama.'
/** Fields of a line that the reader of live answers handles. */
const READ = 'model message response thinking created_at done done_reason logprobs error'.split(' ')

/** Requests and answers of Ollama; an answer that was streamed is a line for each piece. */
export const ollamaFormat = defineSession({
  name: 'ollama',
  title: 'Ollama: requests, answers, streams of /api/chat and /api/generate',
  shapes: ['request', 'response'],
  needs:
    'answers with "model", "done" and a "message" or "response", or requests with "options" or calls whose arguments are an object',
  sign(_, entries) {
    if (entries.some(isPiece)) return 'answers with model and done'
    return entries.some(isRequest) ? 'a request of /api/chat' : undefined
  },
  read(value, _, open) {
    const entries = entriesOf(value)
    const conversations: Conversation[] = []
    let thread: SessionThread | undefined
    let fields: JsonObject = {}
    let pieces: JsonObject[] = []
    /** A line that ends the answer in place of its last piece. */
    let failure: JsonObject | undefined
    const end = (): void => {
      if (pieces.length > 0) thread?.add(answerOf(pieces, failure))
      pieces = []
      failure = undefined
      if (thread) conversations.push(thread.end({ fields }))
      thread = undefined
      fields = {}
    }
    entries.forEach((entry, at) => {
      if (isRecord(entry) && isRequest(entry)) {
        end()
        const { messages, ...around } = entry
        fields = around
        thread = open('request')
        for (const [i, message] of (messages as unknown[]).entries()) {
          if (isRoleMessage(message)) thread.add(...withPictures(message))
          else thread.keep(`messages[${i}]`, 'no message', message)
        }
        return
      }
      const isAnswered = pieces.at(-1)?.done === true || failure !== undefined
      if (isAnswered) end()
      thread ??= open('response')
      if (isRecord(entry) && isPiece(entry)) pieces.push(entry)
      else if (isRecord(entry) && textOf(entry.error) !== undefined && pieces.length > 0) failure = entry
      else thread.keep(at, 'no piece of an answer', entry)
    })
    end()
    return severalOf(conversations)
  },
})

const isPiece = ({ model, done, message, response }: JsonObject): boolean =>
  typeof model === 'string' &&
  typeof done === 'boolean' &&
  (isRecord(message) || typeof response === 'string')

/** Fields that only a request to Ollama has. */
function isRequest({ model, messages, options, keep_alive: alive, max_tokens: limit }: JsonObject): boolean {
  if (typeof model !== 'string' || !Array.isArray(messages) || limit !== undefined) return false
  const sample: readonly unknown[] = messages.slice(0, 50)
  if (sample.filter(isRoleMessage).length * 2 < sample.length) return false
  const isOwn = (message: unknown): boolean => {
    if (!isRecord(message) || !(typeof message.content === 'string' || message.content === undefined))
      return false
    const { images, tool_calls: calls, tool_name: name } = message
    const hasPictures = Array.isArray(images) && images.some((image) => typeof image === 'string')
    return hasPictures || typeof name === 'string' || (Array.isArray(calls) && calls.some(isOwnCall))
  }
  return isRecord(options) || alive !== undefined || messages.slice(0, 50).some(isOwn)
}

const isOwnCall = (call: unknown): boolean =>
  isRecord(call) && isRecord(call.function) && isRecord(call.function.arguments)

/** Pictures are base64 without a type. */
function withPictures({ images, ...message }: JsonObject): Message[] {
  const pictures = listOf(images).flatMap((image) => (typeof image === 'string' ? [imagePart(image)] : []))
  const [first, ...rest] = readRoleMessage(message, PREFIX)
  if (!first || pictures.length === 0) return first ? [first, ...rest] : []
  if (first.role === 'assistant') return [{ ...first, images: pictures }, ...rest]
  if (first.role !== 'user' && first.role !== 'tool')
    return [withMetadata(first, { [`${PREFIX}images`]: images }), ...rest]
  const words =
    typeof first.content === 'string' ? [{ type: 'text' as const, text: first.content }] : first.content
  return [{ ...first, content: [...words, ...pictures] }, ...rest]
}

function answerOf(pieces: readonly JsonObject[], failure: JsonObject | undefined): AssistantMessage {
  const reader = createCompletionReader({ createEvents: createOllamaEvents, thinkTags: false })
  for (const piece of pieces) reader.push(piece)
  if (failure) reader.push(failure)
  const { message } = reader.end()
  const times = [
    ...new Set(pieces.map((piece) => textOf(piece.created_at)).filter((time) => time !== undefined)),
  ]
  const last = pieces.at(-1)!
  return withMetadata(compact<AssistantMessage>({ ...message, timestamp: timeOf(last.created_at) }), {
    ...restOf(PREFIX, last, ...READ),
    [`${PREFIX}times`]: times.length > 1 ? times : undefined,
  })
}
