import { compact, isRecord, type JsonObject } from '../../errors/is-record.js'
import { contentToText } from '../../message/content-to-text.js'
import type { Message } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'
import { joinPath } from '../shared/json-path.js'
import { withMetadata } from '../shared/metadata.js'
import type { UnitCodec } from '../shared/unit-codec.js'
import { readAnswer, writeAnswer } from './answer-items.js'
import { readContent, writeContent } from './response-parts.js'

export const PREFIX = 'openai-responses.'
const ASIDE = `${PREFIX}@items`
const EASY = `${PREFIX}@easy`

/** Is this an item that goes in, and so ends the answer before it? */
export function isInput(item: JsonObject): boolean {
  return (
    /^(?:function|custom_tool)_call_output$/.test(String(item.type)) ||
    /^(?:user|system|developer)$/.test(String(item.role))
  )
}

/**
 * One message: its unit is `{ items }`, one item of input or all that the model wrote up to the next. `where` is the way
 * to the list in the document, or to the message in ours.
 */
export function itemsCodec(where: string): UnitCodec {
  return {
    prefix: PREFIX,
    read: ({ items }, report) => [readItems(Array.isArray(items) ? (items as unknown[]) : [], where, report)],
    write: ([message], report) => ({ items: writeItems(message!, where, report) }),
  }
}

function readItems(items: readonly unknown[], where: string, report: ReportLoss): Message {
  const item: JsonObject = isRecord(items[0]) ? items[0] : {}
  if (!isInput(item)) {
    const { answer, aside, easy } = readAnswer(items, where, report)
    return withMetadata(answer, {
      [ASIDE]: Object.keys(aside).length > 0 ? aside : undefined,
      [EASY]: easy || undefined,
    })
  }
  if (typeof item.type === 'string' && item.type.endsWith('_output')) {
    return compact<Message>({
      role: 'tool',
      tool_call_id: typeof item.call_id === 'string' ? item.call_id : '',
      content: readContent(item.output, joinPath(where, '[0].output'), report),
    })
  }
  const content = readContent(item.content, joinPath(where, '[0].content'), report)
  if (item.role === 'user') return { role: 'user', content }
  return { role: item.role === 'developer' ? 'developer' : 'system', content: contentToText(content) }
}

function writeItems(message: Message, where: string, report: ReportLoss): unknown[] {
  switch (message.role) {
    case 'assistant':
      return writeAnswer(message, message.metadata?.[ASIDE], message.metadata?.[EASY] === true)
    case 'tool': {
      const output = writeContent(message.content, `${where}.content`, report)
      return [{ type: 'function_call_output', call_id: message.tool_call_id, output }]
    }
    case 'user':
      return [{ role: 'user', content: writeContent(message.content, `${where}.content`, report) }]
    default:
      return [{ role: message.role, content: message.content }]
  }
}
