import type { ToolContent } from '@antiphon/core'
import type { ReasoningDetail } from '@antiphon/core/channels'
import { compact, type JsonObject, recordOf, wordOf } from '@antiphon/base'
import { type AgentEvent, type AgentReader, createCallWriter, leftOver } from '../agents/agent-event.js'
import { createAnswerText } from '../agents/answer-text.js'
import { readStreamedFile, readReasoningDetails, readToolPart } from './parts.js'

const REASONS: Record<string, string> = { 'tool-calls': 'tool_calls', 'content-filter': 'content_filter' }

/** Reads the parts of a UI message stream (AI SDK 5 to 7). */
export function readAiSdk(): AgentReader {
  let calls = createCallWriter()
  let said = createAnswerText()
  /** Blocks of thinking of this answer with their provider data. */
  let details: ReasoningDetail[] = []
  let isSigned = false
  /** A step has ended. The next event tells why. */
  let ended = false
  /** Something of this answer came. */
  let begun = false
  /** The next text is a paragraph of its own. */
  let gap = false
  /** The answer was ended early, while its calls still ran. */
  let early = false
  /** Calls whose input is still being written. */
  const writing = new Set<string>()
  let parts = 0
  const names = new Map<string, string>()
  /** Calls that were refused for their input: version 6 says it twice. */
  const refused = new Set<string>()
  /** Calls of this answer without a result. */
  const open = new Set<string>()
  const thoughts = new Map<string, string>()

  const finish = (reason: string): AgentEvent => {
    calls = createCallWriter()
    said = createAnswerText()
    details = []
    isSigned = false
    ended = false
    begun = gap = false
    open.clear()
    return { type: 'finish', reason }
  }
  /** A row for a part of the server that is neither text nor a call, by its name and with the part as its details. */
  const row = (
    part: JsonObject,
    key: string,
    input: unknown,
    content: ToolContent['content'],
  ): AgentEvent[] => {
    const run = { result: content, details: part }
    return [calls.row(key, { name: wordOf(part.type), input, run })]
  }
  /** Text after the results of all calls, in the same step, is the answer to them and becomes a message of its own. */
  const goOn = (delta: unknown): AgentEvent[] =>
    calls.count > 0 && open.size === 0 && wordOf(delta) !== '' ? [finish('tool_calls')] : []
  const paragraph = (delta: unknown): AgentEvent[] => {
    const isFirst = gap && wordOf(delta) !== ''
    if (isFirst) gap = false
    return isFirst ? said.piece('content', '\n\n') : []
  }
  /** A step without calls is not the end of an answer: nothing would ask for the next one. */
  const close = (): AgentEvent[] => {
    const isOver = ended && calls.count > 0
    gap ||= ended && begun && !isOver
    ended = false
    return isOver ? [finish('tool_calls')] : []
  }

  function readPart(part: JsonObject, event: unknown): AgentEvent[] {
    const { type, id, toolCallId, toolName, input } = part
    const call = wordOf(toolCallId)
    const thought = wordOf(id)
    switch (type) {
      case 'start':
      case 'message-metadata':
        return metadata(part)
      case 'start-step':
      case 'text-start':
      case 'text-end':
        return []
      case 'reasoning-start':
        thoughts.set(thought, '')
        return []
      case 'text-delta':
        return [...goOn(part.delta), ...paragraph(part.delta), ...said.piece('content', part.delta)]
      case 'reasoning-delta':
        thoughts.set(thought, (thoughts.get(thought) ?? '') + wordOf(part.delta))
        return [...goOn(part.delta), ...said.piece('reasoning', part.delta)]
      case 'reasoning-end': {
        const whole = thoughts.get(thought) ?? ''
        const signed = readReasoningDetails({ ...part, text: whole })
        isSigned ||= signed.length > 0
        details.push(...(signed.length > 0 ? signed : [{ type: 'reasoning.text', text: whole }]))
        return isSigned ? said.thoughts(details) : []
      }
      case 'tool-input-start':
        names.set(call, wordOf(toolName))
        open.add(call)
        writing.add(call)
        return [calls.start(call, { id: call, name: wordOf(toolName) })]
      case 'tool-input-delta':
        return [calls.append(call, wordOf(part.inputTextDelta))]
      case 'tool-input-available':
      case 'tool-input-error': {
        const name = typeof toolName === 'string' ? toolName : names.get(call)
        const known = [calls.whole(call, { id: call, name, input })]
        writing.delete(call)
        if (type === 'tool-input-available') open.add(call)
        else open.delete(call)
        if (type === 'tool-input-available') return known
        refused.add(call)
        return [...known, result(call, { state: 'output-error', errorText: part.errorText })]
      }
      case 'tool-output-available':
        // A preliminary result is replaced by the last one. It shows that the call runs, so its answer is over.
        if (part.preliminary === true) {
          const progress: AgentEvent = { type: 'progress', callId: call, value: part.output }
          if (!open.has(call) || writing.size > 0) return [progress]
          early = true
          return [progress, finish('tool_calls')]
        }
        open.delete(call)
        return [result(call, { state: 'output-available', output: part.output })]
      case 'tool-output-error':
        open.delete(call)
        if (refused.delete(call)) return []
        return [result(call, { state: 'output-error', errorText: part.errorText })]
      case 'tool-output-denied':
        open.delete(call)
        return [result(call, { state: 'output-denied' })]
      case 'tool-approval-request': {
        const { type: _, toolCallId: __, approvalId, ...rest } = part
        // The server answers it itself.
        if (part.isAutomatic === true || typeof approvalId !== 'string') return [{ type: 'unknown', event }]
        return [{ type: 'question', callId: call, request: { ...rest, id: approvalId } }]
      }
      case 'source-document': {
        const title = part.title ?? part.filename
        const annotation = compact({ type: 'file_citation', filename: title, source: part })
        return [{ type: 'delta', delta: { annotations: [annotation] } }]
      }
      case 'source-url': {
        const source = compact({ url: part.url, title: part.title })
        const annotations = [{ type: 'url_citation', url_citation: source }]
        return [{ type: 'delta', delta: { annotations } }]
      }
      case 'file':
      case 'reasoning-file': {
        const file = readStreamedFile(part)
        if (!file) return [{ type: 'unknown', event }]
        if (file.type === 'image_url') return [{ type: 'delta', delta: { images: [file] } }]
        const about = compact({ filename: part.filename, mediaType: part.mediaType })
        return row(part, `file ${parts++}`, about, [file])
      }
      case 'custom':
        return row(part, `custom ${parts++}`, compact({ kind: part.kind }), '')
      case 'finish-step':
        ended = true
        return []
      case 'finish': {
        const { finishReason } = part
        const word = typeof finishReason === 'string' ? (REASONS[finishReason] ?? finishReason) : undefined
        const about = metadata(part)
        // The answer was ended while its calls ran, and nothing came since.
        if (early && !begun) return [...about, { type: 'over' }]
        return [...about, finish(word ?? (calls.count > 0 ? 'tool_calls' : 'stop')), { type: 'over' }]
      }
      case 'error':
        return [
          {
            type: 'failure',
            error: typeof part.errorText === 'string' ? part.errorText : part,
          },
        ]
      case 'abort':
        return [finish('cancelled'), { type: 'over' }]
      default:
        if (!wordOf(type).startsWith('data-')) return [leftOver(event)]
        if (part.transient === true) return []
        return row(part, `${wordOf(type)} ${id === undefined ? parts++ : wordOf(id)}`, part.data, '')
    }
  }

  const read = (part: JsonObject, event: unknown): AgentEvent[] => {
    const meanings = readPart(part, event)
    for (const meaning of meanings) {
      if (meaning.type === 'finish') begun = false
      else if (meaning.type === 'delta' || meaning.type === 'whole') begun = true
    }
    return meanings
  }

  return (event) => {
    const part = recordOf(event)
    // Any event after the end of a step begins the next step, except the final end.
    const isEnd = /^(?:finish|message-metadata|error|abort)$/.test(wordOf(part.type))
    return isEnd ? read(part, event) : [...close(), ...read(part, event)]
  }
}

function metadata({ messageId, messageMetadata }: JsonObject): AgentEvent[] {
  const fields = compact({ id: messageId, message_metadata: messageMetadata ?? undefined })
  return Object.keys(fields).length > 0 ? [{ type: 'about', fields }] : []
}

/** Read like a part of a stored message, so that a thread looks the same live and after a reload. */
function result(callId: string, part: JsonObject): AgentEvent {
  const { result: found } = readToolPart({ type: 'tool-', toolCallId: callId, ...part })
  const { content = '', isError, details } = found ?? {}
  return { type: 'result', callId, value: compact({ content, isError, details }) }
}
