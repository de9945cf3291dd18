import type { CallDelta, Delta } from '../script/cut-steps.js'
import type { UrlCitation } from '../script/scenario.js'
import { usageOf } from '../script/usage.js'
import type { WireWriter, ModelRequest } from './endpoint-wire.js'

interface WholeMessage {
  role: 'assistant'
  content: string | null
  refusal: string | null
  reasoning_content?: string
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[]
  annotations?: readonly UrlCitation[]
}

/** Writes an answer in the shape of OpenAI's chunks. */
export function createChatWriter(request: ModelRequest): WireWriter {
  const { includeUsage, model } = request.chat
  const id = `chatcmpl-${request.generateId()}`
  const created = Math.floor(request.now() / 1000)
  const message: WholeMessage = { role: 'assistant', content: null, refusal: null }
  let whole: unknown

  const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
  const event = (choices: unknown[], usage: unknown = null): string =>
    data({
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices,
      ...(includeUsage ? { usage } : {}),
    })
  const choice = (delta: Delta, reason: string | null = null, extra = {}): string =>
    event([{ index: 0, delta, logprobs: null, finish_reason: reason, ...extra }])

  return {
    open: () => choice({ role: 'assistant', content: '' }),
    delta(delta) {
      addDelta(message, delta)
      return choice(delta)
    },
    error: (error) => data({ error }),
    finish(reason, { sent, thought }, extra) {
      const usage = usageOf(request, sent, thought)
      const choices = [{ index: 0, message, logprobs: null, finish_reason: reason, ...extra }]
      whole = { id, object: 'chat.completion', created, model, choices, usage }
      return choice({}, reason, extra) + (includeUsage ? event([], usage) : '') + 'data: [DONE]\n\n'
    },
    whole: () => whole,
  }
}

function addDelta(message: WholeMessage, delta: Delta): void {
  if (typeof delta.content === 'string') message.content = (message.content ?? '') + delta.content
  if (delta.reasoning_content !== undefined)
    message.reasoning_content = (message.reasoning_content ?? '') + delta.reasoning_content
  if (delta.refusal !== undefined) message.refusal = (message.refusal ?? '') + delta.refusal
  if (delta.annotations) message.annotations = delta.annotations
  for (const call of delta.tool_calls ?? []) addCall(message, call)
}

function addCall(message: WholeMessage, part: CallDelta): void {
  message.tool_calls ??= []
  const known = message.tool_calls[part.index]
  if (known) known.function.arguments += part.function.arguments
  else {
    const { name = '', arguments: args } = part.function
    message.tool_calls[part.index] = {
      id: part.id ?? '',
      type: 'function',
      function: { name, arguments: args },
    }
  }
}
