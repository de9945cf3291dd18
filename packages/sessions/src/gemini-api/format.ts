import { type Message } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, entriesIn, isRecord, recordIn, textOf, type JsonObject } from '@antiphon/base'
import {
  withMetadata,
  defineSession,
  entriesOf,
  restOf,
  type VersionNode,
  createSessionThread,
  readEach,
  listUnder,
  type Unwrapped,
} from '@antiphon/transcripts/toolkit'
import type { Conversation, ReportLoss } from '@antiphon/transcripts'
import {
  addContents,
  areContents,
  isContent,
  readModelParts,
  readUsageMetadata,
} from '../shared/gemini-parts.js'
import { ofReplay } from './replay.js'
import { geminiStreams } from './streams.js'

const PREFIX = 'gemini-api.'

/** Requests and responses of the Gemini API, and prompts that AI Studio saves. */
export const geminiApiFormat = defineSession({
  name: 'gemini-api',
  title:
    'Gemini API: requests, contents, responses, recorded ones; prompts of AI Studio, sessions of the ADK',
  shapes: ['request', 'contents', 'response', 'studio'],
  unwrap: (value) => ofReplay(value) ?? ofEvents(value),
  needs: '"contents" or "candidates" with parts, or "chunkedPrompt"',
  sign(value, sample) {
    if (isContents(value)) return 'contents with parts'
    const kinds = sample.map(kindOf)
    return kinds.find((kind) => kind !== undefined)
  },
  streams: geminiStreams,
  read(value, report, open) {
    if (isContents(value)) {
      const thread = open('contents')
      addContents(value, '', thread, PREFIX)
      return thread.end()
    }
    return readEach(
      entriesOf(value),
      (entry) => kindOf(entry) !== undefined,
      (entry) => readOne(entry, report),
      report,
    )
  },
})

/** Events of the Agent Development Kit: each has its author and one content. The fields around a content stay beside it. */
function ofEvents(value: unknown): Unwrapped | undefined {
  const found = listUnder(value, 'events') ?? { value }
  if (!Array.isArray(found.value) || !found.value.slice(0, 20).some(isEvent)) return undefined
  const contents = (found.value as unknown[]).map((event) => {
    if (!isEvent(event)) return event
    const { content, ...rest } = event
    return { ...rest, ...content, role: content.role ?? (event.author === 'user' ? 'user' : 'model') }
  })
  return { ...found, value: contents }
}

const isEvent = (event: unknown): event is JsonObject & { content: JsonObject } =>
  isRecord(event) && typeof event.author === 'string' && isContent(event.content)

const isContents = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) &&
  areContents(value) &&
  value.some((one) => isContent(one) && (one.role === 'model' || one.role === 'user'))

function kindOf(entry: JsonObject): string | undefined {
  const { contents, candidates, chunkedPrompt } = entry
  if (areContents(entriesIn(contents))) return 'a request with contents'
  if (
    Array.isArray(candidates) &&
    candidates.some(
      (candidate) => isRecord(candidate) && ('content' in candidate || 'finishReason' in candidate),
    )
  )
    return 'candidates with content'
  return isRecord(chunkedPrompt) && Array.isArray(chunkedPrompt.chunks) ? 'a prompt in chunks' : undefined
}

function readOne(entry: JsonObject, report: ReportLoss): Conversation {
  const { contents, candidates, chunkedPrompt, ...fields } = entry
  if (isRecord(chunkedPrompt)) return readChunks(chunkedPrompt, fields, report)
  if (contents !== undefined && candidates === undefined) {
    const thread = createSessionThread('gemini-api', 'request', report)
    const system = systemText(entry.systemInstruction ?? entry.system_instruction)
    if (system !== undefined) thread.add({ role: 'system', content: system })
    addContents(entriesIn(contents), 'contents', thread, PREFIX)
    return thread.end({ fields })
  }
  const thread = createSessionThread('gemini-api', 'response', report)
  const usage = readUsageMetadata(entry.usageMetadata ?? entry.usage_metadata)
  const choices: VersionNode[] = []
  for (const candidate of (candidates as unknown[]).filter(isRecord)) {
    const content = recordIn(candidate.content) ?? {}
    const messages = readModelParts(content.parts, PREFIX)
    const reason = textOf(candidate.finishReason) ?? textOf(candidate.finish_reason)
    const at = messages.findLastIndex(({ role }) => role === 'assistant')
    const last = messages[at]
    if (last?.role === 'assistant') {
      const hasCalls = last.tool_calls !== undefined
      const finishReason =
        reason === undefined ? undefined : normalizeFinishReason(reason.toLowerCase(), hasCalls)
      const model = textOf(entry.modelVersion) ?? textOf(entry.model_version)
      messages[at] = withMetadata(
        compact<Message>({ ...last, model, usage, finishReason, finishReasonRaw: reason }),
        restOf(PREFIX, candidate, 'content', 'finishReason', 'finish_reason'),
      )
    }
    choices.push({ id: `answer-1.${choices.length + 1}`, parent: undefined, messages })
  }
  // The first is shown, as in a live chat; the others are its versions.
  if (choices.length > 1) return thread.endTree(choices, { fields, leaf: choices[0]!.id })
  for (const { messages } of choices) thread.add(...messages)
  return thread.end({ fields })
}

function systemText(instruction: unknown): string | undefined {
  if (typeof instruction === 'string') return textOf(instruction)
  const parts =
    isRecord(instruction) && Array.isArray(instruction.parts) ? (instruction.parts as unknown[]) : []
  const texts = parts.flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []))
  return texts.length > 0 ? texts.join('\n\n') : isRecord(instruction) ? textOf(instruction.text) : undefined
}

/** Joins the chunks of each answer: thoughts come first, in chunks of their own. */
function readChunks(prompt: JsonObject, fields: JsonObject, report: ReportLoss): Conversation {
  const thread = createSessionThread('gemini-api', 'studio', report)
  const { chunks, ...rest } = prompt
  const system = systemText(fields.systemInstruction)
  if (system !== undefined) thread.add({ role: 'system', content: system })
  let answer: JsonObject[] = []
  let notes: JsonObject[] = []
  const end = (): void => {
    if (answer.length === 0) return
    const [first, ...others] = readModelParts(answer, PREFIX)
    const model = isRecord(fields.runSettings) ? textOf(fields.runSettings.model) : undefined
    const shown = first!.role === 'assistant' ? compact<Message>({ ...first!, model }) : first!
    thread.add(withMetadata(shown, { [`${PREFIX}chunks`]: notes }), ...others)
    answer = []
    notes = []
  }
  for (const [at, chunk] of (chunks as unknown[]).entries()) {
    if (!isRecord(chunk)) {
      thread.keep(`chunkedPrompt.chunks[${at}]`, 'no chunk', chunk)
      continue
    }
    const isThought = chunk.isThought === true || chunk.thought === true
    const text = textOf(chunk.text)
    const parts: unknown[] = text === undefined && Array.isArray(chunk.parts) ? chunk.parts : []
    const { executableCode, codeExecutionResult, inlineImage } = chunk
    const more = compact({ executableCode, codeExecutionResult, inlineData: inlineImage })
    if (chunk.role === 'model') {
      if (text !== undefined) answer.push({ text, ...(isThought && { thought: true }) })
      answer.push(...parts.filter(isRecord), ...(Object.keys(more).length > 0 ? [more] : []))
      notes.push(restOf('', chunk, 'role', 'text'))
      continue
    }
    end()
    const file = [chunk.driveImage, chunk.driveDocument].find(isRecord)
    const id = textOf(file?.id)
    const content = id === undefined ? (text ?? '') : [{ type: 'file' as const, file: { file_id: id } }]
    thread.add(withMetadata<Message>({ role: 'user', content }, restOf(PREFIX, chunk, 'role', 'text')))
  }
  end()
  return thread.end({ fields: { ...fields, ...(Object.keys(rest).length > 0 && { chunkedPrompt: rest }) } })
}
