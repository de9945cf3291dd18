import type { AssistantMessage, ToolContent, ToolMessage, Message } from '@antiphon/core'
import type { ReasoningDetail } from '@antiphon/core/channels'
import { compact, type JsonObject, isRecord, wordOf, listOf } from '@antiphon/base'
import { wireUsage } from '../openai/responses.js'
import { type AgentEvent, createCallWriter, type AgentReader } from '../agents/agent-event.js'
import { createAnswerText } from '../agents/answer-text.js'
import { readReasoning, readFinish, readUsage } from './answer.js'
import { readContentPart, structuredText, untag } from './content.js'
import { agentkitFormat } from './format.js'
import { messagesIn } from '../shared/define-format.js'

/** A part that is still being written. */
interface OpenPart {
  id: string
  kind: string
  text: string
}

/** Reads the part deltas of one answer. */
function createPartReader() {
  const open: OpenPart[] = []
  const calls = createCallWriter()
  const said = createAnswerText()
  const details: ReasoningDetail[] = []
  let isSigned = false
  /** How often each call came as a part and as an event of its own, which repeat each other. */
  const told = { part: new Map<string, number>(), event: new Map<string, number>() }
  let begun = false
  const ids = new Set<string>()

  const textOf = (kind: string, chunk: string): AgentEvent[] => {
    if (kind === 'Text') return said.piece('content', chunk)
    return kind === 'Reasoning' ? said.piece('reasoning', chunk) : []
  }

  function append({ part_id: id, chunk }: JsonObject): AgentEvent[] {
    const part = open.find((one) => one.id === id)
    if (!part || typeof chunk !== 'string') return []
    part.text += chunk
    if (part.kind === 'ToolCall') return [calls.append(part.id, chunk)]
    return textOf(part.kind, chunk)
  }

  /** A part is done. The event does not name it, so it is the first open part of its kind. */
  function commit(value: unknown, event: unknown): AgentEvent[] {
    const [kind, body] = untag(value) ?? ['', {}]
    const at = open.findIndex((part) => part.kind === kind)
    const [part] = at < 0 ? [] : open.splice(at, 1)
    switch (kind) {
      case 'Text':
        return rest(kind, body.text, part?.text)
      case 'Reasoning': {
        const { text: summary, details: signed } = readReasoning(body)
        const news = rest(kind, summary, part?.text)
        isSigned ||= signed.length > 0
        details.push(...(signed.length > 0 ? signed : [{ type: 'reasoning.text', text: summary ?? '' }]))
        return isSigned ? [...news, ...said.thoughts(details)] : news
      }
      case 'ToolCall':
        return call(body, 'part', part?.id)
      case 'Structured':
        return textOf('Text', structuredText(body.value))
      case 'Media': {
        const media = readContentPart(value, '', new Set())
        return media.type === 'image_url'
          ? [{ type: 'delta', delta: { images: [media] } }]
          : [{ type: 'unknown', event }]
      }
      default:
        return [{ type: 'unknown', event }]
    }
  }

  function rest(kind: string, text: unknown, before = ''): AgentEvent[] {
    return typeof text === 'string' && text.startsWith(before) ? textOf(kind, text.slice(before.length)) : []
  }

  function call({ id, name, input }: JsonObject, from: 'part' | 'event', key?: string): AgentEvent[] {
    begun = true
    if (typeof id === 'string') ids.add(id)
    const word = JSON.stringify([id, name])
    const other = from === 'part' ? told.event : told.part
    const count = (told[from].get(word) ?? 0) + 1
    told[from].set(word, count)
    if (count <= (other.get(word) ?? 0)) return []
    const known = compact({
      id: typeof id === 'string' ? id : undefined,
      name: typeof name === 'string' ? name : undefined,
    })
    return [calls.whole(key, { ...known, input: typeof input === 'string' ? JSON.stringify(input) : input })]
  }

  return {
    get calls() {
      return calls.count
    },
    get isOpen() {
      return begun
    },
    call,
    hasCall: (id: string) => ids.has(id),
    delta(delta: JsonObject, event: unknown): AgentEvent[] {
      const [name, body] = untag(delta) ?? ['', {}]
      begun = true
      switch (name) {
        case 'BeginPart': {
          const part = { id: wordOf(body.part_id), kind: wordOf(body.kind), text: '' }
          open.push(part)
          return part.kind === 'ToolCall' ? [calls.start(part.id, {})] : []
        }
        case 'AppendText':
          return append(body)
        case 'CommitPart':
          return commit(body.part, event)
        // The committed part repeats it.
        case 'AppendBytes':
        case 'ReplaceStructured':
        case 'SetMetadata':
          return []
        default:
          return [{ type: 'unknown', event }]
      }
    },
    /** The stored item. Only content that was not streamed is new. */
    whole({
      content,
      reasoning,
      reasoning_details,
      tool_calls: stored = [],
    }: AssistantMessage): AgentEvent[] {
      const news = calls.count > 0 ? [] : stored
      return [
        ...said.whole('reasoning', reasoning),
        ...(details.length > 0 ? [] : said.thoughts(reasoning_details)),
        ...said.whole('content', content),
        ...news.map(({ id, function: { name, arguments: input } }) =>
          calls.whole(undefined, { id, name, input }),
        ),
      ]
    },
  }
}

/** Reads `ModelTurnEvent` and `AgentEvent`. */
export function readAgentkit(): AgentReader {
  let parts = createPartReader()
  /** The loop waits for a person, unless it goes on in the same events. */
  let isAsking = false

  const finish = (value: unknown): AgentEvent => {
    const { finishReason, finishReasonRaw } = readFinish(value)
    const reason = finishReasonRaw ?? finishReason ?? (parts.calls > 0 ? 'tool_calls' : 'stop')
    parts = createPartReader()
    return { type: 'finish', reason }
  }
  const ended = (result: JsonObject, key: string): AgentEvent[] => {
    const items = listOf(result[key])
    const answers = messagesOfItems(items).filter((message) => message.role === 'assistant')
    const [answer] = answers
    const isFailure = result.finish_reason === 'Error'
    return [
      ...(answers.length === 1 && answer ? parts.whole(answer) : []),
      ...usage(result.usage),
      ...(typeof result.model === 'string' ? [about({ model: result.model })] : []),
      ...(typeof result.response_id === 'string' ? [about({ id: result.response_id })] : []),
      isFailure ? { type: 'failure', error: 'The turn ended with an error.' } : finish(result.finish_reason),
    ]
  }

  /** A question about a call of the answer, or one that is about none (a command, a path): that is a call of its own. */
  function ask(body: JsonObject): AgentEvent[] {
    const { id: given, call_id: callId, request_kind: kind, reason, summary } = body
    const id = wordOf(given)
    if (id === '') return [{ type: 'unknown', event: { ApprovalRequired: body } }]
    isAsking = true
    const request = { ...body, id }
    if (typeof callId === 'string' && parts.hasCall(callId)) return [{ type: 'question', callId, request }]
    const call = {
      id,
      name:
        wordOf(kind)
          .replaceAll(/[^\w-]/g, '_')
          .slice(0, 64) || 'approval',
      input: compact({ summary, reason }),
    }
    return [
      ...parts.call(call, 'event', id),
      { type: 'question', callId: id, request: { ...request, isInterrupt: true } },
    ]
  }

  const read = (event: unknown): AgentEvent[] => {
    const [name, body] = untag(event) ?? ['', {}]
    if (name !== 'ApprovalRequired' && name !== 'Warning') isAsking = false
    switch (name) {
      case 'ApprovalRequired':
        return ask(body)
      case 'Delta':
      case 'ContentDelta':
        return parts.delta(body, event)
      case 'ToolCall':
      case 'ToolCallRequested':
        return parts.call(body, 'event')
      case 'Usage':
      case 'UsageUpdated':
        return usage(body)
      case 'Finished':
        return [...ended(body, 'output_items'), { type: 'over' }]
      case 'TurnFinished':
        // The items of a turn repeat all its answers. Only an item that was not streamed is new.
        return parts.isOpen
          ? [...ended(body, 'items'), { type: 'over' }]
          : [...usage(body.usage), { type: 'over' }]
      case 'ToolExecutionStarted':
        return parts.isOpen ? [finish('ToolCall')] : []
      case 'ToolResultReceived': {
        const end: AgentEvent[] = parts.isOpen ? [finish('ToolCall')] : []
        return [...end, { type: 'result', ...resultOf(body) }]
      }
      case 'RunFailed':
        return [
          { type: 'failure', error: typeof body.message === 'string' ? body.message : 'The run failed.' },
        ]
      case 'RunStarted':
      case 'TurnStarted':
      case 'InputAccepted':
      case 'ApprovalResolved':
        return []
      case 'ToolExecutionProgress': {
        const { callId, value } = resultOf(body)
        return [{ type: 'progress', callId, value: value.details ?? value.content }]
      }
      default:
        return [{ type: 'unknown', event }]
    }
  }
  return Object.assign(read, {
    // It waits for its answers: the events end here, and the answer is whole.
    end: (): AgentEvent[] => (isAsking ? [finish('ToolCall'), { type: 'over' }] : []),
  })
}

/** A result part as a result of its call. */
function resultOf(body: JsonObject): { callId: string; value: ToolContent } {
  const [result] = messagesOfItems([{ kind: 'Tool', parts: [{ ToolResult: body }] }])
  const { content = '', isError, details }: Partial<ToolMessage> = result?.role === 'tool' ? result : {}
  const value = { content, ...(isError && { isError }), ...(details !== undefined && { details }) }
  return { callId: wordOf(body.call_id), value }
}

const about = (fields: JsonObject): AgentEvent => ({ type: 'about', fields })

function usage(value: unknown): AgentEvent[] {
  const found = readUsage(value)
  return found ? [about({ usage: wireUsage(found) })] : []
}

/** The messages of items that events hold, which may lack what the stored ones have. */
export const messagesOfItems = (items: readonly unknown[]): Message[] =>
  messagesIn(
    agentkitFormat,
    items.filter(isRecord).map((item) => ({ id: null, metadata: {}, ...item })),
  )
