import type { ContentPart, Message, ToolMessage } from '@antiphon/core'
import { compact, entriesIn, field, isRecord, recordIn, textOf, type JsonObject } from '@antiphon/base'
import { usageOfGemini } from '@antiphon/wires/read'
import {
  foreignPart,
  withMetadata,
  draftAnswer,
  imagePart,
  plainContent,
  restOf,
  usageFrom,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'

/** Python and REST dumps write these names with lines below. */
const CAMEL: Readonly<Record<string, string>> = {
  function_call: 'functionCall',
  function_response: 'functionResponse',
  inline_data: 'inlineData',
  file_data: 'fileData',
  executable_code: 'executableCode',
  code_execution_result: 'codeExecutionResult',
  thought_signature: 'thoughtSignature',
  mime_type: 'mimeType',
  file_uri: 'fileUri',
}

const camel = (part: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(part).map(([key, value]) => [CAMEL[key] ?? key, value]))

const partsOf = (content: unknown): JsonObject[] => {
  return entriesIn(content).map((entry) => {
    const part = recordIn(entry) ?? entry
    return typeof part === 'string' ? { text: part } : isRecord(part) ? camel(part) : { part }
  })
}

/** The parts of a model's content: an answer, and where it ran code, the results of that with further answers. */
export function readModelParts(content: unknown, prefix: string): Message[] {
  const messages: Message[] = []
  let draft = draftAnswer()
  let others: unknown[] = []
  const end = (): void => {
    const isEmpty = draft.isBlank && others.length === 0
    if (!isEmpty || messages.length === 0) {
      const notes = { [`${prefix}parts`]: others.length > 0 ? others : undefined }
      messages.push(withMetadata(draft.message(), notes))
    }
    draft = draftAnswer()
    others = []
  }
  for (const part of partsOf(content)) {
    const { text, functionCall: call, executableCode: code, codeExecutionResult: result, inlineData } = part
    const signature = textOf(part.thoughtSignature)
    if (isRecord(call)) {
      const more = signature && { extra_content: { google: { thought_signature: signature } } }
      draft.call({
        id: textOf(call.id),
        name: textOf(call.name) ?? '',
        input: call.args ?? {},
        more: more || {},
      })
    } else if (isRecord(code)) {
      draft.call({ id: textOf(code.id), name: 'executableCode', input: code })
    } else if (isRecord(result)) {
      end()
      const failed = result.outcome !== undefined && result.outcome !== 'OUTCOME_OK'
      const tool: ToolMessage = {
        role: 'tool',
        tool_call_id: textOf(result.id) ?? '',
        content: textOf(result.output) ?? '',
      }
      messages.push(compact({ ...tool, isError: failed || undefined, details: result }))
    } else if (typeof text === 'string' && part.thought === true) {
      draft.reasoning(text, signature === undefined ? undefined : { type: 'reasoning.text', text, signature })
    } else if (typeof text === 'string') {
      if (text !== '' || signature === undefined) draft.text(text)
      if (signature !== undefined) others.push({ thoughtSignature: signature })
    } else if (isRecord(inlineData) && typeof inlineData.data === 'string' && isImage(inlineData)) {
      draft.image(imagePart(inlineData.data, inlineData.mimeType ?? inlineData.mime_type))
    } else others.push(part)
  }
  end()
  return messages
}

const isImage = (data: JsonObject): boolean =>
  textOf(data.mimeType ?? data.mime_type)?.startsWith('image/') === true

/** The parts of a user's content: results of calls, and the rest as one message. */
export function readUserParts(content: unknown, prefix: string): Message[] {
  const results: Message[] = []
  const words: ContentPart[] = []
  for (const part of partsOf(content)) {
    const { text, functionResponse: response, inlineData, fileData } = part
    if (isRecord(response)) results.push(readResponse(response, prefix))
    else if (typeof text === 'string') words.push({ type: 'text', text })
    else if (isRecord(inlineData) && typeof inlineData.data === 'string' && isImage(inlineData))
      words.push(imagePart(inlineData.data, inlineData.mimeType ?? inlineData.mime_type))
    else if (isRecord(fileData) && typeof fileData.fileUri === 'string')
      words.push({
        type: 'file',
        file: compact({ file_data: fileData.fileUri, filename: textOf(fileData.displayName) }),
      })
    else words.push(foreignPart(prefix.slice(0, -1), Object.keys(part)[0], part))
  }
  return words.length > 0 ? [...results, { role: 'user', content: plainContent(words) }] : results
}

/** The result text under its usual names, else the whole response. */
export function readResponse(response: JsonObject, prefix: string): ToolMessage {
  const body = response.response
  const error = isRecord(body) ? textOf(body.error) : undefined
  const failed = error !== undefined && error !== '(none)'
  const said = isRecord(body)
    ? (textOf(body.output) ?? textOf(body.result) ?? (failed ? error : undefined))
    : textOf(body)
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(response.id) ?? '',
    toolName: textOf(response.name),
    content: said ?? (body === undefined ? '' : JSON.stringify(body)),
    isError: failed || undefined,
    details: isRecord(body) ? body : undefined,
  })
  return withMetadata(message, restOf(prefix, response, 'id', 'name', 'response'))
}

/** Counts of the service, as a live answer has them. */
export function readUsageMetadata(raw: unknown) {
  const counts = usageOfGemini(raw)
  if (!counts || !isRecord(raw)) return undefined
  const { prompt_tokens: input, completion_tokens: output, total_tokens: total } = counts
  return usageFrom(
    {
      input,
      output,
      total,
      reasoning: field(counts.completion_tokens_details, 'reasoning_tokens'),
      cached: field(counts.prompt_tokens_details, 'cached_tokens'),
    },
    raw,
  )
}

/** A list of contents: `role` user, model or function (older), each with parts. */
export function readContents(contents: readonly unknown[], prefix: string): Message[] {
  return contents.flatMap((content): Message[] => {
    if (!isRecord(content)) return []
    const { role, parts } = content
    const messages = role === 'model' ? readModelParts(parts, prefix) : readUserParts(parts, prefix)
    const [first, ...rest] = messages
    return first ? [withMetadata(first, restOf(prefix, content, 'role', 'parts')), ...rest] : []
  })
}

/** Adds contents to a thread. An entry that is not a content is kept as unread, with its place. */
export function addContents(
  contents: readonly unknown[],
  where: string,
  thread: SessionThread,
  prefix: string,
): void {
  contents.forEach((entry, at) => {
    const content = recordIn(entry)
    const messages = content ? readContents([content], prefix) : []
    if (messages.length > 0) thread.add(...messages)
    else thread.keep(where === '' ? at : `${where}[${at}]`, 'no content', entry)
  })
}

/** A list that is one of contents, though some of them are broken. */
export const areContents = (list: readonly unknown[]): boolean => {
  const sample = list.slice(0, 50).map((entry) => recordIn(entry) ?? entry)
  const some = sample.filter(isContent)
  return some.length > 0 && some.length * 2 >= sample.filter(isRecord).length
}

export const isContent = (value: unknown): value is JsonObject =>
  isRecord(value) &&
  Array.isArray(value.parts) &&
  (value.role === undefined || ['user', 'model', 'function', 'system'].includes(value.role as string)) &&
  value.parts.every((part: unknown) => typeof part === 'string' || (isRecord(part) && !('type' in part)))
