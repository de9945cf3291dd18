import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import type { AssistantMessage, ReasoningDetail, ToolCall } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { insertKept } from '../shared/message-list.js'
import { segmentsOf, stretchesOf, type Stretch } from '../shared/segments.js'
import { groupDetails, readReasoningItem, writeReasoningItem } from './reasoning-items.js'

export interface ReadAnswer {
  answer: AssistantMessage
  /** Items that an answer of ours has no place for (tools of the service), by position. */
  aside: Record<string, unknown>
  /** Its text stood as a plain text instead of a list of parts. */
  easy: boolean
}

/** The items that the model wrote between two inputs, as one answer. */
export function readAnswer(items: readonly unknown[], where: string, report: ReportLoss): ReadAnswer {
  const stretches: Stretch[] = []
  const details: ReasoningDetail[] = []
  const calls: ToolCall[] = []
  const annotations: unknown[] = []
  const aside: Record<string, unknown> = {}
  let easy = false

  items.forEach((entry, i) => {
    const item: JsonObject = isRecord(entry) ? entry : {}
    if (item.role === 'assistant') {
      easy ||= typeof item.content === 'string'
      for (const [at, part] of [item.content].flat().entries()) {
        const body: JsonObject =
          typeof part === 'string' ? { type: 'output_text', text: part } : isRecord(part) ? part : {}
        const isText = /^(?:output|input)_text$/.test(String(body.type)) && typeof body.text === 'string'
        if (isText) {
          stretches.push({ type: 'text', text: body.text as string })
          if (Array.isArray(body.annotations)) annotations.push(...(body.annotations as unknown[]))
        } else if (body.type === 'refusal' && typeof body.refusal === 'string') {
          stretches.push({ type: 'refusal', text: body.refusal })
        } else report('not_shown', `${where}[${i}].content[${at}]`, part, undefined)
      }
    } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      stretches.push({ type: 'tool_call', index: calls.length })
      calls.push(readCall(item))
    } else {
      const found = item.type === 'reasoning' ? readReasoningItem(item) : undefined
      if (found) {
        if (found.text) stretches.push({ type: 'reasoning', text: found.text })
        details.push(...found.details)
        return
      }
      aside[String(i)] = entry
      report('not_shown', `${where}[${i}]`, entry, undefined)
    }
  })

  const join = (type: Stretch['type']): string =>
    stretches.map((stretch) => (stretch.type === type && 'text' in stretch ? stretch.text : '')).join('')
  const answer = compact<AssistantMessage>({
    role: 'assistant',
    content: join('text'),
    tool_calls: calls.length > 0 ? calls : undefined,
    refusal: join('refusal') || undefined,
    reasoning: join('reasoning') || undefined,
    reasoning_details: details.length > 0 ? details : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
    segments: segmentsOf(stretches),
  })
  return { answer, aside, easy }
}

/** A custom tool takes free text where a function takes JSON. */
function readCall(item: JsonObject): ToolCall {
  const text = item.type === 'custom_tool_call' ? item.input : item.arguments
  return {
    id: typeof item.call_id === 'string' ? item.call_id : '',
    type: 'function',
    function: {
      name: typeof item.name === 'string' ? item.name : '',
      arguments: typeof text === 'string' ? text : '',
    },
  }
}

export function writeAnswer(message: AssistantMessage, aside: unknown, easy: boolean): unknown[] {
  const items: JsonObject[] = []
  let groups = groupDetails(message.reasoning_details ?? [])
  const writeGroups = (count: number): void => {
    for (const { details } of groups.slice(0, count)) items.push(writeReasoningItem(details))
    groups = groups.slice(count)
  }
  /** Blocks that show nothing stand before what comes next. */
  const writeHidden = (): void => {
    const next = groups.findIndex(({ text }) => text !== '')
    writeGroups(next < 0 ? groups.length : next)
  }
  let annotations = message.annotations ?? []
  writeHidden()
  for (const stretch of stretchesOf(message)) {
    if (stretch.type === 'tool_call') items.push(writeCall(message.tool_calls![stretch.index]!))
    else if (stretch.type === 'reasoning') {
      if (groups[0]?.text === stretch.text) writeGroups(1)
      else items.push({ type: 'reasoning', summary: [{ type: 'summary_text', text: stretch.text }] })
      writeHidden()
    } else if (stretch.type === 'refusal') {
      items.push(messageItem([{ type: 'refusal', refusal: stretch.text }]))
    } else if (easy) items.push({ role: 'assistant', content: stretch.text })
    else {
      items.push(messageItem([{ type: 'output_text', text: stretch.text, annotations }]))
      annotations = []
    }
  }
  writeGroups(groups.length)
  if (items.length === 0) items.push(easy ? { role: 'assistant', content: '' } : messageItem([]))
  return isRecord(aside) ? insertKept(items, aside) : items
}

function messageItem(content: JsonObject[]): JsonObject {
  return { type: 'message', role: 'assistant', content }
}

function writeCall({ id, function: { name, arguments: text } }: ToolCall): JsonObject {
  return { type: 'function_call', call_id: id, name, arguments: text }
}
