import type { AssistantMessage, Message } from '@antiphon/core'
import { compact, type JsonObject } from '@antiphon/base'
import { exchangeOf } from './exchange.js'
import type { WireExchange } from './types.js'

/** Ms between two pieces of an answer, and characters in each: some 45 tokens a second. */
const PACE = 30
const PIECE = 6

/**
 * Each answer of a transcript as an exchange that plays it: what was asked, and the answer as a stream of chat completions in even
 * steps. For transcripts whose own bytes were never recorded; it holds no times of day, so that nobody takes the pace for the real one.
 */
export function replayOfMessages(messages: readonly Message[]): WireExchange[] {
  return messages.flatMap((message, at) =>
    message.role === 'assistant' ? [exchangeFor(message, messages.slice(0, at), at)] : [],
  )
}

function exchangeFor(answer: AssistantMessage, messages: readonly Message[], at: number): WireExchange {
  const { model } = answer
  const pieces = [...chunksOf(answer), 'data: [DONE]\n\n'].map((event, i) => ({
    at: i * PACE,
    bytes: new TextEncoder().encode(event),
  }))
  return exchangeOf('', {
    id: `x${at + 1}`,
    pieces,
    question: compact({ model, messages }),
    ...(answer.id !== undefined && { messageId: answer.id }),
  })
}

function* chunksOf(answer: AssistantMessage): Generator<string> {
  const {
    model,
    id,
    content,
    reasoning,
    refusal,
    tool_calls: calls = [],
    finishReason,
    finishReasonRaw,
    usage,
    error,
  } = answer
  const event = (fields: JsonObject): string =>
    `data: ${JSON.stringify(compact({ id, model, ...fields }))}\n\n`
  const delta = (fields: JsonObject): string => event({ choices: [{ index: 0, delta: fields }] })
  yield delta({ role: 'assistant' })
  for (const text of cut(reasoning)) yield delta({ reasoning: text })
  for (const text of cut(content)) yield delta({ content: text })
  for (const text of cut(refusal)) yield delta({ refusal: text })
  for (const [index, { id: callId, function: fn }] of calls.entries()) {
    const begin = { index, id: callId, type: 'function', function: { name: fn.name, arguments: '' } }
    yield delta({ tool_calls: [begin] })
    for (const part of cut(fn.arguments))
      yield delta({ tool_calls: [{ index, function: { arguments: part } }] })
  }
  if (error) yield event({ error: { message: error.message, code: error.code ?? error.kind } })
  else
    yield event({
      choices: [{ index: 0, delta: {}, finish_reason: finishReasonRaw ?? finishReason ?? 'stop' }],
    })
  if (usage)
    yield event({
      choices: [],
      usage: usage.raw ?? { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
    })
}

/** In pieces that end between characters, never inside of one. */
function* cut(text: unknown): Generator<string> {
  if (typeof text !== 'string') return
  let piece = ''
  for (const char of text) {
    piece += char
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
