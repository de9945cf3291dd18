import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import { contentToText } from '../../message/content-to-text.js'
import type { AssistantMessage, ContentPart, Message, ToolMessage } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { fieldReader } from '../shared/field-reader.js'
import { insertKept } from '../shared/message-list.js'
import { withMetadata } from '../shared/metadata.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import { readStep, writeStep } from './answer-parts.js'
import { readFile, writeFile } from './file-part.js'

export const PREFIX = 'ai-sdk.'
/** Begins a message of its own, where it would join the answer before it. */
export const NEW = `${PREFIX}@new`
const PARTS = `${PREFIX}@parts`
/** The first step has no mark at its beginning. */
const UNMARKED = `${PREFIX}@unmarked`

/** A UI message: an assistant's holds a whole turn, step by step. `at` has the places in our messages. */
export function uiCodec(where: string, at: readonly number[]): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => readMessage(unit, where, report),
    write: (messages, report) => writeMessage(messages, at, report),
  }
}

function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message[] {
  const read = fieldReader(raw, where, report)
  const parts = read.list('parts') ?? []
  const id = read.text('id') || undefined
  if (raw.role === 'assistant') return readAnswer(parts, id, where, report)
  const content = parts.map((part) => readUserPart(part))
  if (raw.role === 'system')
    return [compact<Message>({ role: 'system', id, content: contentToText(content) })]
  const [only, more] = content
  const isText = only?.type === 'text' && more === undefined
  return [compact<Message>({ role: 'user', id, content: isText ? contentToText(content) : content })]
}

function readUserPart(part: unknown): ContentPart {
  const body: JsonObject = isRecord(part) ? part : {}
  if (body.type === 'text' && typeof body.text === 'string') return { type: 'text', text: body.text }
  const file = body.type === 'file' ? readFile(body) : undefined
  return file ?? { type: `ai-sdk.${typeof body.type === 'string' ? body.type : 'part'}`, part }
}

function readAnswer(
  parts: readonly unknown[],
  id: string | undefined,
  where: string,
  report: ReportLoss,
): Message[] {
  const steps: { part: JsonObject; at: number }[][] = []
  parts.forEach((entry, at) => {
    const part: JsonObject = isRecord(entry) ? entry : {}
    if (part.type === 'step-start') steps.push([])
    else if (steps.length === 0) steps.push([{ part, at }])
    else steps.at(-1)!.push({ part, at })
  })
  const isMarked = isRecord(parts[0]) && parts[0].type === 'step-start'
  if (steps.length === 0) steps.push([])
  const aside: Record<string, unknown> = {}
  const [first, ...rest] = steps.flatMap((step) => readStep(step, where, aside, report))
  const notes = {
    [PARTS]: Object.keys(aside).length > 0 ? aside : undefined,
    [UNMARKED]: isMarked ? undefined : true,
  }
  return [withMetadata(compact<Message>({ ...first!, id }), notes), ...rest]
}

function writeMessage(messages: readonly Message[], at: readonly number[], report: ReportLoss): JsonObject {
  const first = messages[0]!
  // Its views are keyed by the id, so there has to be one, and no two alike.
  const id = first.id ?? `message-${at[0] ?? 0}`
  switch (first.role) {
    case 'assistant':
    case 'tool':
      return { id, role: 'assistant', parts: writeSteps(messages, at, report) }
    case 'user': {
      const list = typeof first.content === 'string' ? [{ type: 'text', text: first.content }] : first.content
      const parts = list.map((part, i) =>
        writeUserPart(part, `messages[${at[0] ?? 0}].content[${i}]`, report),
      )
      return { id, role: 'user', parts }
    }
    default:
      return { id, role: 'system', parts: [{ type: 'text', text: first.content }] }
  }
}

function writeUserPart(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const known = part as JsonObject
  if (part.type.startsWith('ai-sdk.') && isRecord(known.part)) return known.part
  return part.type === 'text' ? { type: 'text', text: known.text } : writeFile(part, where, report)
}

function writeSteps(messages: readonly Message[], at: readonly number[], report: ReportLoss): unknown[] {
  const steps: { answer: AssistantMessage; at: number; results: { message: ToolMessage; at: number }[] }[] =
    []
  messages.forEach((message, i) => {
    const place = at[i] ?? i
    if (message.role === 'assistant') steps.push({ answer: message, at: place, results: [] })
    else if (message.role === 'tool') steps.at(-1)?.results.push({ message, at: place })
  })
  const { metadata } = messages[0]!
  const parts = steps.flatMap(({ answer, at: place, results }, i): JsonObject[] => {
    const written = writeStep(answer, results, `messages[${place}]`, report)
    return i === 0 && metadata?.[UNMARKED] === true ? written : [{ type: 'step-start' }, ...written]
  })
  const aside = metadata?.[PARTS]
  return isRecord(aside) ? insertKept(parts, aside) : parts
}
