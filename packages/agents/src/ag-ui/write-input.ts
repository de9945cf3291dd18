import {
  contentToText,
  type AssistantMessage,
  type ContentPart,
  type Message,
  type ToolCall,
} from '@antiphon/core'
import { isKnownPart, partText } from '@antiphon/core/message'
import type { ToolDefinition } from '@antiphon/core/request'
import { compact, field, isRecord, parseJson, type JsonObject } from '@antiphon/base'
import { parseDataUrl } from '@antiphon/transcripts/agents'
import { toolSpecs } from '../agent-transport.js'
import type { AgentAnswer } from '../types.js'

/** The request for a run of AG-UI. */
export interface AgUiRunInput {
  threadId: string
  runId: string
  state: unknown
  messages: unknown[]
  tools: unknown[]
  context: unknown[]
  forwardedProps: unknown
  /** The person's answers to all interrupts of the previous run. */
  resume?: { interruptId: string; status: 'resolved' | 'cancelled'; payload?: unknown }[]
}

/**
 * The thread as messages of AG-UI. Leaves out rows of the agent and questions that it asked outside of a call. As on the wires
 * of models, the pictures of an answer go with the question after it (docs/wire 1.3).
 */
export function writeMessages(messages: readonly Message[]): JsonObject[] {
  const asked = new Set<string>()
  const from = messages.findLastIndex((one) => one.role === 'assistant' && one.images?.length)
  const about = messages.findIndex(({ role }, at) => at > from && role === 'user')
  return messages.flatMap((message, at): JsonObject[] => {
    const id = message.id ?? `message-${at}`
    switch (message.role) {
      case 'system':
      case 'developer':
        return message.kind === 'notification' ? [] : [{ id, role: message.role, content: message.content }]
      case 'user': {
        const { images } = { ...messages[from] } as AssistantMessage
        const shown: ContentPart[] =
          at === about && images ? [{ type: 'text', text: 'Images in the answer before:' }, ...images] : []
        const { content: said } = message
        if (typeof said === 'string' && shown.length === 0) return [{ id, role: 'user', content: said }]
        const own: ContentPart[] = typeof said === 'string' ? [{ type: 'text', text: said }] : said
        return [{ id, role: 'user', content: [...shown, ...own].map(writePart) }]
      }
      case 'tool': {
        const { tool_call_id: toolCallId, content, isError } = message
        if (asked.has(toolCallId)) return []
        const text = contentToText(content)
        return [compact({ id, role: 'tool', toolCallId, content: text, error: isError ? text : undefined })]
      }
      case 'assistant': {
        const own = (message.tool_calls ?? []).filter((call) => !call.providerRun)
        for (const call of own) if (isInterrupt(call)) asked.add(call.id)
        const toolCalls = own
          .filter((call) => !isInterrupt(call))
          .map(({ id: callId, function: { name, arguments: text } }) => ({
            id: callId,
            type: 'function',
            function: { name, arguments: text || '{}' },
          }))
        const thoughts = (message.reasoning_details ?? []).flatMap((detail, i): JsonObject[] =>
          detail.type === 'reasoning.encrypted' && typeof detail.data === 'string'
            ? [{ id: `${id}-reasoning-${i}`, role: 'reasoning', content: '', encryptedValue: detail.data }]
            : [],
        )
        const text = message.content || contentToText(message.images ?? [])
        if (!text && toolCalls.length === 0) return thoughts
        const content = text || undefined
        const calls = toolCalls.length > 0 ? toolCalls : undefined
        return [...thoughts, compact({ id, role: 'assistant', content, toolCalls: calls })]
      }
    }
  })
}

/** Whether a call was made for an interrupt that did not belong to any call of the agent. */
const isInterrupt = ({ approvalRequest }: ToolCall): boolean => approvalRequest?.isInterrupt === true

function writePart(part: ContentPart): JsonObject {
  const text = partText(part)
  if (text !== undefined) return { type: 'text', text }
  if (isKnownPart(part) && part.type === 'input_audio') {
    const { data, format } = part.input_audio
    return { type: 'audio', source: { type: 'data', value: data, mimeType: `audio/${format}` } }
  }
  const url = isKnownPart(part)
    ? part.type === 'image_url'
      ? part.image_url.url
      : part.type === 'file'
        ? part.file.file_data
        : undefined
    : undefined
  if (url === undefined) return { type: 'text', text: contentToText([part]) }
  const inline = parseDataUrl(url)
  const source = inline?.base64
    ? { type: 'data', value: inline.data, mimeType: inline.mimeType }
    : { type: 'url', value: url }
  const metadata = part.type === 'file' ? compact({ filename: field(field(part, 'file'), 'filename') }) : {}
  const type = part.type === 'image_url' ? 'image' : 'document'
  return { type, source, ...(Object.keys(metadata).length > 0 && { metadata }) }
}

export const writeTools = (tools: readonly ToolDefinition[]): unknown[] => toolSpecs(tools, 'parameters')

/** The last state that the agent sent, from its row in the thread. */
export function lastState(messages: readonly Message[]): unknown {
  for (const message of messages.toReversed()) {
    const row =
      message.role === 'assistant'
        ? message.tool_calls?.findLast(
            ({ providerRun }) => field(providerRun?.details, 'type') === 'STATE_SNAPSHOT',
          )
        : undefined
    if (row) return field(row.providerRun?.details, 'snapshot')
  }
  return {}
}

/**
 * The answers to the interrupts of the run before. A denial is a payload too; only a person who leaves a form without an answer
 * cancels.
 */
export function writeResume(answers: readonly AgentAnswer[]): Pick<AgUiRunInput, 'resume'> {
  const resume = answers
    .filter(({ request }) => request.id !== OLD)
    .map((answer) => {
      const { request, isCancelled } = answer
      const about = { interruptId: request.id }
      if (isCancelled) return { ...about, status: 'cancelled' as const }
      return { ...about, status: 'resolved' as const, payload: payloadOf(answer) }
    })
  return resume.length > 0 ? { resume } : {}
}

const payloadOf = ({ approved, reason, content }: AgentAnswer): unknown =>
  content === undefined ? compact({ approved, reason }) : content

/** Interrupts before there was a type for them: LangGraph's come as custom events, and their answer goes as a command. */
const OLD = 'on_interrupt'

export function forwardedProps(answers: readonly AgentAnswer[], given: unknown): unknown {
  const old = answers.find(({ request }) => request.id === OLD)
  if (!old) return given
  const command = { resume: payloadOf(old), interruptEvent: parsed(old.request.value) }
  return { ...(isRecord(given) ? given : {}), command }
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? (parseJson(value) ?? value) : value)
