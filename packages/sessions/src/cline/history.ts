import type { AssistantMessage, Message, ToolMessage } from '@antiphon/core'
import { compact, isRecord, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  readAnswer,
  readBlock,
  withMetadata,
  draftAnswer,
  plainContent,
  restOf,
  usageFrom,
} from '@antiphon/transcripts/toolkit'
import type { ReportLoss } from '@antiphon/transcripts'
import { findTagged } from '../shared/tags.js'

export const PREFIX = 'cline.'

const TOOLS =
  'read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace|execute_command|list_files|search_files|list_code_definition_names|codebase_search|browser_action|use_mcp_tool|access_mcp_resource|ask_followup_question|attempt_completion|plan_mode_respond|new_task|switch_mode|update_todo_list|fetch_instructions|web_fetch'
/** A call as older versions write it into the text. */
const XML_CALL = new RegExp(`<(${TOOLS})>`, 'g')
const XML_RESULT = /^\[(\w+)(?: for [^\n]*)?\] Result:\s*([^]*)$/
const NOISE = /<(environment_details)>/g
const WORDS = /<(task|user_message|feedback|answer)>/g

const OWN = /<(?:task|environment_details)>|^\[\w+(?: for [^\n]*)?\] Result:/

/** Whether a list of messages is a history of Cline: Anthropic's messages with its own marks in the words of the user. */
export function isHistory(list: readonly JsonObject[]): boolean {
  return list.some(({ role, content }) => {
    if (role !== 'user') return false
    const texts = Array.isArray(content)
      ? content.map((block: unknown) => (isRecord(block) ? block.text : undefined))
      : [content]
    return texts.some((text) => typeof text === 'string' && OWN.test(text))
  })
}

export function readMessage(record: JsonObject, where: string, report: ReportLoss): Message[] {
  const timestamp = timeOf(record.ts)
  const messages = record.role === 'assistant' ? readReply(record, where, report) : readInput(record)
  const [first, ...rest] = messages.map((message) => compact({ ...message, timestamp }))
  const info = isRecord(record.modelInfo) ? record.modelInfo : {}
  const metrics = isRecord(record.metrics) ? record.metrics : undefined
  const facts =
    first?.role === 'assistant'
      ? {
          model: first.model ?? textOf(info.modelId) ?? textOf(info.id),
          usage: first.usage ?? readMetrics(metrics),
        }
      : {}
  const hidden = first?.role === 'user' && record.isSummary === true ? { kind: 'context' as const } : {}
  const notes = restOf(PREFIX, record, 'role', 'content', 'ts', 'id')
  return first
    ? [
        withMetadata(compact<Message>({ ...first, ...facts, ...hidden, id: textOf(record.id) }), notes),
        ...rest,
      ]
    : []
}

function readMetrics(metrics: JsonObject | undefined) {
  if (!metrics) return undefined
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, cost } = metrics
  return usageFrom(
    { input: inputTokens, output: outputTokens, cached: cacheReadTokens, cacheWrite: cacheWriteTokens, cost },
    metrics,
  )
}

/** Reads an answer. Tags of tools in its text become calls, and the text around them becomes its words. */
function readReply(record: JsonObject, where: string, report: ReportLoss): Message[] {
  const { answer, aside } = readAnswer(record, where, report)
  const notes = { [`${PREFIX}blocks`]: Object.keys(aside).length > 0 ? aside : undefined }
  const text = answer.content
  const hasTags = answer.tool_calls === undefined && findTagged(text, XML_CALL).next().value !== undefined
  if (!hasTags) return [withMetadata(answer, notes)]
  const draft = draftAnswer()
  if (answer.reasoning) draft.reasoning(answer.reasoning)
  let from = 0
  for (const { match, body, start, end } of findTagged(text, XML_CALL)) {
    const before = text.slice(from, start).trim()
    if (before) draft.text(before)
    draft.call({ name: match[1]!, input: readTags(body) })
    from = end
  }
  const after = text.slice(from).trim()
  if (after) draft.text(after)
  const { content: _, tool_calls: __, segments: ___, reasoning: ____, ...rest } = answer
  const message: AssistantMessage = { ...rest, ...draft.message() }
  return [withMetadata(message, { ...notes, [`${PREFIX}text`]: text })]
}

function readTags(body: string): JsonObject {
  return Object.fromEntries(
    Array.from(findTagged(body, /<(\w+)>/g), ({ match, body: value }) => [
      match[1]!,
      value.replace(/^\n|\n$/g, ''),
    ]),
  )
}

function readInput(record: JsonObject): Message[] {
  const { content } = record
  const blocks: unknown[] = Array.isArray(content) ? content : [{ type: 'text', text: content }]
  const messages: Message[] = []
  const parts: unknown[] = []
  const noise: unknown[] = []
  let open: ToolMessage | undefined
  for (const block of blocks) {
    const text = isRecord(block) && block.type === 'text' ? textOf(block.text) : undefined
    const old = text === undefined ? undefined : XML_RESULT.exec(text)
    if (isRecord(block) && block.type === 'tool_result') messages.push(readResult(block))
    else if (old) {
      open = { role: 'tool', tool_call_id: '', toolName: old[1]!, content: old[2]! }
      messages.push(open)
    } else if (text !== undefined) {
      const bare = withoutNoise(text)
      if (bare !== text.trim()) noise.push(text)
      // The output of an old result may be a block of its own.
      if (bare !== '' && open?.content === '') open.content = bare
      else if (bare !== '') parts.push({ type: 'text', text: wordsOf(bare) })
    } else if (isRecord(block) && block.type === 'file') {
      parts.push({
        type: 'text',
        text: `${textOf(block.path) ?? 'file'}\n${textOf(block.content) ?? ''}`,
        [FILE]: true,
      })
    } else parts.push(block)
  }
  const [words, files] = [parts.filter((part) => !isFile(part)), parts.filter(isFile)]
  if (words.length > 0) messages.push({ role: 'user', content: plainContent(words.map(readBlock)) })
  const context = files.map((part) => (isRecord(part) ? String(part.text) : '')).join('\n\n')
  if (files.length > 0) messages.push({ role: 'user', kind: 'context', content: context })
  if (messages.length === 0) messages.push({ role: 'user', kind: 'context', content: noise.join('\n\n') })
  const original = blocks.some(
    (block) =>
      isRecord(block) &&
      typeof block.text === 'string' &&
      (findTagged(block.text, WORDS).next().value !== undefined || XML_RESULT.test(block.text)),
  )
  const kept = original ? blocks : noise
  const [first, ...rest] = messages
  return [withMetadata(first!, { [`${PREFIX}original`]: kept.length > 0 ? kept : undefined }), ...rest]
}

const FILE = 'cline.file'
const isFile = (part: unknown): boolean => isRecord(part) && part[FILE] === true

function withoutNoise(text: string): string {
  if (text.startsWith('# task_progress')) return ''
  let kept = ''
  let from = 0
  for (const { start, end } of findTagged(text, NOISE)) {
    kept += text.slice(from, start)
    from = end
  }
  return (kept + text.slice(from)).trim()
}

/** The words of a person, which are inside tags. A text without tags is entirely theirs. */
function wordsOf(text: string): string {
  const found = Array.from(findTagged(text, WORDS), ({ body }) => body.trim())
  return found.length > 0 ? found.join('\n') : text
}

function readResult(block: JsonObject): ToolMessage {
  const { content } = block
  const parts = Array.isArray(content) ? content.map((entry) => readBlock(entry)) : undefined
  const shown = parts
    ? plainContent(parts)
    : typeof content === 'string'
      ? content
      : content === undefined
        ? ''
        : JSON.stringify(content)
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(block.tool_use_id) ?? '',
    toolName: textOf(block.name),
    content: shown,
    isError: block.is_error === true || undefined,
  })
  return withMetadata(
    message,
    restOf(`${PREFIX}block.`, block, 'type', 'tool_use_id', 'name', 'content', 'is_error'),
  )
}
