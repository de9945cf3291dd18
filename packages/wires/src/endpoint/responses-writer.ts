import { type Delta, usageOf, type SentTokens, sealOf, sse, type WireWriter } from '@antiphon/endpoint/wire'
import type { ModelRequest } from '@antiphon/endpoint'

interface OpenItem {
  kind: 'reasoning' | 'message' | 'refusal' | 'call'
  at: number
  /** Index of the call in the script. */
  call?: number
  item: Record<string, unknown>
  text: string
}

/** Writes an answer as OpenAI's Responses API streams it: items with parts, each announced and closed. */
export function createResponsesWriter(request: ModelRequest): WireWriter {
  const base = {
    id: `resp_${request.generateId()}`,
    object: 'response',
    created_at: Math.floor(request.now() / 1000),
    model: request.chat.model,
  }
  const output: Record<string, unknown>[] = []
  const open: OpenItem[] = []
  let thought: unknown
  let sequence = 0
  let response: Record<string, unknown> = { ...base, status: 'in_progress', output: [], usage: null }

  const emit = (type: string, fields: object): string =>
    sse(type, { type, sequence_number: sequence++, ...fields })
  const ids = ({ at, item }: OpenItem) => ({ output_index: at, item_id: item['id'] })

  function begin(kind: OpenItem['kind'], item: Record<string, unknown>, call?: number): [OpenItem, string] {
    const at = output.length
    output.push(item)
    const one: OpenItem = { kind, at, item, text: '', ...(call !== undefined && { call }) }
    open.push(one)
    let text = emit('response.output_item.added', { output_index: at, item: { ...item } })
    if (kind === 'message' || kind === 'refusal')
      text += emit('response.content_part.added', { ...ids(one), content_index: 0, part: partOf(one) })
    if (kind === 'reasoning')
      text += emit('response.reasoning_summary_part.added', {
        ...ids(one),
        summary_index: 0,
        part: partOf(one),
      })
    return [one, text]
  }

  function close(one: OpenItem): string {
    open.splice(open.indexOf(one), 1)
    const { kind, item, text } = one
    let out = ''
    if (kind === 'reasoning') {
      item['summary'] = [partOf(one)]
      item['encrypted_content'] = sealOf(`${String(item['id'])}${JSON.stringify(item['summary'])}`)
      out += emit('response.reasoning_summary_text.done', { ...ids(one), summary_index: 0, text })
      out += emit('response.reasoning_summary_part.done', {
        ...ids(one),
        summary_index: 0,
        part: partOf(one),
      })
      thought = item['id']
    } else if (kind === 'call') {
      Object.assign(item, { arguments: text, status: 'completed' })
      out += emit('response.function_call_arguments.done', { ...ids(one), arguments: text })
    } else {
      Object.assign(item, { content: [partOf(one)], status: 'completed' })
      const done = kind === 'refusal' ? { refusal: text } : { text }
      out += emit(`response.${kind === 'refusal' ? 'refusal' : 'output_text'}.done`, {
        ...ids(one),
        content_index: 0,
        ...done,
      })
      out += emit('response.content_part.done', { ...ids(one), content_index: 0, part: partOf(one) })
    }
    return out + emit('response.output_item.done', { output_index: one.at, item: { ...item } })
  }

  /** An id with the id of the thought that led to the item, because the item cannot be sent back without that thought. */
  const idOf = (prefix: string): string =>
    `${prefix}_${request.generateId()}${typeof thought === 'string' ? `_${thought}` : ''}`

  function say(kind: 'reasoning' | 'message' | 'refusal', delta: string): string {
    let one = open.find((item) => item.kind === kind)
    let out = ''
    if (!one) {
      while (open[0]) out += close(open[0])
      const item =
        kind === 'reasoning'
          ? { id: `rs_${request.generateId()}`, type: 'reasoning', summary: [] }
          : { id: idOf('msg'), type: 'message', role: 'assistant', status: 'in_progress', content: [] }
      const [begun, text] = begin(kind, item)
      one = begun
      out += text
    }
    one.text += delta
    const [name, place] =
      kind === 'reasoning'
        ? ['reasoning_summary_text', { summary_index: 0 }]
        : [kind === 'refusal' ? 'refusal' : 'output_text', { content_index: 0 }]
    return out + emit(`response.${name}.delta`, { ...ids(one), ...place, delta })
  }

  function end(status: string, fields: object, tokens: SentTokens): string {
    let out = ''
    while (open[0]) out += close(open[0])
    const { prompt_tokens: input, total_tokens: total } = usageOf(request, tokens.sent, tokens.thought)
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: tokens.sent,
      output_tokens_details: { reasoning_tokens: tokens.thought },
      total_tokens: total,
    }
    response = { ...base, status, output, usage, ...fields }
    return out + emit(`response.${status}`, { response })
  }

  return {
    open: () => emit('response.created', { response }) + emit('response.in_progress', { response }),
    delta({ content, reasoning_content: reasoning, refusal, tool_calls: calls = [] }: Delta) {
      let out = ''
      if (reasoning) out += say('reasoning', reasoning)
      if (content) out += say('message', content)
      if (refusal) out += say('refusal', refusal)
      for (const { index, id, function: fn } of calls) {
        let one = open.find(({ call }) => call === index)
        if (!one) {
          for (const other of open.filter(({ kind }) => kind !== 'call')) out += close(other)
          const item = {
            id: idOf('fc'),
            type: 'function_call',
            call_id: id,
            name: fn.name,
            arguments: '',
            status: 'in_progress',
          }
          const [begun, text] = begin('call', item, index)
          one = begun
          out += text
        }
        one.text += fn.arguments
        if (fn.arguments)
          out += emit('response.function_call_arguments.delta', { ...ids(one), delta: fn.arguments })
      }
      return out
    },
    error({ code, message, param }) {
      const event = { type: 'error', sequence_number: sequence++, code, message, param }
      return (
        sse('error', event) +
        emit('response.failed', {
          response: {
            ...base,
            status: 'failed',
            error: { code: code ?? 'server_error', message },
            output: [],
          },
        })
      )
    },
    finish(reason, tokens) {
      const why: Record<string, string> = { length: 'max_output_tokens', content_filter: 'content_filter' }
      const cause = why[reason ?? '']
      return cause
        ? end('incomplete', { incomplete_details: { reason: cause } }, tokens)
        : end('completed', { incomplete_details: null }, tokens)
    },
    whole: () => response,
  }
}

function partOf({ kind, text }: OpenItem): Record<string, unknown> {
  if (kind === 'reasoning') return { type: 'summary_text', text }
  return kind === 'refusal'
    ? { type: 'refusal', refusal: text }
    : { type: 'output_text', text, annotations: [], logprobs: [] }
}
