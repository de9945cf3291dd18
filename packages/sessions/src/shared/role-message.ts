import type { AssistantMessage, ContentPart, Message, ToolMessage } from '@antiphon/core'
import { compact, decodeJson, entriesIn, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import {
  readBlock,
  foreignPart,
  readContentPart,
  withMetadata,
  draftAnswer,
  type AnswerDraft,
  imagePart,
  plainContent,
  restOf,
} from '@antiphon/transcripts/toolkit'

const TEXT = /^(?:text|input_text|output_text)$/
const THOUGHT = /^(?:thinking|reasoning|thought)$/
const CALL = /^(?:tool_use|server_tool_use|tool_call|tool-call|function_call|custom_tool_call)$/
const RESULT = /^(?:tool_result|tool-result|tool_call_response|function_call_output|custom_tool_call_output)$/
/** Fields of a message that become fields of ours. */
const USED = ['role', 'content', 'parts', 'tool_calls', 'toolCalls', 'tool_call_id', 'toolCallId']

/** Whether an entry can be read by `readRoleMessage`: it has a role, or it is an item of its own kind, such as a call. */
export function isRoleMessage(entry: unknown): entry is JsonObject {
  if (!isRecord(entry)) return false
  const type = wordOf(entry.type)
  if (CALL.test(type) || RESULT.test(type) || type === 'reasoning') return !('role' in entry)
  return roleOf(entry) !== undefined && !isDefinition(entry)
}

/** Some write the definitions of tools among the messages. */
const isDefinition = ({ role, content }: JsonObject): boolean =>
  role === 'tool' && isRecord(content) && content.type === 'function'

function roleOf({ role }: JsonObject): Message['role'] | undefined {
  switch (wordOf(role).toLowerCase()) {
    case 'system':
      return 'system'
    case 'developer':
      return 'developer'
    case 'user':
    case 'human':
      return 'user'
    case 'assistant':
    case 'model':
    case 'ai':
    case 'chatbot':
      return 'assistant'
    case 'tool':
    case 'function':
      return 'tool'
    default:
      return undefined
  }
}

/**
 * A message as any framework writes it: content as a text or as blocks (OpenAI, Anthropic, AI SDK, OpenTelemetry, Inspect),
 * calls in it or beside it. Unknown content becomes a part of its own or stays in `metadata`, under `prefix`.
 */
export function readRoleMessage(raw: JsonObject, prefix: string): Message[] {
  const type = wordOf(raw.type)
  if (!('role' in raw)) {
    if (RESULT.test(type)) return [readResult(raw, prefix)]
    return [readAnswer({ content: [raw] }, prefix)]
  }
  const role = roleOf(raw)
  if (role === 'assistant') return [readAnswer(raw, prefix)]
  const blocks = blocksOf(raw)
  const results = blocks.filter(isResultBlock).map((block) => readResult(block, prefix))
  const words = plainContent(
    blocks.filter((block) => !isResultBlock(block)).map((block) => partOf(block, prefix)),
  )
  const notes = restOf(prefix, raw, ...USED)
  if (role === 'tool' && results.length === 0) {
    const { name, tool_name: toolName, function: called, error, is_error: failed } = raw
    const result = compact<ToolMessage>({
      role: 'tool',
      tool_call_id: textOf(raw.tool_call_id) ?? textOf(raw.toolCallId) ?? '',
      toolName: textOf(name) ?? textOf(toolName) ?? textOf(called),
      content: words.length === 0 && isRecord(error) ? (textOf(error.message) ?? '') : words,
      isError: (error !== undefined && error !== null && error !== false) || failed === true || undefined,
    })
    return [withMetadata(result, notes)]
  }
  if (role === 'system' || role === 'developer') {
    const text = typeof words === 'string' ? words : words.map((part) => JSON.stringify(part)).join('\n')
    return [withMetadata<Message>({ role, content: text }, notes)]
  }
  if (results.length > 0 && words.length === 0)
    return [withMetadata<Message>(results[0]!, notes), ...results.slice(1)]
  return [...results, withMetadata<Message>({ role: 'user', content: words }, notes)]
}

const isResultBlock = (block: unknown): block is JsonObject =>
  isRecord(block) && RESULT.test(wordOf(block.type))

function blocksOf({ content, parts }: JsonObject): readonly unknown[] {
  return entriesIn(Array.isArray(parts) ? parts : content)
}

/** The text of a block, under any of its names. */
const saidBy = (block: JsonObject): string | undefined =>
  [block.text, block.content, block.thinking, block.reasoning].find((value) => typeof value === 'string')

function partOf(block: unknown, prefix: string): ContentPart {
  if (typeof block === 'string') return { type: 'text', text: block }
  if (!isRecord(block)) return foreignPart(prefix.slice(0, -1), 'part', block)
  const type = wordOf(block.type)
  const text = saidBy(block)
  if (TEXT.test(type) && text !== undefined) return { type: 'text', text }
  if (type === '' && text !== undefined && Object.keys(block).length === 1) return { type: 'text', text }
  return pictureOf(block) ?? otherPart(block, type, prefix)
}

function otherPart(block: JsonObject, type: string, prefix: string): ContentPart {
  if (/^(?:image_url|input_audio|file)$/.test(type) && type in block)
    return readContentPart(block, '', () => {})
  if (isRecord(block.source)) return readBlock(block)
  return foreignPart(prefix.slice(0, -1), type || undefined, block)
}

/** A picture as an address or as data. */
function pictureOf(block: JsonObject): ContentPart | undefined {
  const { image, content, data, uri, image_url: url } = block
  const mime = textOf(block.mime_type) ?? textOf(block.mediaType) ?? textOf(block.mimeType)
  const isImage =
    /image/.test(wordOf(block.type)) || block.modality === 'image' || mime?.startsWith('image/') === true
  if (!isImage) return undefined
  const inner =
    isRecord(image) && isRecord(image.image) ? image.image.url : isRecord(image) ? image.url : image
  const found = [inner, url, uri, data, content].find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? imagePart(found, mime) : undefined
}

function readAnswer(raw: JsonObject, prefix: string): AssistantMessage {
  const draft = draftAnswer()
  const asides: unknown[] = []
  for (const thought of [raw.reasoning_content, raw.reasoning, raw.thinking, raw.tool_plan])
    if (typeof thought === 'string' && thought !== '') draft.reasoning(thought)
  for (const block of blocksOf(raw)) takeBlock(block, draft, asides)
  const extra = isRecord(raw.additional_kwargs) ? raw.additional_kwargs : {}
  const lists = [raw.tool_calls, raw.toolCalls, extra.tool_calls]
  // The blocks may already contain the same calls.
  if (draft.calls.length === 0) {
    const list = lists.find(Array.isArray) as unknown[] | undefined
    for (const call of list ?? []) takeCall(call, draft, asides)
  }
  const notes = restOf(prefix, raw, ...USED, 'reasoning_content', 'reasoning', 'thinking', 'tool_plan')
  return withMetadata(draft.message(), {
    ...notes,
    [`${prefix}blocks`]: asides.length > 0 ? asides : undefined,
  })
}

function takeBlock(block: unknown, draft: AnswerDraft, asides: unknown[]): void {
  if (typeof block === 'string') {
    if (block !== '') draft.text(block)
    return
  }
  if (!isRecord(block)) {
    if (block !== null && block !== undefined) asides.push(block)
    return
  }
  const type = wordOf(block.type)
  const text = saidBy(block)
  if (THOUGHT.test(type)) return takeThought(block, draft)
  if (CALL.test(type)) return takeCall(block, draft, asides)
  if (type === 'redacted_thinking')
    return draft.reasoning('', { type: 'reasoning.encrypted', data: wordOf(block.data) })
  if (type === 'refusal' && typeof block.refusal === 'string') return draft.refusal(block.refusal)
  if (type === 'message' && 'content' in block) {
    for (const inner of blocksOf(block)) takeBlock(inner, draft, asides)
    return undefined
  }
  if ((TEXT.test(type) || type === '') && text !== undefined) {
    draft.text(text)
    const more = restOf('', block, 'type', 'text', 'content')
    if (Object.keys(more).length > 0) asides.push(more)
    return undefined
  }
  const picture = pictureOf(block)
  if (picture) draft.image(picture)
  else asides.push(block)
  return undefined
}

function takeThought(block: JsonObject, draft: AnswerDraft): void {
  const parts = [block.summary, block.content].flatMap((list) =>
    Array.isArray(list)
      ? (list as unknown[]).flatMap((one) =>
          isRecord(one) && typeof one.text === 'string' ? [one.text] : [],
        )
      : [],
  )
  const summary = typeof block.summary === 'string' && block.summary !== '' ? block.summary : undefined
  const text = saidBy(block) ?? parts.join('\n\n')
  const signature = textOf(block.signature)
  const hidden = textOf(block.encrypted_content) ?? (block.redacted === true ? text : undefined)
  if (hidden !== undefined) {
    draft.reasoning(block.redacted === true ? (summary ?? '') : text, {
      type: 'reasoning.encrypted',
      data: hidden,
    })
  } else if (signature === undefined) draft.reasoning(text || (summary ?? ''))
  else draft.reasoning(text, { type: 'reasoning.text', text, signature })
}

/** A call under any of the names that its fields have. */
function takeCall(call: unknown, draft: AnswerDraft, asides: unknown[]): void {
  if (!isRecord(call)) return void asides.push(call)
  const body = isRecord(call.function) ? call.function : call
  const id = [call.call_id, call.id, call.toolCallId, call.tool_call_id].find(
    (value) => textOf(value) !== undefined,
  )
  const name = [body.name, call.toolName, call.tool_name, call.function].find(
    (value) => textOf(value) !== undefined,
  )
  const input = [body.arguments, body.input, body.args, body.parameters].find((value) => value !== undefined)
  const used = [
    'id',
    'call_id',
    'toolCallId',
    'tool_call_id',
    'type',
    'function',
    'name',
    'toolName',
    'tool_name',
  ]
  const more = restOf('', call, ...used, 'arguments', 'input', 'args', 'parameters', 'status')
  draft.call({ id: textOf(id), name: textOf(name) ?? '', input: input ?? {}, more })
}

function readResult(block: JsonObject, prefix: string): ToolMessage {
  const { type: _, ...rest } = block
  const id = [block.tool_use_id, block.call_id, block.toolCallId, block.tool_call_id, block.id].find(
    (value) => textOf(value) !== undefined,
  )
  const found = [block.content, block.response, block.result, block.output].find(
    (value) => value !== undefined,
  )
  // The AI SDK names the kind of an output.
  const value = isRecord(found) && typeof found.type === 'string' && 'value' in found ? found.value : found
  const failed = isRecord(found) && /^(?:error|execution-denied)/.test(wordOf(found.type))
  const result = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(id) ?? '',
    toolName: textOf(block.name) ?? textOf(block.toolName),
    content: shown(value, prefix),
    isError: block.is_error === true || block.isError === true || failed || undefined,
    details: typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined,
  })
  const used = [
    'tool_use_id',
    'call_id',
    'toolCallId',
    'tool_call_id',
    'name',
    'toolName',
    'is_error',
    'isError',
  ]
  return withMetadata(
    result,
    restOf(
      prefix,
      rest,
      ...used,
      'content',
      'response',
      'result',
      'output',
      ...(id === block.id ? ['id'] : []),
    ),
  )
}

/** The result of a tool: blocks become parts, a text stays, anything else becomes JSON. */
export function shown(value: unknown, prefix: string): string | ContentPart[] {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  const isBlocks =
    Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && 'type' in one)
  return isBlocks
    ? plainContent((value as unknown[]).map((one) => partOf(one, prefix)))
    : JSON.stringify(value)
}

/** JSON text decoded, also where it is text in text. */
export function decodeDeep(value: unknown): unknown {
  let found = value
  for (let depth = 0; depth < 3; depth++) {
    const inner: unknown =
      typeof found === 'string' && /^\s*"[[{"]/.test(found) ? decodeText(found) : decodeJson(found)
    if (inner === found) break
    found = inner
  }
  return found
}

function decodeText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
