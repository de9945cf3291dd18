import { field, textOf } from '@antiphon/base'
import { LOG_START, type LogKey, type RunLog } from '../log/types.js'
import type { RunEvent } from './run-events.js'
import { eventName } from './run-events.js'

/** One part of the stream that `useChat` of the AI SDK reads. */
type UiPart = { type: string } & Readonly<Record<string, unknown>>

interface OpenCall {
  toolCallId: string
  toolName: string
  input: string
}

/**
 * Events of a run as parts of the UI message stream of the AI SDK (v1). All steps of a run are one message there, as that SDK has it.
 */
function createUiParts(): (line: string) => UiPart[] {
  let hasStarted = false
  let open: { type: 'text' | 'reasoning'; id: string } | undefined
  let blocks = 0
  let calls = new Map<number, OpenCall>()

  const close = (): UiPart[] => {
    const parts = open ? [{ type: `${open.type}-end`, id: open.id }] : []
    open = undefined
    return parts
  }
  const piece = (type: 'text' | 'reasoning', delta: string): UiPart[] => {
    if (open?.type === type) return [{ type: `${type}-delta`, id: open.id, delta }]
    const before = close()
    open = { type, id: `${type}-${++blocks}` }
    const { id } = open
    return [...before, { type: `${type}-start`, id }, { type: `${type}-delta`, id, delta }]
  }
  const callPiece = (delta: unknown): UiPart[] => {
    const index = Number(field(delta, 'index') ?? 0)
    const called = field(delta, 'function')
    const more = textOf(field(called, 'arguments')) ?? ''
    const parts: UiPart[] = []
    let call = calls.get(index)
    if (!call) {
      const toolCallId = textOf(field(delta, 'id')) ?? `call-${blocks}-${index}`
      call = { toolCallId, toolName: textOf(field(called, 'name')) ?? '', input: '' }
      calls.set(index, call)
      parts.push(...close(), { type: 'tool-input-start', toolCallId, toolName: call.toolName })
    }
    call.input += more
    if (more) parts.push({ type: 'tool-input-delta', toolCallId: call.toolCallId, inputTextDelta: more })
    return parts
  }
  const endCalls = (): UiPart[] => {
    const parts = [...calls.values()].map(({ toolCallId, toolName, input }) => {
      try {
        const value: unknown = JSON.parse(input || '{}')
        return { type: 'tool-input-available', toolCallId, toolName, input: value }
      } catch {
        const errorText = 'The arguments are not JSON.'
        return { type: 'tool-input-error', toolCallId, toolName, input, errorText }
      }
    })
    calls = new Map()
    return parts
  }
  const ofChunk = (chunk: unknown): UiPart[] => {
    const { choices } = chunk as { choices?: unknown }
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
    const delta = field(choice, 'delta')
    const thought = textOf(field(delta, 'reasoning_content')) ?? textOf(field(delta, 'reasoning'))
    const text = textOf(field(delta, 'content'))
    const toolCalls = field(delta, 'tool_calls')
    return [
      ...(thought === undefined ? [] : piece('reasoning', thought)),
      ...(text === undefined ? [] : piece('text', text)),
      ...(Array.isArray(toolCalls) ? toolCalls.flatMap(callPiece) : []),
      ...(field(choice, 'finish_reason') ? [...close(), ...endCalls()] : []),
    ]
  }

  return (line) => {
    const event = JSON.parse(line) as RunEvent
    if (eventName(line) === undefined) return ofChunk(event)
    if (event.antiphon === 'answer') {
      const before = hasStarted
        ? [...close(), { type: 'finish-step' }]
        : [{ type: 'start', messageId: event.id }]
      hasStarted = true
      return [...before, { type: 'start-step' }]
    }
    if (event.antiphon === 'message') {
      const { message } = event.node
      if (message?.role !== 'tool') return []
      return [{ type: 'tool-output-available', toolCallId: message.tool_call_id, output: message.content }]
    }
    if (event.antiphon !== 'end') return []
    const ended = { failed: true, lost: true, stopped: false, done: false }[event.outcome]
    return [
      ...close(),
      ...(hasStarted ? [{ type: 'finish-step' }] : []),
      ...(event.outcome === 'stopped' ? [{ type: 'abort' }] : []),
      ...(ended
        ? [{ type: 'error', errorText: event.problem ?? 'The server stopped while this was written.' }]
        : []),
      { type: 'finish' },
    ]
  }
}

export interface UiStreamOptions {
  key: LogKey
  log: RunLog
  waitMs: number
  closing: AbortSignal
}

/** The open run of a thread from its beginning, as `GET {api}/{id}/stream` of the AI SDK asks for it. */
export function uiStream({ key, log, waitMs, closing }: UiStreamOptions): Response {
  const toParts = createUiParts()
  const leaving = new AbortController()
  const encoder = new TextEncoder()
  let next = LOG_START
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const signal = AbortSignal.any([leaving.signal, closing])
        const page = await log.read(key, next, { waitMs, signal }).catch(() => undefined)
        if (leaving.signal.aborted) return
        next = page?.next ?? next
        const parts = page?.events.flatMap(({ data }) => toParts(data)) ?? []
        const text = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
        const isOver = page?.state !== 'open' || closing.aborted
        controller.enqueue(encoder.encode(`${text || ': open\n\n'}${isOver ? 'data: [DONE]\n\n' : ''}`))
        if (isOver) controller.close()
      },
      cancel: () => leaving.abort(),
    },
    { highWaterMark: 0 },
  )
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-store',
    'x-accel-buffering': 'no',
    'x-vercel-ai-ui-message-stream': 'v1',
  }
  return new Response(body, { headers })
}
