import {
  type AssistantMessage,
  type ContentPart,
  type Message,
  type ToolCall,
  type ToolMessage,
} from '@antiphon/core'
import { stretchesOf } from '@antiphon/core/channels'
import { partText } from '@antiphon/core/message'
import {
  compact,
  isRecord,
  type JsonObject,
  parseJson,
  joinPath,
  isList,
  recordOf,
  wordOf,
} from '@antiphon/base'
import { readTextContent, foreignPart, ownPart, writeText } from '../shared/content.js'
import { jsonText } from '../shared/json-text.js'
import { withMetadata } from '../shared/local-fields.js'
import { insertKept, type MessageGroup, type UnitCodec } from '../shared/unit-codec.js'
import type { ReportLoss } from '../types.js'
import {
  readMedia,
  writeMedia,
  type Forms,
  readReasoningDetails,
  writeHidden,
  writeReasoning,
} from './parts.js'
import { readOutput, writeOutput, imageForm } from './tool-output.js'
import { PREFIX } from './ui-messages.js'
import { draftAnswer, createAside } from '../shared/answer.js'

const PARTS = `${PREFIX}@parts`
const FORMS = `${PREFIX}@forms`
/** Marks an answer whose text was in a list. */
const LIST = `${PREFIX}@list`

/** A model message; one of role tool is a message of ours for each result. `at` has the places in our messages. */
export function modelCodec(
  where: string,
  at: readonly number[],
  toolNameOf: (message: ToolMessage, place: string) => string,
): UnitCodec {
  return {
    prefix: PREFIX,
    read: (unit, report) => readMessage(unit, where, report),
    write: (messages, report) => writeMessage(messages, at, toolNameOf, report),
  }
}

function readMessage(raw: JsonObject, where: string, report: ReportLoss): Message[] {
  const forms: Forms = {}
  const contentAt = joinPath(where, 'content')
  const list = isList(raw.content) ? raw.content : undefined
  const note = (message: Message, aside?: JsonObject, isList = false): Message =>
    withMetadata(message, {
      [FORMS]: Object.keys(forms).length > 0 ? forms : undefined,
      [PARTS]: aside,
      [LIST]: isList || undefined,
    })
  switch (raw.role) {
    case 'system':
      return [{ role: 'system', content: readTextContent(raw.content, contentAt, report) }]
    case 'assistant': {
      const { answer, aside } = readAnswer(
        list ?? [{ type: 'text', text: raw.content }],
        contentAt,
        forms,
        report,
      )
      return [note(answer, aside, list !== undefined)]
    }
    case 'tool': {
      const aside = createAside(contentAt, report)
      const results = (list ?? []).flatMap((entry, i): ToolMessage[] => {
        if (isRecord(entry) && entry.type === 'tool-result')
          return [readResult(entry, `content[${i}].output`, forms)]
        aside.put(i, entry)
        return []
      })
      return results.map((result, i) => (i === 0 ? note(result, aside.kept) : result))
    }
    default: {
      if (!list) return [{ role: 'user', content: readTextContent(raw.content, contentAt, report) }]
      return [
        note({ role: 'user', content: list.map((part, i) => readUserPart(part, `content[${i}]`, forms)) }),
      ]
    }
  }
}

function readUserPart(part: unknown, path: string, forms: Forms): ContentPart {
  const body = recordOf(part)
  if (body.type === 'text' && typeof body.text === 'string') return { type: 'text', text: body.text }
  const media = body.type === 'image' || body.type === 'file' ? readMedia(body, path, forms) : undefined
  return media ?? foreignPart('ai-sdk', body.type, part)
}

function readAnswer(parts: readonly unknown[], where: string, forms: Forms, report: ReportLoss) {
  const draft = draftAnswer()
  const aside = createAside(where, report)
  let pictures = 0
  parts.forEach((entry, i) => {
    const part = recordOf(entry)
    const path = `content[${i}]`
    if (part.type === 'text' && typeof part.text === 'string') draft.text(part.text)
    else if (part.type === 'reasoning' && typeof part.text === 'string') {
      const found = readReasoningDetails({ text: part.text, providerMetadata: part.providerOptions })
      if (part.text !== '' || found.length === 0) draft.reasoning(part.text)
      draft.hidden(found)
    } else if (part.type === 'tool-call') draft.made(readCall(part))
    else {
      const own: Forms = {}
      const media = part.type === 'file' ? readMedia(part, path, own) : undefined
      if (media?.type === 'image_url') {
        forms[`images[${pictures++}]`] = own[path]!
        draft.image(media)
      } else aside.put(i, entry)
    }
  })
  return { answer: draft.message(), aside: aside.kept }
}

function readCall({ toolCallId: id, toolName: name, input }: JsonObject): ToolCall {
  return {
    id: wordOf(id),
    type: 'function',
    function: {
      name: wordOf(name),
      arguments: input === undefined ? '{}' : jsonText(input),
    },
  }
}

function readResult(part: JsonObject, path: string, forms: Forms): ToolMessage {
  return compact<ToolMessage>({
    role: 'tool',
    tool_call_id: wordOf(part.toolCallId),
    toolName: typeof part.toolName === 'string' ? part.toolName : undefined,
    ...readOutput(part.output, path, forms),
  })
}

function writeMessage(
  messages: MessageGroup,
  at: readonly number[],
  toolNameOf: (message: ToolMessage, place: string) => string,
  report: ReportLoss,
): JsonObject {
  const first = messages[0]
  const where = `messages[${at[0] ?? 0}]`
  const stored = first.metadata?.[FORMS]
  const forms: Forms = isRecord(stored)
    ? Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}
  const aside = first.metadata?.[PARTS]
  switch (first.role) {
    case 'assistant': {
      const parts = writeAnswer(first, where, forms, report)
      const all = insertKept(parts, aside)
      const isText = first.metadata?.[LIST] !== true && all.length < 2 && !first.reasoning_details
      const isEmpty = all.length === 0 || (parts.length === 1 && parts[0]!.type === 'text')
      return { role: 'assistant', content: isText && isEmpty ? first.content : all }
    }
    case 'tool': {
      const results = messages.map((message, i) => {
        const place = `messages[${at[i] ?? i}]`
        const result = message as ToolMessage
        return {
          type: 'tool-result',
          toolCallId: result.tool_call_id,
          toolName: toolNameOf(result, place),
          output: writeOutput(result, `content[${i}].output`, place, forms, report),
        }
      })
      return { role: 'tool', content: insertKept(results, aside) }
    }
    case 'user': {
      const { content } = first
      if (typeof content === 'string') return { role: 'user', content }
      const parts = content.map((part, i) =>
        writeUserPart(part, `content[${i}]`, `${where}.content[${i}]`, forms, report),
      )
      return { role: 'user', content: parts }
    }
    default:
      if (first.role === 'developer') report('developer_role', `${where}.role`, 'developer', 'system')
      return { role: 'system', content: first.content }
  }
}

function writeUserPart(
  part: ContentPart,
  path: string,
  where: string,
  forms: Forms,
  report: ReportLoss,
): JsonObject {
  const text = partText(part)
  if (text !== undefined) return { type: 'text', text }
  return ownPart(part, 'ai-sdk.') ?? writeMedia(part, path, where, forms, report)
}

function writeAnswer(
  message: AssistantMessage,
  where: string,
  forms: Forms,
  report: ReportLoss,
): JsonObject[] {
  const parts: JsonObject[] = []
  const details = [...(message.reasoning_details ?? [])]
  const addHidden = (): void => {
    const hidden = details[0] && writeHidden(details[0])
    if (!hidden) return
    parts.push(withOptions(hidden))
    details.shift()
    addHidden()
  }
  addHidden()
  for (const stretch of stretchesOf(message)) {
    if (stretch.type === 'reasoning') {
      parts.push(withOptions(writeReasoning(stretch.text, details)))
      addHidden()
    } else if (stretch.type === 'tool_call') parts.push(writeCall(stretch.call))
    else parts.push(...writeText(stretch, message, where, report))
  }
  message.images?.forEach((image, i) => {
    const path = `images[${i}]`
    const own = { [path]: forms[path] ?? imageForm(image) }
    parts.push(writeMedia(image, path, `${where}.${path}`, own, report))
  })
  return parts
}

/** Provider metadata of UI messages is called provider options here. */
function withOptions({ providerMetadata, ...part }: JsonObject): JsonObject {
  return compact({ ...part, providerOptions: providerMetadata })
}

/** The input is a JSON value in this format; a text that is not JSON stays a text. */
function writeCall({ id, function: { name, arguments: text } }: ToolCall): JsonObject {
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: text === '' ? {} : (parseJson(text) ?? text),
  }
}
