import type { Message, ToolMessage } from '@antiphon/core'
import { compact, entriesIn, isRecord, sumOf, textOf, timeOf, type JsonObject } from '@antiphon/base'
import { withMetadata, draftAnswer, restOf, usageFrom } from '@antiphon/transcripts/toolkit'
import { readModelParts, readResponse, readUserParts } from '../shared/gemini-parts.js'

export const PREFIX = 'gemini-cli.'

/** The messages of one record; none for a kind that is not known. */
export function readRecord(record: JsonObject): Message[] {
  const { type, content } = record
  const common = compact({ id: textOf(record.id), timestamp: timeOf(record.timestamp) })
  switch (type) {
    case 'user': {
      const shown = record.displayContent ?? content ?? record.parts
      const messages = readUserParts(shown, PREFIX)
      const [first] = messages
      if (!first) return []
      const isContext = /^\s*<session_context>/.test(JSON.stringify(shown).replace(/^\[?(?:\{"text":)?"/, ''))
      const context = isContext && { kind: 'context' as const }
      const used = record.displayContent === undefined ? ['content'] : ['displayContent']
      const rest = restOf(PREFIX, record, 'id', 'type', 'timestamp', ...used)
      return [withMetadata({ ...first, ...common, ...context }, rest), ...messages.slice(1)]
    }
    case 'gemini':
    case 'model':
      return readAnswer(record, common)
    case 'info':
    case 'error':
    case 'warning': {
      const said = typeof content === 'string' ? content : textOfParts(content)
      const notice: Message = { role: 'system', kind: 'notification', content: said, ...common }
      return [withMetadata(notice, restOf(PREFIX, record, 'id', 'timestamp', 'content'))]
    }
    default:
      return []
  }
}

function textOfParts(content: unknown): string {
  const list: unknown[] = Array.isArray(content) ? content : [content]
  return list
    .flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
    .join('\n')
}

/** Thoughts, words, calls: one record has them all, with the results of the calls. */
function readAnswer(
  record: JsonObject,
  common: { id?: string | undefined; timestamp?: number | undefined },
): Message[] {
  const { content, thoughts, toolCalls, tokens } = record
  const draft = draftAnswer()
  for (const thought of entriesIn(thoughts)) {
    if (!isRecord(thought)) continue
    const subject = textOf(thought.subject)
    draft.reasoning([subject && `**${subject}**`, textOf(thought.description)].filter(Boolean).join('\n\n'))
  }
  const parts = content ?? record.parts
  const inner = typeof parts === 'string' || parts === undefined ? [] : readModelParts(parts, PREFIX)
  if (typeof parts === 'string' && parts !== '') draft.text(parts)
  const [said, ...more] = inner
  if (said?.role === 'assistant' && said.content) draft.text(said.content)
  const results: Message[] = []
  const open: JsonObject[] = []
  for (const call of entriesIn(toolCalls)) {
    if (!isRecord(call)) continue
    draft.call({ id: textOf(call.id), name: textOf(call.name) ?? '', input: call.args ?? {} })
    const result = readResult(call)
    if (result) results.push(result)
    else open.push(restOf('', call, 'name', 'args'))
  }
  const used = ['id', 'type', 'timestamp', 'content', 'parts', 'toolCalls', 'tokens', 'model']
  const usage = isRecord(tokens) ? readTokens(tokens) : undefined
  const answer = draft.message(compact({ ...common, model: textOf(record.model), usage }))
  const calls = Array.isArray(toolCalls) ? toolCalls.filter((call) => !isRecord(call)) : toolCalls
  const hasCalls = Array.isArray(calls) ? calls.length > 0 : calls !== undefined
  const rest = {
    ...said?.metadata,
    ...restOf(PREFIX, record, ...used),
    ...(open.length > 0 && { [`${PREFIX}open`]: open }),
    ...(hasCalls && { [`${PREFIX}toolCalls`]: calls }),
    ...(tokens !== undefined && !usage && { [`${PREFIX}tokens`]: tokens }),
  }
  return [withMetadata(answer, rest), ...more, ...results]
}

function readTokens(tokens: JsonObject) {
  return usageFrom(
    {
      input: tokens.input,
      output: sumOf(tokens.output, tokens.thoughts),
      total: tokens.total,
      reasoning: tokens.thoughts,
      cached: tokens.cached,
    },
    tokens,
  )
}

/** The result of a call; undefined while it has not ended. */
function readResult(call: JsonObject): Message | undefined {
  const { status, result, resultDisplay } = call
  const responses = (Array.isArray(result) ? (result as unknown[]) : []).flatMap((part) =>
    isRecord(part) && isRecord(part.functionResponse) ? [part.functionResponse] : [],
  )
  const [first] = responses
  const isOver = status === 'success' || status === 'error' || status === 'cancelled'
  if (!first && !isOver && resultDisplay === undefined) return undefined
  const read = first ? readResponse(first, PREFIX) : undefined
  const display = textOf(resultDisplay)
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(call.id) ?? '',
    toolName: textOf(call.name),
    content: read?.content || display || '',
    isError: status === 'error' || status === 'cancelled' || undefined,
    details: isRecord(resultDisplay) || Array.isArray(resultDisplay) ? resultDisplay : read?.details,
    timestamp: timeOf(call.timestamp),
  })
  return withMetadata(message, {
    ...restOf(`${PREFIX}call.`, call, 'id', 'name', 'args', 'timestamp'),
    ...(status === 'cancelled' && { 'antiphon.outcome': 'cancelled' }),
  })
}
