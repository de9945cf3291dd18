import { type ContentPart, type ToolMessage } from '@antiphon/core'
import { isKnownPart } from '@antiphon/core/message'
import { compact, field, isRecord, type JsonObject, recordOf, wordOf } from '@antiphon/base'
import { jsonText } from '../shared/json-text.js'
import { readLocalFields, sortMetadata } from '../shared/local-fields.js'
import { sortedJson } from '../shared/values.js'
import { foreignPart } from '../shared/content.js'
import type { ReportLoss } from '../types.js'
import { readContentPart, readFile, untag, writeContentPart, writeFile, type ByteNotes } from './content.js'
import { createAside } from '../shared/answer.js'

const PREFIX = 'agentkit.item.'
/** Fields of ours that a result keeps in its metadata. */
const FIELDS = ['details', 'id', 'timestamp', 'timing', 'toolName']
const OWN = 'antiphon.'

/** One message per `ToolResult`, in order; other parts by position. */
export function readToolResults(
  parts: readonly unknown[],
  where: string,
  notes: ByteNotes,
  report: ReportLoss,
): { messages: ToolMessage[]; aside: JsonObject | undefined } {
  const aside = createAside(`${where}.parts`, report)
  const messages = parts.flatMap((part, i): ToolMessage[] => {
    const [kind, body] = untag(part) ?? ['', {}]
    if (kind === 'ToolResult') return [readResult(body, `parts[${i}].ToolResult.output`, notes)]
    aside.put(i, part)
    return []
  })
  return { messages, aside: aside.kept }
}

function readResult(body: JsonObject, path: string, notes: ByteNotes): ToolMessage {
  const source = recordOf(body.metadata)
  const lifted = Object.fromEntries(FIELDS.map((name) => [name, source[OWN + name]]))
  const metadata = Object.entries(source).filter(
    ([key]) => !key.startsWith(PREFIX) && !(key.startsWith(OWN) && FIELDS.includes(key.slice(OWN.length))),
  )
  const own = readLocalFields({ role: 'tool', ...compact(lifted) }, '', PREFIX, () => {})
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: wordOf(body.call_id),
    ...readOutput(body.output, path, notes),
    ...own,
    isError: body.is_error === true || undefined,
    metadata: sortMetadata(Object.fromEntries(metadata)),
  })
}
function readOutput(
  output: unknown,
  path: string,
  notes: ByteNotes,
): Pick<ToolMessage, 'content' | 'details'> {
  const text = field(output, 'Text')
  if (typeof text === 'string') return { content: text }
  const parts = field(output, 'Parts')
  if (Array.isArray(parts))
    return { content: parts.map((part, i) => readContentPart(part, `${path}.Parts[${i}]`, notes)) }
  const files = field(output, 'Files')
  if (Array.isArray(files))
    return { content: files.map((file, i) => readListedFile(file, `${path}.Files[${i}]`, notes)) }
  if (isRecord(output) && output.Structured !== undefined) {
    return { content: jsonText(output.Structured), details: output.Structured }
  }
  return { content: output === undefined || output === null ? '' : sortedJson(output) }
}

function readListedFile(file: unknown, path: string, notes: ByteNotes): ContentPart {
  return (isRecord(file) && readFile(file, path, notes)) || foreignPart('agentkit', 'File', { File: file })
}

/** One `ToolResult` per message. */
export function writeToolResults(messages: readonly ToolMessage[], notes: ByteNotes): JsonObject[] {
  const times = new Set(messages.map((message) => message.timestamp))
  return messages.map((message, i) => {
    const {
      tool_call_id,
      content,
      details,
      isError = false,
      metadata = {},
      id,
      timestamp,
      timing,
      toolName,
    } = message
    const isStructured = details !== undefined && content === jsonText(details)
    const own = compact({
      details: isStructured ? undefined : details,
      id: messages.length > 1 ? id : undefined,
      timestamp: times.size > 1 ? timestamp : undefined,
      timing,
      toolName,
    })
    const bag = Object.entries(metadata).filter(([key]) => !key.startsWith(PREFIX))
    const entries = [...bag, ...Object.entries(own).map(([key, value]) => [OWN + key, value] as const)]
    const output = isStructured
      ? { Structured: details }
      : writeOutput(content, `parts[${i}].ToolResult.output`, notes)
    return {
      ToolResult: {
        call_id: tool_call_id,
        output,
        is_error: isError,
        metadata: sortMetadata(Object.fromEntries(entries)) ?? {},
      },
    }
  })
}

function writeOutput(content: string | ContentPart[], path: string, notes: ByteNotes): JsonObject {
  if (typeof content === 'string') return { Text: content }
  const files = content.map((part, i) =>
    isKnownPart(part) && part.type === 'file'
      ? writeFile(part.file, `${path}.Files[${i}]`, notes)
      : undefined,
  )
  if (content.length > 0 && files.every((file) => file !== undefined)) return { Files: files }
  return { Parts: content.map((part, i) => writeContentPart(part, `${path}.Parts[${i}]`, notes)) }
}
