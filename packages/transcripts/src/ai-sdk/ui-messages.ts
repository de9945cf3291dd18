import { foreignPart, ownPart, parseDataUrl, partsOf, writeText } from '../shared/content.js'
import {
  type AssistantMessage,
  type ContentPart,
  type Message,
  type ToolCall,
  type ToolMessage,
  contentToText,
} from '@antiphon/core'
import { stretchesOf } from '@antiphon/core/channels'
import { partText, matchResults } from '@antiphon/core/message'
import { compact, isRecord, type JsonObject, fieldReader, base64Url, recordOf, wordOf } from '@antiphon/base'
import { withMetadata } from '../shared/local-fields.js'
import { insertKept, type MessageGroup, type UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import {
  readFile,
  writeFile,
  readReasoningDetails,
  writeHidden,
  writeReasoning,
  isToolPart,
  readToolPart,
  writeToolPart,
} from './parts.js'
import { draftAnswer, createAside } from '../shared/answer.js'

/** One step: an answer and the results of its calls. `aside`: parts without a place in our message, by position. */
function readStep(
  parts: readonly { part: JsonObject; at: number }[],
  aside: ReturnType<typeof createAside>,
): Message[] {
  const draft = draftAnswer()
  const annotations: unknown[] = []
  const tools: ReturnType<typeof readToolPart>[] = []
  for (const { part, at } of parts) {
    const image = part.type === 'file' ? readFile(part) : undefined
    if (part.type === 'text' && typeof part.text === 'string') draft.text(part.text)
    else if (part.type === 'reasoning' && typeof part.text === 'string') {
      const found = readReasoningDetails(part)
      if (part.text !== '' || found.length === 0) draft.reasoning(part.text)
      draft.hidden(found)
    } else if (isToolPart(part)) {
      const tool = readToolPart(part)
      draft.made(tool.call)
      tools.push(tool)
    } else if (part.type === 'source-url' && typeof part.url === 'string') {
      const title = typeof part.title === 'string' ? part.title : undefined
      annotations.push({ type: 'url_citation', url_citation: compact({ url: part.url, title }) })
    } else if (image?.type === 'image_url') draft.image(image)
    else aside.put(at, part)
  }
  const answer = draft.message({ annotations: annotations.length > 0 ? annotations : undefined })
  return [answer, ...tools.flatMap(({ result }) => result ?? [])]
}

/** The parts of one step, without its mark. */
function writeStep(
  answer: AssistantMessage,
  results: readonly { message: ToolMessage; at: number }[],
  where: string,
  report: ReportLoss,
): JsonObject[] {
  const parts: JsonObject[] = []
  const calls = answer.tool_calls ?? []
  const { slots } = matchResults(
    calls,
    results.map(({ message }) => message),
  )
  const details = [...(answer.reasoning_details ?? [])]
  const addHidden = (): void => {
    const hidden = details[0] && writeHidden(details[0])
    if (!hidden) return
    parts.push(hidden)
    details.shift()
    addHidden()
  }
  addHidden()
  for (const stretch of stretchesOf(answer)) {
    if (stretch.type === 'reasoning') {
      parts.push(writeReasoning(stretch.text, details))
      addHidden()
    } else if (stretch.type === 'tool_call') {
      const result = slots[stretch.index]
      const made = ownRow(stretch.call)
      if (made) {
        parts.push(made)
        continue
      }
      const at = results.find(({ message }) => message === result)?.at
      parts.push(writeToolPart(stretch.call, result, `messages[${at}]`, report))
    } else parts.push(...writeText(stretch, answer, where, report))
  }
  answer.images?.forEach((image, i) => parts.push(writeFile(image, `${where}.images[${i}]`, report)))
  answer.annotations?.forEach((entry, i) => {
    const source = writeSource(entry, i)
    if (source) parts.push(source)
  })
  return parts
}

/** A row that a stream of the AI SDK made of one of its parts: it goes back as it came. */
function ownRow({ function: { name }, providerRun }: ToolCall): JsonObject | undefined {
  const details = providerRun?.details
  return isRecord(details) && details.type === name ? details : undefined
}

function writeSource(entry: unknown, i: number): JsonObject | undefined {
  if (isRecord(entry) && isRecord(entry.source) && entry.source.type === 'source-document')
    return entry.source
  const citation = isRecord(entry) && isRecord(entry.url_citation) ? entry.url_citation : undefined
  if (typeof citation?.url !== 'string') return undefined
  return compact({ type: 'source-url', sourceId: `source-${i}`, url: citation.url, title: citation.title })
}

export const PREFIX = 'ai-sdk.'
/** Begins a message of its own, where it would join the answer before it. */
export const NEW = `${PREFIX}@new`
const PARTS = `${PREFIX}@parts`
/** An answer that goes on, in the same step, after the results before it. */
const JOINED = `${PREFIX}@joined`
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
  const attached = raw.role === 'user' ? (read.list('experimental_attachments') ?? []) : []
  const content = [...parts, ...attached.map(ofAttachment)].map((part) => readUserPart(part))
  if (raw.role === 'system')
    return [compact<Message>({ role: 'system', id, content: contentToText(content) })]
  const [only, more] = content
  const isText = only?.type === 'text' && more === undefined
  return [compact<Message>({ role: 'user', id, content: isText ? contentToText(content) : content })]
}

function readUserPart(part: unknown): ContentPart {
  const body: JsonObject = ofVersion4(recordOf(part))
  if (body.type === 'text' && typeof body.text === 'string') return { type: 'text', text: body.text }
  const file = body.type === 'file' ? readFile(body) : undefined
  return file ?? foreignPart('ai-sdk', body.type, part)
}

function readAnswer(
  parts: readonly unknown[],
  id: string | undefined,
  where: string,
  report: ReportLoss,
): Message[] {
  const steps: { part: JsonObject; at: number }[][] = []
  /** Steps without a mark: text after the results of earlier calls in the same step. */
  const joined = new Set<number>()
  parts.forEach((entry, at) => {
    const part = ofVersion4(recordOf(entry))
    const step = steps.at(-1)
    if (part.type === 'step-start') steps.push([])
    else if (!step) steps.push([{ part, at }])
    else if (saysSomething(part) && isAnswered(step)) {
      joined.add(steps.length)
      steps.push([{ part, at }])
    } else step.push({ part, at })
  })
  const isMarked = isRecord(parts[0]) && parts[0].type === 'step-start'
  if (steps.length === 0) steps.push([])
  const aside = createAside(`${where}.parts`, report)
  const [first, ...rest] = steps.flatMap((step, i) => {
    const [answer, ...results] = readStep(step, aside)
    return [joined.has(i) ? withMetadata(answer!, { [JOINED]: true }) : answer!, ...results]
  })
  const notes = {
    [PARTS]: aside.kept,
    [UNMARKED]: isMarked ? undefined : true,
  }
  return [withMetadata(compact<Message>({ ...first!, id }), notes), ...rest]
}

const saysSomething = ({ type, text }: JsonObject): boolean =>
  (type === 'text' || type === 'reasoning') && text !== ''

/** A provider that runs the calls itself continues in the same step. The text after the results is the answer to them. */
function isAnswered(step: readonly { part: JsonObject }[]): boolean {
  const tools = step.filter(({ part }) => isToolPart(part))
  return tools.length > 0 && tools.every(({ part }) => readToolPart(part).result !== undefined)
}

/** Turns a file into a part. Up to version 4 files were beside the parts. */
function ofAttachment(entry: unknown): unknown {
  if (!isRecord(entry)) return entry
  const { name, contentType, url } = entry
  // Without a type an address says by its ending whether it is a picture.
  const isImage = typeof url === 'string' && /\.(?:png|jpe?g|gif|webp|avif)(?:[?#]|$)/i.test(url)
  const mediaType =
    contentType ?? parseDataUrl(wordOf(url))?.mimeType ?? (isImage ? 'image' : 'application/octet-stream')
  return compact({ type: 'file', filename: name, mediaType, url })
}

/** A part as version 4 wrote it, in the shape that it has since. Others are given back as they are. */
function ofVersion4(part: JsonObject): JsonObject {
  const { type, toolInvocation: call, reasoning, source } = part
  if (type === 'tool-invocation' && isRecord(call)) {
    const { toolCallId, toolName, args, result } = call
    const done = call.state === 'result'
    const state = done ? 'output-available' : call.state === 'call' ? 'input-available' : 'input-streaming'
    return compact({ type: 'dynamic-tool', toolCallId, toolName, state, input: args, output: result })
  }
  if (type === 'reasoning' && typeof reasoning === 'string') return { ...part, text: reasoning }
  if (type === 'file' && typeof part.data === 'string' && typeof part.mimeType === 'string')
    return {
      type,
      mediaType: part.mimeType,
      url: base64Url(part.mimeType, part.data),
      filename: part.filename,
    }
  if (type === 'source' && isRecord(source)) return { ...source, type: 'source-url' }
  return part
}

function writeMessage(messages: MessageGroup, at: readonly number[], report: ReportLoss): JsonObject {
  const first = messages[0]
  // Its views are keyed by the id, so there has to be one, and no two alike.
  const id = first.id ?? `message-${at[0] ?? 0}`
  switch (first.role) {
    case 'assistant':
    case 'tool':
      return { id, role: 'assistant', parts: writeSteps(messages, at, report) }
    case 'user': {
      const parts = partsOf(first.content).map((part, i) =>
        writeUserPart(part, `messages[${at[0] ?? 0}].content[${i}]`, report),
      )
      return { id, role: 'user', parts }
    }
    default:
      return { id, role: 'system', parts: [{ type: 'text', text: first.content }] }
  }
}

function writeUserPart(part: ContentPart, where: string, report: ReportLoss): JsonObject {
  const text = partText(part)
  if (text !== undefined) return { type: 'text', text }
  return ownPart(part, 'ai-sdk.') ?? writeFile(part, where, report)
}

function writeSteps(messages: MessageGroup, at: readonly number[], report: ReportLoss): unknown[] {
  const steps: { answer: AssistantMessage; at: number; results: { message: ToolMessage; at: number }[] }[] =
    []
  messages.forEach((message, i) => {
    const place = at[i] ?? i
    if (message.role === 'assistant') steps.push({ answer: message, at: place, results: [] })
    else if (message.role === 'tool') steps.at(-1)?.results.push({ message, at: place })
  })
  const { metadata } = messages[0]
  const parts = steps.flatMap(({ answer, at: place, results }, i): JsonObject[] => {
    const written = writeStep(answer, results, `messages[${place}]`, report)
    const before = steps[i - 1]
    const calls = before?.answer.tool_calls?.length ?? 0
    const isJoined = answer.metadata?.[JOINED] === true && calls > 0 && before?.results.length === calls
    const isBare = isJoined || (i === 0 && metadata?.[UNMARKED] === true)
    return isBare ? written : [{ type: 'step-start' }, ...written]
  })
  return insertKept(parts, metadata?.[PARTS])
}
