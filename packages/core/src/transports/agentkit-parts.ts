import { compact, type JsonObject } from '../errors/is-record.js'
import { readContentPart, structuredText, untag } from '../formats/agentkit/content-part.js'
import { readReasoning } from '../formats/agentkit/reasoning-part.js'
import type { AssistantMessage, ReasoningDetail } from '../message/types.js'
import type { AgentEvent } from './agent-types.js'
import { createCallWriter } from './call-writer.js'
import { createAnswerText } from './whole-answer.js'

/** A part that is still being written. */
interface OpenPart {
  id: string
  kind: string
  text: string
}

/** Reads the part deltas of one answer. */
export function createPartReader() {
  const open: OpenPart[] = []
  const calls = createCallWriter()
  const said = createAnswerText()
  const details: ReasoningDetail[] = []
  let isSigned = false
  /** How often each call was told by a part and by an event of its own: they say the same twice. */
  const told = { part: new Map<string, number>(), event: new Map<string, number>() }
  let begun = false

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

  /** A part is done. It does not say which one it was: the first open one of its kind. */
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
    delta(delta: JsonObject, event: unknown): AgentEvent[] {
      const [name, body] = untag(delta) ?? ['', {}]
      begun = true
      switch (name) {
        case 'BeginPart': {
          const part = { id: text(body.part_id), kind: text(body.kind), text: '' }
          open.push(part)
          return part.kind === 'ToolCall' ? [calls.start(part.id, {})] : []
        }
        case 'AppendText':
          return append(body)
        case 'CommitPart':
          return commit(body.part, event)
        // Said again by the part when it is committed.
        case 'AppendBytes':
        case 'ReplaceStructured':
        case 'SetMetadata':
          return []
        default:
          return [{ type: 'unknown', event }]
      }
    },
    /** The stored item: only what was not streamed is news. */
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

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
