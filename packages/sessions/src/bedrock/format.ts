import { type ContentPart, type Message, type ToolMessage } from '@antiphon/core'
import { normalizeFinishReason } from '@antiphon/core/message'
import { compact, entriesIn, isRecord, recordIn, sumOf, textOf, type JsonObject } from '@antiphon/base'
import {
  foreignPart,
  withMetadata,
  draftAnswer,
  defineSession,
  entriesOf,
  imagePart,
  plainContent,
  restOf,
  usageFrom,
  readEach,
  eachEntry,
  type SessionThread,
} from '@antiphon/transcripts/toolkit'
import type { Conversation } from '@antiphon/transcripts'
import { bedrockStream } from './stream.js'

const PREFIX = 'bedrock.'
const OWN = ['toolUse', 'toolResult', 'reasoningContent', 'cachePoint']

/** Requests and responses of Bedrock Converse, whose blocks are named by their key and have no type. */
export const bedrockFormat = defineSession({
  name: 'bedrock',
  title: 'Bedrock Converse: request, response, log of invocations',
  shapes: ['request', 'response'],
  needs: '"messages" with blocks such as "toolUse", or "output" with a "message", and "stopReason"',
  sign: (_, sample) => (sample.some(isOwn) ? 'blocks of Converse' : undefined),
  unwrap: (value) => eachEntry(value, invocationIn),
  streams: [bedrockStream],
  read(value, report, open) {
    const shapeOf = ({ messages }: JsonObject) => (Array.isArray(messages) ? 'request' : 'response')
    return readEach(entriesOf(value), isOwn, (entry) => readOne(entry, open(shapeOf(entry))), report)
  },
})

/** A line of the log of invocations: request and response lie apart in it. Other bodies than those of Converse are not read. */
function invocationIn({ input, output, ...log }: JsonObject): JsonObject | undefined {
  const { inputBodyJson: asked, ...about } = recordIn(input) ?? {}
  const request = recordIn(asked)
  if (log.schemaType !== 'ModelInvocationLog' || !request) return undefined
  const { outputBodyJson: answered, ...aside } = recordIn(output) ?? { output }
  // For a streamed answer the log holds its events.
  const response = recordIn(answered) ?? (answered === undefined ? {} : { events: answered })
  return { modelId: log.modelId, ...request, ...response, log: { ...log, input: about, output: aside } }
}

function isOwn(entry: JsonObject): boolean {
  const { messages, output, stopReason } = entry
  if (isRecord(output) && isRecord(output.message) && Array.isArray(output.message.content)) {
    const said: readonly unknown[] = output.message.content
    // If the file breaks off, the fields after the message are missing.
    const isPlain = said.length > 0 && said.every((block) => isRecord(block) && !('type' in block))
    return typeof stopReason === 'string' || (isPlain && typeof output.message.role === 'string')
  }
  if (!Array.isArray(messages)) return false
  const blocks = messages
    .slice(0, 20)
    .flatMap((message: unknown) =>
      isRecord(message) && Array.isArray(message.content) ? (message.content as unknown[]) : [],
    )
  const hasSystem =
    Array.isArray(entry.system) && entry.system.every((block) => isRecord(block) && !('type' in block))
  const isPlain = blocks.length > 0 && blocks.every((block) => isRecord(block) && !('type' in block))
  return (
    blocks.some((block) => isRecord(block) && OWN.some((key) => isRecord(block[key]))) ||
    (isPlain && (typeof entry.modelId === 'string' || hasSystem))
  )
}

function readOne(entry: JsonObject, thread: SessionThread): Conversation {
  const { messages, output, ...fields } = entry
  if (Array.isArray(messages)) {
    const prompts = (Array.isArray(entry.system) ? (entry.system as unknown[]) : []).flatMap((block) =>
      isRecord(block) && typeof block.text === 'string' ? [block.text] : [],
    )
    if (prompts.length > 0) thread.add({ role: 'system', content: prompts.join('\n\n') })
    for (const [at, message] of (messages as unknown[]).entries()) {
      if (isRecord(message)) thread.add(...readMessage(message))
      else thread.keep(`messages[${at}]`, 'no message', message)
    }
  }
  if (messages !== undefined && !Array.isArray(messages)) thread.keep('messages', 'no list', messages)
  if (output !== undefined && !(isRecord(output) && isRecord(output.message)))
    thread.keep('output', 'no message', output)
  if (isRecord(output) && isRecord(output.message)) {
    const [first, ...rest] = readMessage({ ...output.message, role: 'assistant' })
    const reason = textOf(entry.stopReason)
    const hasCalls = first?.role === 'assistant' && first.tool_calls !== undefined
    const answer = compact({
      ...first!,
      usage: isRecord(entry.usage) ? readUsage(entry.usage) : undefined,
      finishReason: reason === undefined ? undefined : normalizeFinishReason(reason, hasCalls),
      finishReasonRaw: reason,
    } as Message)
    thread.add(answer, ...rest)
  }
  return thread.end({ fields })
}

function readUsage(raw: JsonObject) {
  const {
    inputTokens,
    outputTokens,
    totalTokens,
    cacheReadInputTokens: cached,
    cacheWriteInputTokens: cacheWrite,
  } = raw
  return usageFrom(
    {
      input: sumOf(inputTokens, cached, cacheWrite),
      output: outputTokens,
      total: totalTokens,
      cached,
      cacheWrite,
    },
    raw,
  )
}

function readMessage(message: JsonObject): Message[] {
  const blocks =
    typeof message.content === 'string' ? [{ text: message.content }] : entriesIn(message.content)
  const notes = restOf(PREFIX, message, 'role', 'content')
  if (message.role !== 'assistant') {
    const results = blocks.flatMap((block) =>
      isRecord(block) && isRecord(block.toolResult) ? [readResult(block.toolResult)] : [],
    )
    const points = blocks.filter((block) => isRecord(block) && isRecord(block.cachePoint))
    const others = blocks.filter(
      (block) => !points.includes(block) && (!isRecord(block) || !isRecord(block.toolResult)),
    )
    const words: Message[] =
      others.length > 0 ? [{ role: 'user', content: plainContent(others.map(partOf)) }] : []
    const [first, ...rest] = [...results, ...words]
    const marks = { [`${PREFIX}blocks`]: points.length > 0 ? points : undefined }
    return first ? [withMetadata(first, { ...notes, ...marks }), ...rest] : []
  }
  const draft = draftAnswer()
  const aside: unknown[] = []
  for (const block of blocks) {
    const { text, toolUse, reasoningContent: thought } = isRecord(block) ? block : {}
    const said = isRecord(thought) && isRecord(thought.reasoningText) ? thought.reasoningText : undefined
    if (typeof text === 'string') draft.text(text)
    else if (isRecord(toolUse)) {
      const more = restOf('', toolUse, 'toolUseId', 'name', 'input', 'id', 'type', 'function')
      draft.call({
        id: textOf(toolUse.toolUseId),
        name: textOf(toolUse.name) ?? '',
        input: toolUse.input ?? {},
        more,
      })
    } else if (said) {
      const [words, signature] = [textOf(said.text) ?? '', textOf(said.signature)]
      draft.reasoning(
        words,
        signature === undefined ? undefined : { type: 'reasoning.text', text: words, signature },
      )
    } else if (isRecord(thought) && typeof thought.redactedContent === 'string') {
      draft.reasoning('', { type: 'reasoning.encrypted', data: thought.redactedContent })
    } else if (isRecord(block) && isRecord(block.image)) draft.image(partOf(block))
    else aside.push(block)
  }
  return [
    withMetadata(draft.message(), { ...notes, [`${PREFIX}blocks`]: aside.length > 0 ? aside : undefined }),
  ]
}

function partOf(block: unknown): ContentPart {
  if (!isRecord(block)) return foreignPart('bedrock', 'block', block)
  const { text, json, image, document } = block
  if (typeof text === 'string') return { type: 'text', text }
  if (json !== undefined) return { type: 'text', text: JSON.stringify(json) }
  const source = isRecord(image) && isRecord(image.source) ? image.source : {}
  if (isRecord(image) && typeof source.bytes === 'string')
    return imagePart(source.bytes, `image/${textOf(image.format) ?? 'png'}`)
  const file = isRecord(document) && isRecord(document.source) ? document.source : {}
  if (isRecord(document) && typeof file.bytes === 'string') {
    const mime = document.format === 'pdf' ? 'application/pdf' : 'application/octet-stream'
    return {
      type: 'file',
      file: compact({ filename: textOf(document.name), file_data: `data:${mime};base64,${file.bytes}` }),
    }
  }
  return foreignPart('bedrock', Object.keys(block)[0], block)
}

function readResult(result: JsonObject): Message {
  const parts = entriesIn(result.content).map(partOf)
  const message = compact<ToolMessage>({
    role: 'tool',
    tool_call_id: textOf(result.toolUseId) ?? '',
    content: plainContent(parts),
    isError: result.status === 'error' || undefined,
  })
  return withMetadata(message, restOf(PREFIX, result, 'toolUseId', 'content'))
}
