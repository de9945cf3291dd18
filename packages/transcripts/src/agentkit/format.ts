import type { Message } from '@antiphon/core'
import { isRecord, type JsonObject } from '@antiphon/base'
import { defineFormat, detectBy, type Mark, otherValue } from '../shared/define-format.js'
import { withMetadata } from '../shared/local-fields.js'
import {
  insertKept,
  readUnits,
  reportRest,
  requireKinds,
  requireRecords,
  writeUnit,
} from '../shared/unit-codec.js'
import { type TranscriptDocument } from '../types.js'
import { untag } from './content.js'
import { itemCodec, NEW_ITEM, PREFIX } from './items.js'

/**
 * Transcripts of agentkit in its serde form. `turn` is a request, `result` that of a turn, `model-result` that of the
 * model. Style `older`: without `usage`, `finish_reason` and `created_at` where they are not known.
 */
export const agentkitFormat = defineFormat({
  name: 'agentkit',
  title: 'agentkit: items of a transcript, turn request, turn result, model turn result',
  prefix: PREFIX,
  shapes: ['items', 'turn', 'result', 'model-result', 'item'],
  detect(value) {
    try {
      return detectBy(findItems(value).list, ITEM_KINDS, marks, 'kind')
    } catch {
      return { certainty: 0, why: 'there is no list of items' }
    }
  },
  read(value, report) {
    const { list, shape, key } = findItems(value)
    const records = requireRecords(list, key, 'an item')
    requireKinds(records, 'kind', ITEM_KINDS, key, 'agentkit')
    const older = records.length > 0 && !records.some((item) => LATER_KEYS.some((later) => later in item))
    const { messages, kept } = readUnits(records, key, (at) => itemCodec(at, older), report)
    const document: TranscriptDocument = { format: 'agentkit', shape }
    if (older) document.style = { older }
    if (kept) document.kept = kept
    if (isRecord(value) && shape !== 'item') {
      const { [key]: _, ...fields } = value
      document.fields = fields
    }
    return { messages: markItems(messages, records), document }
  },
  write(messages, options, report) {
    const { document, shape, style } = options
    const groups: [Message, ...Message[]][] = []
    for (const message of messages) {
      const last = groups.at(-1)
      const joins =
        message.role === 'tool' && last?.[0].role === 'tool' && message.metadata?.[NEW_ITEM] !== true
      if (joins) last.push(message)
      else groups.push([message])
    }
    const items = groups.map((group) => writeUnit(itemCodec('', style.older === true), group, report))
    const list = insertKept(items, document?.kept)
    if (shape === 'item') {
      reportRest(messages, groups[0]?.length ?? 0, report)
      return list[0]
    }
    const key = LIST_KEYS[shape]
    return key === undefined ? list : { ...document?.fields, [key]: list }
  },
})

/** In their order, which compaction relies on: what comes first is trimmed last. */
const ITEM_KINDS = ['System', 'Developer', 'User', 'Assistant', 'Tool', 'Context', 'Notification']

/** The key that holds the items, by shape. */
const LIST_KEYS: Record<string, string> = {
  turn: 'transcript',
  result: 'items',
  'model-result': 'output_items',
}
const LATER_KEYS = ['usage', 'finish_reason', 'created_at']

function findItems(value: unknown): { list: unknown[]; shape: string; key: string } {
  if (Array.isArray(value)) return { list: value, shape: 'items', key: '' }
  if (isRecord(value)) {
    for (const [shape, key] of Object.entries(LIST_KEYS)) {
      const list = value[key]
      if (Array.isArray(list)) return { list, shape, key }
    }
    if (typeof value.kind === 'string') return { list: [value], shape: 'item', key: '' }
  }
  throw otherValue(
    value,
    'agentkit',
    'a list of items or an object with "transcript", "items" or "output_items"',
  )
}

/** Results of two `Tool` items in a row would become one item; the first of the second says so. */
function markItems(messages: Message[], records: readonly JsonObject[]): Message[] {
  const marked = [...messages]
  let at = 0
  let previous: unknown
  for (const item of records) {
    const size = item.kind === 'Tool' ? countResults(item) : 1
    if (item.kind === 'Tool' && size > 0 && previous === 'Tool')
      marked[at] = withMetadata(marked[at]!, { [NEW_ITEM]: true })
    if (size > 0) previous = item.kind
    at += size
  }
  return marked
}

function countResults({ parts }: JsonObject): number {
  return Array.isArray(parts) ? parts.filter((part) => untag(part)?.[0] === 'ToolResult').length : 0
}

const marks: Mark[] = [
  {
    sign: 'kinds and externally tagged parts',
    weight: 6,
    of: ({ parts }) => Array.isArray(parts) && parts.some((part) => /^[A-Z]/.test(untag(part)?.[0] ?? '')),
  },
  { sign: 'kinds and parts', weight: 3, of: ({ parts }) => Array.isArray(parts) },
]
