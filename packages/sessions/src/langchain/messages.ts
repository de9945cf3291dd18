import { type ContentPart, type Message, type ToolMessage } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, entriesIn, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  readBlock,
  readContentPart,
  withMetadata,
  draftAnswer,
  type AnswerDraft,
  plainContent,
  restOf,
  usageFrom,
} from '@antiphon/transcripts/toolkit'

const PREFIX = 'langchain.'
const TYPES = /^(?:human|ai|system|developer|tool|function|chat|generic)$/
const CLASS = /^(Human|AI|System|Tool|Function|Chat)Message(?:Chunk)?$/

interface Dump {
  type: string
  body: JsonObject
}

/** The kind of a message in any of the dump forms. */
function dumpOf(entry: unknown): Dump | undefined {
  if (!isRecord(entry)) return undefined
  const { lc, id, kwargs, data } = entry
  if (
    (lc === 1 || lc === undefined) &&
    entry.type === 'constructor' &&
    Array.isArray(id) &&
    isRecord(kwargs)
  ) {
    const kind = CLASS.exec(wordOf(id.at(-1)))?.[1]
    return kind === undefined ? undefined : { type: kind.toLowerCase(), body: { ...kwargs, class: id } }
  }
  const type = wordOf(entry.type)
    .replace(/MessageChunk$/, '')
    .toLowerCase()
  if (!TYPES.test(type)) return undefined
  if (isRecord(data) && 'content' in data) return { type, body: data }
  const hasSigns = ['additional_kwargs', 'response_metadata', 'tool_call_id', 'invalid_tool_calls'].some(
    (key) => key in entry,
  )
  return 'content' in entry && hasSigns ? { type, body: entry } : undefined
}

/** Whether a value is a message as LangChain dumps it. */
export const isDump = (entry: unknown): boolean => dumpOf(entry) !== undefined

/** Reads a dumped message. `isDump` must be true for it. */
export const readDump = (entry: unknown): Message => readMessage(dumpOf(entry)!)

const partOf = (block: unknown): ContentPart => {
  if (typeof block === 'string') return { type: 'text', text: block }
  const isOurs = isRecord(block) && /^(?:text|image_url|input_audio|file)$/.test(wordOf(block.type))
  return isOurs ? readContentPart(block, '', () => {}) : readBlock(block)
}

function readMessage({ type, body }: Dump): Message {
  const { content } = body
  const id = textOf(body.id)
  const parts = typeof content === 'object' && content !== null ? entriesIn(content).map(partOf) : undefined
  const shown = parts ? plainContent(parts) : wordOf(content)
  const notes = restOf(PREFIX, body, 'type', 'id', 'content', 'tool_calls', 'tool_call_id', 'usage_metadata')
  if (type === 'ai') return withMetadata(compact<Message>({ ...readAnswer(body), id }), notes)
  if (type === 'tool' || type === 'function') {
    const result = compact<ToolMessage>({
      role: 'tool',
      tool_call_id: textOf(body.tool_call_id) ?? '',
      toolName: textOf(body.name),
      content: shown,
      isError: body.status === 'error' || undefined,
      details: body.artifact ?? undefined,
      id,
    })
    return withMetadata(result, notes)
  }
  const isPrompt = type === 'system' || type === 'developer'
  if (isPrompt && typeof shown === 'string')
    return withMetadata(compact<Message>({ role: type, content: shown, id }), notes)
  return withMetadata(compact<Message>({ role: 'user', content: shown, id }), notes)
}

/** Calls may be in `tool_calls`, in the blocks and in the provider's data. Each counts once. */
function readAnswer(body: JsonObject) {
  const draft = draftAnswer()
  const { content } = body
  const list = (value: unknown): JsonObject[] =>
    Array.isArray(value) ? (value as unknown[]).filter(isRecord) : []
  const calls = [...list(body.tool_calls), ...list(body.invalid_tool_calls)]
  const asides: unknown[] = []
  const blocks = entriesIn(content)
  for (const block of blocks) takeBlock(block, draft, calls.length > 0, asides)
  for (const { id, name, args, error } of calls)
    draft.call({
      id: textOf(id),
      name: textOf(name) ?? '',
      input: args ?? {},
      more: error === undefined || error === null ? {} : { error },
    })
  const extra = isRecord(body.additional_kwargs) ? body.additional_kwargs : {}
  if (draft.calls.length === 0) {
    for (const { id, function: made } of list(extra.tool_calls)) {
      const { name, arguments: input } = isRecord(made) ? made : {}
      draft.call({ id: textOf(id), name: textOf(name) ?? '', input: input ?? {} })
    }
  }
  const about = isRecord(body.response_metadata) ? body.response_metadata : {}
  const reason = textOf(about.finish_reason) ?? textOf(about.stop_reason)
  const raw = isRecord(body.usage_metadata) ? body.usage_metadata : undefined
  const [input, output] = [raw?.input_token_details, raw?.output_token_details].map((details) =>
    isRecord(details) ? details : {},
  )
  const usage =
    raw &&
    usageFrom(
      {
        input: raw.input_tokens,
        output: raw.output_tokens,
        total: raw.total_tokens,
        cached: input!.cache_read,
        cacheWrite: input!.cache_creation,
        reasoning: output!.reasoning,
      },
      raw,
    )
  const message = draft.message(
    compact({
      model: textOf(about.model_name) ?? textOf(about.model),
      usage,
      finishReason: reason === undefined ? undefined : normalizeFinishReason(reason, draft.calls.length > 0),
      finishReasonRaw: reason,
    }),
  )
  return withMetadata(message, { [`${PREFIX}blocks`]: asides.length > 0 ? asides : undefined })
}

function takeBlock(block: unknown, draft: AnswerDraft, hasCalls: boolean, asides: unknown[]): void {
  const { type, text, thinking, reasoning } = isRecord(block) ? block : {}
  const thought = textOf(thinking) ?? textOf(reasoning)
  if (typeof block === 'string') {
    if (block !== '') draft.text(block)
  } else if (!isRecord(block)) {
    if (block !== null && block !== undefined) asides.push(block)
  } else if (type === 'text' && typeof text === 'string') draft.text(text)
  else if (thought !== undefined) draft.reasoning(thought)
  else if ((type === 'tool_use' || type === 'tool_call') && !hasCalls) {
    draft.call({
      id: textOf(block.id),
      name: textOf(block.name) ?? '',
      input: block.input ?? block.args ?? {},
    })
  } else asides.push(block)
}
