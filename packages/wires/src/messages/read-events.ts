import { compact, isRecord, type JsonObject, textOf, safeStringify } from '@antiphon/base'
import { type EventReader } from '@antiphon/core/wire'
import { createChunkWriter } from '../toolkit/chunk-writer.js'
import { readBlockResult } from './result-of-block.js'

/** One content block while it grows: `body` is what it is made of so far, to go back so. */
interface OpenBlock {
  body: JsonObject
  /** Index of its call. */
  call?: number
  /** Pieces of its arguments. */
  input: string
  /** Where its text begins in the answer. */
  start: number
}

/** The block that a delta belongs to. */
const BEGINNINGS: Readonly<Record<string, JsonObject>> = {
  thinking_delta: { type: 'thinking', thinking: '' },
  signature_delta: { type: 'thinking', thinking: '' },
  input_json_delta: { type: 'tool_use' },
}

/** Blocks that are a picture, also as gateways write them. */
const IMAGES = ['image', 'image_url', 'output_image']

/** The block types that have a view of their own, or nothing to show. Any other is a row by its name. */
const SHOWN = [
  ...IMAGES,
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
]

/** Reads the events of a message (docs/wire 8). A whole message in place of events will do too. */
export function createMessagesEvents(): EventReader {
  const out = createChunkWriter()
  const blocks = new Map<number, OpenBlock>()
  /** Blocks as they came, whole ones only. */
  const kept: JsonObject[] = []
  /** Calls of this answer that the provider runs, by id. */
  const calls = new Map<string, number>()
  let usage: JsonObject = {}
  let started: string | undefined
  let reason: string | undefined
  /** A reason while a block is open is beside its output: it is told once all are closed (docs/wire 2.2). */
  let isHeld = false
  let done = false

  function start(message: JsonObject): void {
    const id = textOf(message.id)
    // A gateway may send `message_start` twice, or splice two messages into one stream. The text shown so far stays.
    if (started !== undefined && started === id) return
    started = id ?? ''
    out.begin(compact({ id, model: textOf(message.model) }))
    countUsage(message.usage)
  }

  /** Each usage event has totals of the whole message, so later counts replace earlier ones and are never added. */
  function countUsage(counts: unknown): void {
    if (!isRecord(counts)) return
    usage = { ...usage, ...Object.fromEntries(Object.entries(counts).filter(([, value]) => value != null)) }
    out.usage(usage)
  }

  function open(index: number, body: JsonObject): void {
    // A repeated index begins a new block.
    if (blocks.has(index)) close(index)
    const block: OpenBlock = { body: { ...body }, input: '', start: out.textLength }
    blocks.set(index, block)
    const type = textOf(body.type) ?? 'unknown'
    if (type === 'text') say(block, 'text', body.text)
    else if (type === 'thinking') say(block, 'thinking', body.thinking)
    else if (IMAGES.includes(type)) out.image(body)
    else if (type === 'redacted_thinking') out.hiddenThought({ data: body.data })
    else if (/^(?:tool|server_tool|mcp_tool)_use$/.test(type)) {
      const isProviders = type !== 'tool_use'
      const id = textOf(body.id)
      block.call = out.call({ id, name: textOf(body.name), isProviders })
      if (isProviders && id) calls.set(id, block.call)
    } else if (type.endsWith('_tool_result')) {
      const id = textOf(body.tool_use_id)
      // The call may be one of the answer before: a pause, or code that called a function of the client.
      const call =
        calls.get(id ?? '') ?? out.call({ id, name: type.replace(/_tool_result$/, ''), isProviders: true })
      out.result(call, readBlockResult(body))
    }
  }

  /** Adds text of a block. The event that begins the block may already hold some. */
  function say({ body }: OpenBlock, key: 'text' | 'thinking', piece: unknown): void {
    if (typeof piece !== 'string' || piece === '') return
    if (key === 'text') out.text(piece)
    else {
      if (out.last === 'reasoning' && body.thinking === piece) out.reasoning('\n\n')
      out.reasoning(piece)
    }
  }

  /** The open call, for arguments with an index that no block has: alone it would run without them. */
  function callIn({ type }: JsonObject): OpenBlock | undefined {
    return type === 'input_json_delta'
      ? [...blocks.values()].findLast(({ call }) => call !== undefined)
      : undefined
  }

  function grow(index: number, delta: JsonObject): void {
    let block = blocks.get(index) ?? callIn(delta)
    // One that was never announced begins with its first piece.
    if (!block) {
      open(index, BEGINNINGS[String(delta.type)] ?? { type: 'text', text: '' })
      block = blocks.get(index)!
    }
    const { body } = block
    switch (delta.type) {
      case 'text_delta':
        body.text = (textOf(body.text) ?? '') + (textOf(delta.text) ?? '')
        return say(block, 'text', delta.text)
      case 'thinking_delta':
        body.thinking = (textOf(body.thinking) ?? '') + (textOf(delta.thinking) ?? '')
        return say(block, 'thinking', delta.thinking)
      case 'signature_delta':
        body.signature = (textOf(body.signature) ?? '') + (textOf(delta.signature) ?? '')
        return
      case 'input_json_delta':
        block.input += textOf(delta.partial_json) ?? ''
        if (block.call !== undefined) out.arguments(block.call, delta.partial_json)
        return
      case 'citations_delta':
        body.citations = [
          ...(Array.isArray(body.citations) ? (body.citations as unknown[]) : []),
          delta.citation,
        ]
        return
      default: {
        // Such as a compaction: what it says is kept with its block.
        const { type: _, ...more } = delta
        Object.assign(body, more)
        if (SHOWN.includes(String(body.type))) out.unknown(delta)
      }
    }
  }

  function close(index: number): void {
    const block = blocks.get(index)
    if (!block) return
    blocks.delete(index)
    const { body, call, input, start: from } = block
    const type = textOf(body.type) ?? 'unknown'
    if (call !== undefined) {
      // No piece at all: the placeholder of the start is the input.
      const placeholder = safeStringify(body.input ?? {})
      if (input === '') out.arguments(call, placeholder)
      else body.input = parsed(input)
    }
    if (type === 'thinking' && !body.thinking && body.signature)
      out.hiddenThought({ data: body.signature, format: 'anthropic-claude-v1' })
    if (Array.isArray(body.citations)) for (const citation of body.citations) cite(citation, from)
    if (!SHOWN.includes(type) && !type.endsWith('_tool_result')) {
      const { type: _, ...rest } = body
      const row = out.call({ name: type, isProviders: true })
      out.arguments(row, '{}')
      out.result(row, { result: textOf(body.content) ?? safeStringify(rest) })
    }
    kept.push(body)
    out.note({ content_blocks: [...kept] })
    if (blocks.size === 0) tellReason()
  }

  function tellReason(): void {
    if (isHeld) out.finish(reason!)
    isHeld = false
  }

  /** The text of the block rests on the source. */
  function cite(citation: unknown, from: number): void {
    if (!isRecord(citation)) return
    const places = { start_index: from, end_index: out.textLength }
    const { type, url, title, document_title: document, cited_text: quote } = citation
    const source = compact({ url, title: title ?? document ?? undefined, cited_text: quote, ...places })
    out.annotation(
      typeof url === 'string'
        ? { type: 'url_citation', url_citation: source }
        : { ...citation, type, ...places },
    )
  }

  function end({
    stop_reason: stop,
    stop_sequence,
    stop_details,
    container,
    context_management,
  }: JsonObject): void {
    out.note(
      Object.fromEntries(
        Object.entries({ stop_sequence, stop_details, container, context_management }).filter(
          ([, value]) => value != null,
        ),
      ),
    )
    if (!textOf(stop)) return
    reason = stop as string
    isHeld = true
    if (blocks.size === 0) tellReason()
  }

  function readWhole(message: JsonObject): void {
    start(message)
    const content = Array.isArray(message.content) ? message.content.filter(isRecord) : []
    content.forEach((body, index) => {
      open(index, body)
      close(index)
    })
    end(message)
    done = true
  }

  function readEvent(value: JsonObject): void {
    const index = typeof value.index === 'number' ? value.index : 0
    const body = (key: string): JsonObject => (isRecord(value[key]) ? value[key] : {})
    switch (value.type) {
      case 'message':
        return readWhole(value)
      case 'message_start':
        return start(body('message'))
      case 'content_block_start':
        return open(index, body('content_block'))
      case 'content_block_delta':
        return grow(index, body('delta'))
      case 'content_block_stop':
        return close(index)
      case 'message_delta':
        countUsage(value.usage)
        return end({
          ...body('delta'),
          ...(value.context_management != null && { context_management: value.context_management }),
        })
      case 'message_stop':
        // Compatible servers may say no reason: this event is the end all the same.
        // A block without a view is a row, also where nobody closed it. One that is shown is not known to be whole.
        for (const [index, { body }] of blocks) if (!SHOWN.includes(String(body.type))) close(index)
        tellReason()
        if (reason === undefined) out.finish(calls.size < out.callCount ? 'tool_use' : 'end_turn')
        done = true
        return
      case 'error':
        return out.error(value)
      case 'ping':
        return
      default:
        return out.stray(value)
    }
  }

  return {
    read(value) {
      if (isRecord(value) && !done) readEvent(value)
      return out.take()
    },
    end() {
      tellReason()
      return out.take()
    },
    get done() {
      return done
    },
  }
}

/** Wraps arguments that are not a JSON object in one, because the provider accepts nothing else. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : { value }
  } catch {
    return { unparsed: text }
  }
}
