import {
  type AssistantMessage,
  type ChatErrorData,
  type ContentPart,
  type Message,
  type ToolMessage,
} from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, isRecord, numberOf, sumOf, textOf, timeOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  draftAnswer,
  imagePart,
  plainContent,
  restOf,
  usageFrom,
} from '@antiphon/transcripts/toolkit'
import type { StoredEntry } from './store.js'

export const PREFIX = 'opencode.'
/** Calls that ran an agent have its session here. */
export const CHILD = `${PREFIX}session`

export function readEntry({ info, parts }: StoredEntry): Message[] {
  const list = [...parts.values()]
  return info.role === 'user' ? readUser(info, list) : readAnswer(info, list)
}

const createdAt = (info: JsonObject): number | undefined =>
  timeOf(isRecord(info.time) ? info.time.created : undefined)

/**
 * The typed words, and apart from them the text of the program. The first versions had no parts for a user; there the
 * summary has the words.
 */
function readUser(info: JsonObject, parts: readonly JsonObject[]): Message[] {
  const typed: ContentPart[] = []
  const context: ContentPart[] = []
  const notes: JsonObject[] = []
  for (const part of parts) {
    const isText = part.type === 'text' && typeof part.text === 'string'
    if (isText) {
      const text: ContentPart = { type: 'text', text: String(part.text) }
      if (part.synthetic === true || part.ignored === true) context.push(text)
      else typed.push(text)
    } else if (part.type === 'file') typed.push(filePart(part))
    notes.push(isText ? restOf('', part, 'text') : part)
  }
  const summary = isRecord(info.summary) ? info.summary : {}
  const summed = textOf(summary.body) ?? textOf(summary.title)
  if (typed.length === 0 && context.length === 0 && summed !== undefined)
    typed.push({ type: 'text', text: summed })
  const common = compact({ timestamp: createdAt(info) })
  const messages: Message[] = []
  if (typed.length > 0 || context.length === 0)
    messages.push({ role: 'user', content: plainContent(typed), ...common })
  if (context.length > 0)
    messages.push({ role: 'user', kind: 'context', content: plainContent(context), ...common })
  const [first, ...rest] = messages
  const bag = {
    ...restOf(PREFIX, info, 'id', 'role'),
    [`${PREFIX}parts`]: notes.length > 0 ? notes : undefined,
  }
  return [withMetadata(compact({ ...first!, id: textOf(info.id) }), bag), ...rest]
}

function filePart(part: JsonObject): ContentPart {
  const url = textOf(part.url) ?? ''
  if (textOf(part.mime)?.startsWith('image/') && /^(?:data|https?):/.test(url)) return imagePart(url)
  return { type: 'file', file: compact({ filename: textOf(part.filename), file_data: url }) }
}

/** A message of the assistant: each step of it is an answer, with the results of its calls below. */
function readAnswer(info: JsonObject, parts: readonly JsonObject[]): Message[] {
  const messages: Message[] = []
  let draft = draftAnswer()
  let results: Message[] = []
  let notes: JsonObject[] = []
  let finish: JsonObject = {}
  const end = (isLast: boolean): void => {
    if (draft.isBlank && messages.length > 0) {
      // Parts after the last answer are noted with it.
      const at = messages.findLastIndex(({ role }) => role === 'assistant')
      const before = messages[at]?.metadata?.[`${PREFIX}parts`]
      const all = [...(Array.isArray(before) ? before : []), ...notes]
      if (notes.length > 0) messages[at] = withMetadata(messages[at]!, { [`${PREFIX}parts`]: all })
      messages.push(...results)
      return
    }
    const facts = isLast || finish.tokens !== undefined ? { ...info, ...compact(finish) } : {}
    const answer = draft.message(answerFields(info, facts))
    const isFirst = messages.length === 0
    const bag = {
      ...(isFirst ? restOf(PREFIX, info, 'id', 'role', 'modelID', 'error') : {}),
      ...(isFirst && isRecord(info.error) ? { [`${PREFIX}error`]: info.error } : {}),
      [`${PREFIX}parts`]: notes.length > 0 ? notes : undefined,
    }
    const id = isFirst ? textOf(info.id) : undefined
    messages.push(withMetadata(compact({ ...answer, id }), bag), ...results)
    draft = draftAnswer()
    results = []
    notes = []
    finish = {}
  }
  for (const part of parts) {
    const { type } = part
    if (type === 'step-start' && !draft.isBlank) end(false)
    if (type === 'text' && typeof part.text === 'string') {
      if (part.text !== '') draft.text(part.text)
      notes.push(restOf('', part, 'text'))
    } else if (type === 'reasoning' && typeof part.text === 'string') {
      draft.reasoning(part.text)
      notes.push(restOf('', part, 'text'))
    } else if (type === 'tool') {
      const state = isRecord(part.state) ? part.state : {}
      draft.call({ id: textOf(part.callID), name: textOf(part.tool) ?? '', input: state.input ?? {} })
      const result = readResult(part, state)
      if (result) results.push(result)
      notes.push({ ...restOf('', part, 'state', 'callID', 'tool'), ...(result ? {} : { state: part.state }) })
    } else {
      if (type === 'file' && textOf(part.mime)?.startsWith('image/') && typeof part.url === 'string')
        draft.image(imagePart(part.url))
      if (type === 'step-finish') finish = { tokens: part.tokens, cost: part.cost, finish: part.reason }
      if (type === 'compaction') results.push(compacted(part))
      notes.push(part)
    }
  }
  end(true)
  return messages
}

function compacted(part: JsonObject): Message {
  const notice: Message = { role: 'system', kind: 'notification', content: 'The conversation was compacted.' }
  return withMetadata(notice, restOf(PREFIX, part, 'id', 'messageID', 'sessionID'))
}

const ERROR_KINDS: Readonly<Record<string, ChatErrorData['kind']>> = {
  ProviderAuthError: 'auth',
  ContextOverflowError: 'context_overflow',
}

function answerFields(info: JsonObject, facts: JsonObject): Partial<AssistantMessage> {
  const model = isRecord(info.model) ? info.model.modelID : undefined
  const error = isRecord(info.error) ? info.error : undefined
  const name = textOf(error?.name) ?? ''
  const data = isRecord(error?.data) ? error.data : {}
  const said = textOf(facts.finish)
  const isStopped = name === 'MessageAbortedError'
  const isCut = name === 'MessageOutputLengthError'
  const isFailed = error !== undefined && !isStopped && !isCut
  return compact<Partial<AssistantMessage>>({
    model: textOf(info.modelID) ?? textOf(model),
    timestamp: createdAt(info),
    usage: readTokens(facts),
    finishReason: isStopped
      ? 'cancelled'
      : isCut
        ? 'length'
        : isFailed
          ? 'error'
          : said === undefined
            ? undefined
            : normalizeFinishReason(said.replaceAll('-', '_'), said === 'tool-calls'),
    finishReasonRaw: said,
    isError: isFailed || undefined,
    error: isFailed
      ? {
          kind: ERROR_KINDS[name] ?? 'provider',
          message: textOf(data.message) ?? (name || 'The request failed.'),
        }
      : undefined,
  })
}

/** Their input count is without cached tokens, their output count without thinking. */
function readTokens({ tokens, cost }: JsonObject) {
  if (!isRecord(tokens)) return undefined
  const cache = isRecord(tokens.cache) ? tokens.cache : {}
  const usage = usageFrom(
    {
      input: sumOf(tokens.input, cache.read, cache.write),
      output: sumOf(tokens.output, tokens.reasoning),
      total: tokens.total,
      reasoning: tokens.reasoning,
      cached: cache.read,
      cacheWrite: cache.write,
      cost,
    },
    tokens,
  )
  return usage
}

/** The result of a call; undefined while it has not ended. */
function readResult(part: JsonObject, state: JsonObject): Message | undefined {
  const { status, output, error, metadata } = state
  const isOver = status === 'completed' || status === 'error' || typeof output === 'string'
  if (!isOver) return undefined
  const details = isRecord(metadata) ? metadata : {}
  const exit = numberOf(details.exit)
  const time = isRecord(state.time) ? state.time : {}
  const [start, end] = [numberOf(time.start), numberOf(time.end)]
  const attachments = (Array.isArray(state.attachments) ? (state.attachments as unknown[]) : []).filter(
    isRecord,
  )
  const text = (status === 'error' ? textOf(error) : undefined) ?? textOf(output) ?? textOf(error) ?? ''
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(part.callID) ?? '',
    toolName: textOf(part.tool),
    content: attachments.length > 0 ? [{ type: 'text', text }, ...attachments.map(filePart)] : text,
    isError: status === 'error' || (exit !== undefined && exit !== 0) || undefined,
    details: isRecord(metadata) ? metadata : undefined,
    timing:
      start === undefined
        ? undefined
        : compact({ startedAt: start, durationMs: end === undefined ? undefined : end - start }),
    timestamp: end ?? start,
  })
  const child = textOf(details.sessionId) ?? textOf(details.sessionID)
  return withMetadata(message, {
    ...restOf(`${PREFIX}state.`, state, 'input', 'output', 'metadata'),
    ...(text !== output && typeof output === 'string' && { [`${PREFIX}state.output`]: output }),
    [CHILD]: child,
  })
}
