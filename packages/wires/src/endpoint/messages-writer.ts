import type { ErrorBody, ModelRequest } from '@antiphon/endpoint'
import { type Delta, usageOf, sealOf, sse, type WireWriter } from '@antiphon/endpoint/wire'

/** Finish reasons of chat completions in the words of this wire. */
const REASONS: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Types of errors by HTTP status. */
const TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

/** The body of a refusal in the shape of this wire. */
export function messagesErrorBody(status: number, { message }: ErrorBody): unknown {
  const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
  return { type: 'error', error: { type, message } }
}

/** Writes an answer as Anthropic's Messages API streams it: blocks one after the other, each opened and closed. */
export function createMessagesWriter(request: ModelRequest): WireWriter {
  const { prompt_tokens: input } = usageOf(request, 0, 0)
  const blocks: Record<string, unknown>[] = []
  /** Calls of the script with their arguments, in the order of their blocks, because blocks never overlap. */
  const calls = new Map<number, Record<string, unknown>>()
  const waiting = new Map<number, string>()
  let open: Record<string, unknown> | undefined
  let usage: Record<string, number> = { input_tokens: input, output_tokens: 1 }
  let message: Record<string, unknown> = {
    id: `msg_${request.generateId()}`,
    type: 'message',
    role: 'assistant',
    model: request.chat.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  const at = (): number => blocks.length - 1
  const emit = (type: string, fields: object): string => sse(type, { type, ...fields })
  const piece = (delta: object): string => emit('content_block_delta', { index: at(), delta })

  function close(): string {
    if (!open) return ''
    const block = open
    open = undefined
    let out = ''
    if (block['type'] === 'thinking') {
      block['signature'] = sealOf(String(block['thinking']))
      out += piece({ type: 'signature_delta', signature: block['signature'] })
    }
    return out + emit('content_block_stop', { index: at() })
  }

  function begin(block: Record<string, unknown>): string {
    const out = close()
    open = block
    blocks.push(block)
    return out + emit('content_block_start', { index: at(), content_block: { ...block } })
  }

  function say(key: 'text' | 'thinking', text: string): string {
    let out = ''
    if (open?.['type'] !== key)
      out += begin(key === 'text' ? { type: key, text: '' } : { type: key, thinking: '', signature: '' })
    open![key] = String(open![key]) + text
    return out + piece({ type: `${key}_delta`, [key]: text })
  }

  /** Arguments of a call whose turn has not come yet wait for it. */
  function writeWaiting(): string {
    let out = ''
    for (const [index, json] of waiting) {
      const call = calls.get(index)!
      out += begin({ ...call, input: {} }) + piece({ type: 'input_json_delta', partial_json: json })
      Object.assign(blocks[at()]!, { input: parsed(json) })
    }
    waiting.clear()
    return out
  }

  return {
    open: () => emit('message_start', { message }) + emit('ping', {}),
    delta({ content, reasoning_content: reasoning, refusal, tool_calls: parts = [] }: Delta) {
      let out = ''
      if (reasoning) out += say('thinking', reasoning)
      // A refusal is the answer's text here, and its ending.
      const text = content || refusal
      if (text) out += say('text', text)
      for (const { index, id, function: fn } of parts) {
        const known = calls.get(index)
        if (!known) calls.set(index, { type: 'tool_use', id: id?.replace(/^call_/, 'toolu_'), name: fn.name })
        const isOpen = open?.['type'] === 'tool_use' && open['id'] === calls.get(index)!['id']
        if (isOpen) {
          open!['json'] = `${(open!['json'] as string | undefined) ?? ''}${fn.arguments}`
          if (fn.arguments) out += piece({ type: 'input_json_delta', partial_json: fn.arguments })
        } else if (!known && open?.['type'] !== 'tool_use') {
          out += begin({ ...calls.get(index)!, input: {} })
          out += piece({ type: 'input_json_delta', partial_json: '' })
        } else waiting.set(index, (waiting.get(index) ?? '') + fn.arguments)
      }
      return out
    },
    error: ({ message: text, type }) =>
      sse('error', {
        type: 'error',
        error: { type: type === 'server_error' ? 'overloaded_error' : type, message: text },
      }),
    finish(reason, { sent }) {
      let out = writeWaiting() + close()
      for (const block of blocks) {
        const { json } = block
        delete block['json']
        if (typeof json === 'string') block['input'] = parsed(json)
      }
      usage = { input_tokens: input, output_tokens: sent }
      const ending = { stop_reason: REASONS[reason ?? 'stop'] ?? reason, stop_sequence: null }
      message = { ...message, content: blocks, ...ending, usage }
      out += emit('message_delta', { delta: ending, usage: { output_tokens: sent } })
      return out + emit('message_stop', {})
    },
    whole: () => message,
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json || '{}')
  } catch {
    return {}
  }
}
