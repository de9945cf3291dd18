import OpenAI from 'openai'
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions'
import { collectCompletion, type ChatErrorKind } from '@antiphon/core'

/** The reading of one answer, in one shape for all readers. Absent and empty texts are the same. */
export interface Reading {
  choices: ChoiceReading[]
  usage?: unknown
  /** The error that was thrown or reported instead of the answer, or after it. */
  error?: { name: string; kind?: ChatErrorKind; message: string }
}

interface ChoiceReading {
  text: string
  reasoning: string
  refusal: string
  calls: { id: string; name: string; arguments: string }[]
  finish?: string
}

/** Where the client passes on what it does not know, thoughts among it. */
interface Thoughts {
  reasoning_content?: string | null
  reasoning?: string | null
}

export const request = { model: 'any', messages: [{ role: 'user' as const, content: 'go' }] }

export function clientFor(baseURL: string): OpenAI {
  return new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0, logLevel: 'off' })
}

/** The loop of every tutorial: each delta is added to what is there. The answer before an error is kept. */
export async function readByHand(client: OpenAI): Promise<Reading> {
  const reading: Reading = { choices: [] }
  try {
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    })
    for await (const chunk of stream) addChunk(reading, chunk)
  } catch (error) {
    reading.error = thrown(error)
  }
  return reading
}

function addChunk(reading: Reading, chunk: ChatCompletionChunk): void {
  if (chunk.usage) reading.usage = chunk.usage
  for (const { index, delta, finish_reason } of chunk.choices) {
    const choice = (reading.choices[index] ??= { text: '', reasoning: '', refusal: '', calls: [] })
    const { reasoning_content, reasoning } = delta as Thoughts
    choice.text += delta.content ?? ''
    choice.reasoning += reasoning_content ?? reasoning ?? ''
    choice.refusal += delta.refusal ?? ''
    const legacy = delta.function_call ? [{ index: 0, id: '', function: delta.function_call }] : []
    for (const { index: at, id, function: fn } of delta.tool_calls ?? legacy) {
      const call = (choice.calls[at] ??= { id: '', name: '', arguments: '' })
      if (id) call.id = id
      if (fn?.name) call.name = fn.name
      call.arguments += fn?.arguments ?? ''
    }
    if (finish_reason) choice.finish = finish_reason
  }
}

/** `ChatCompletionStream`, the client's own accumulator. It gives all or nothing. */
export async function readByHelper(client: OpenAI): Promise<Reading> {
  try {
    return fromCompletion(await client.chat.completions.stream(request).finalChatCompletion())
  } catch (error) {
    return { choices: [], error: thrown(error) }
  }
}

/** Reads a body that is not a stream. */
export async function readWhole(client: OpenAI): Promise<Reading> {
  try {
    return fromCompletion(await client.chat.completions.create(request))
  } catch (error) {
    return { choices: [], error: thrown(error) }
  }
}

function fromCompletion({ choices, usage }: ChatCompletion): Reading {
  return {
    usage: usage ?? undefined,
    choices: choices.map(({ message, finish_reason }) => {
      const { reasoning_content, reasoning } = message as Thoughts
      return {
        text: message.content ?? '',
        reasoning: reasoning_content ?? reasoning ?? '',
        refusal: message.refusal ?? '',
        calls: callsOf(message),
        finish: finish_reason,
      }
    }),
  }
}

function callsOf({ tool_calls, function_call }: ChatCompletion['choices'][number]['message']) {
  if (function_call) return [{ id: '', ...function_call }]
  return (tool_calls ?? []).flatMap((call) =>
    call.type === 'function' ? [{ id: call.id, ...call.function }] : [],
  )
}

/** The kit on the same bytes. */
export async function readByKit(response: Response): Promise<Reading> {
  const { choices, message, error, outcome } = await collectCompletion(response)
  // An error without any answer has an empty message that carries it.
  const wasAnswered =
    outcome !== 'error' || choices.some((choice) => choice.finishReasonRaw ?? choice.segments)
  return {
    usage: message.usage?.raw,
    error: error && { name: 'ChatError', kind: error.kind, message: error.message },
    choices: wasAnswered
      ? choices.map((choice) => ({
          text: choice.content,
          reasoning: choice.reasoning ?? '',
          refusal: choice.refusal ?? '',
          calls: (choice.tool_calls ?? []).map(({ id, function: fn }) => ({ id, ...fn })),
          finish: choice.finishReasonRaw,
        }))
      : [],
  }
}

function thrown(error: unknown): Reading['error'] {
  const { constructor, message } = error as Error
  return { name: constructor.name, message: message.split('\n')[0]! }
}
