import { field, isRecord, type JsonObject, safeStringify } from '@antiphon/base'
import { flatText } from '../../message/flat-text.js'
import { REASONING_FIELDS, REASONING_LISTS } from '../../message/reasoning-fields.js'
import { perChannel, TEXT_CHANNELS, type TextChannel } from '../../message/text-channels.js'
import { channelOfEntry } from '../../message/wire-channels.js'
import type { ReasoningDetail } from '../../message/types.js'
import { changeList, grow, touch, type AccumulatorContext, type ChoiceDraft } from './drafts.js'
import {
  growRecord,
  isEntry,
  asList,
  asRecord,
  asFinishReason,
  asText,
  isTooDeep,
  read,
  readExtras,
} from './read-value.js'
import { isImage, toImage } from './images.js'
import { fillEntries, heldText, keepEntries, newText, type Said, type SaidChannel } from './repeats.js'
import { accumulateToolCalls } from './tool-calls.js'

const CHOICE_KEYS = ['index', 'delta', 'message', 'text', 'finish_reason', 'logprobs', 'usage', 'error']
/** The channels that have one plain field. */
const PLAIN_CHANNELS = TEXT_CHANNELS.filter(({ name }) => name !== 'text' && name !== 'reasoning')
/** Keys of a delta that hold pictures, one or a list (docs/wire 2.8). */
const IMAGE_KEYS = 'images image image_url image_urls image_base64 output_image generated_images'.split(' ')
const DELTA_KEYS: readonly string[] = [
  ...TEXT_CHANNELS.flatMap(({ wire }): readonly string[] => wire),
  'role',
  ...REASONING_LISTS,
  'tool_calls',
  'function_call',
  'annotations',
  'audio',
  ...IMAGE_KEYS,
]

/** The fields of a delta. Reasoning fields of a profile count first, except names that mean something else. */
export function fieldsOfDelta(
  added: readonly string[] = [],
): Pick<AccumulatorContext, 'reasoningFields' | 'deltaFields'> {
  const own = added.filter((name) => !DELTA_KEYS.includes(name))
  return { reasoningFields: [...own, ...REASONING_FIELDS], deltaFields: [...own, ...DELTA_KEYS] }
}

/** For a `message` that is the whole answer so far: how much of it was compared with the draft. */
type Compared = Record<TextChannel, number>

/**
 * Takes one choice of a chunk, or of a whole completion, into its draft; `where` is the way to it in the chunk. The
 * order inside a chunk is reasoning, content, tools, finish (docs/wire 2.5): a finish reason never ends the reading.
 */
export function accumulateChoice(draft: ChoiceDraft, choice: JsonObject, where: string): void {
  const { report } = draft.context
  const before = draft.outputs
  const given = read(choice, 'delta', asRecord, where, report)
  // A whole body may have a delta that says nothing beside its message.
  const isWhole = isRecord(choice.message) && !given?.content && !given?.tool_calls && !draft.rawText
  const ofDelta = isWhole ? undefined : given
  const ofMessage = ofDelta ? undefined : read(choice, 'message', asRecord, where, report)
  // The legacy completions endpoint calls its delta `text`.
  const delta = ofDelta ?? ofMessage ?? { content: choice.text }
  // A message without a delta is the whole answer so far (docs/wire 2.2).
  const compared = ofMessage && perChannel(() => 0)
  const path = `${where}${ofMessage ? 'message' : 'delta'}.`
  // Nearly every delta has only text. The search for all other fields took a tenth of the time of a long answer.
  if (hasOnlyText(delta)) accumulateContent(draft, delta.content, path, compared, false)
  else accumulateDelta(draft, delta, path, compared)
  const keep = (key: string, value: unknown): void => {
    if (value !== '') draft.metadata[`wire.${key}`] = value
    draft.version++
  }
  const logprobs = read(choice, 'logprobs', asRecord, where, report)
  if (logprobs) {
    draft.logprobs = growRecord(draft.logprobs ?? {}, logprobs, ofMessage !== undefined)
    draft.version++
  } else if (choice.logprobs) keep('logprobs', choice.logprobs)
  readExtras(choice, CHOICE_KEYS, where, report, keep)
  readExtras(delta, draft.context.deltaFields, path, report, keep)
  const finish = asFinishReason(read(choice, 'finish_reason', asText, where, report))
  const hasOutput = draft.outputs > before
  if (hasOutput && draft.finishReasonRaw) draft.finishedEarly = true
  if (finish) {
    draft.finishReasonRaw = finish
    draft.finishedBeside = hasOutput || draft.outputs === 0
    draft.version++
  }
}

/** Takes in the delta of a chunk that has nothing beside it, and is text or calls alone: the same as `accumulateChoice`. */
export function accumulatePiece(draft: ChoiceDraft, delta: JsonObject): void {
  const before = draft.outputs
  const path = 'choices[0].delta.'
  if (hasOnlyText(delta)) accumulateContent(draft, delta.content, path, undefined, false)
  else {
    releaseText(draft)
    accumulateToolCalls(draft, delta, path, false)
  }
  if (draft.outputs > before && draft.finishReasonRaw) draft.finishedEarly = true
}

function hasOnlyText(delta: JsonObject): boolean {
  for (const key in delta) if (key !== 'content' && key !== 'role') return false
  return true
}

/** Takes in all texts, calls, images and records of a delta, or of a message that is the whole answer so far. */
function accumulateDelta(
  draft: ChoiceDraft,
  delta: JsonObject,
  path: string,
  compared: Compared | undefined,
): void {
  const { report } = draft.context
  const readDelta = <T>(key: string, as: (value: unknown) => T | undefined) =>
    read(delta, key, as, path, report)

  const hasThought = accumulateThoughts(draft, delta, path, compared)
  accumulateContent(draft, delta.content, path, compared, hasThought)
  for (const { name, wire } of PLAIN_CHANNELS) {
    let text = ''
    for (const key of wire) text ||= readDelta(key, asText) ?? ''
    add(draft, name, text, compared)
  }
  if (delta.tool_calls || delta.function_call) releaseText(draft)
  accumulateToolCalls(draft, delta, path, compared !== undefined)
  const images = IMAGE_KEYS.flatMap((key) => delta[key] || []) as unknown[]
  accumulateUnique(draft, 'images', images.map(toImage), (image) => field(image.image_url, 'url'))
  accumulateUnique(draft, 'annotations', readDelta('annotations', asList), annotationKey)
  const audio = readDelta('audio', asRecord)
  if (!audio) return
  const { transcript, ...sound } = audio
  draft.audio = growRecord(
    draft.audio ?? {},
    compared || transcript === '' ? audio : sound,
    compared !== undefined,
  )
  touch(draft)
  if (!compared) add(draft, 'transcript', flatText(transcript))
}

/**
 * The same thought is often sent two or three times side by side, so only one source counts: details with text, else the
 * flat alias, else thinking blocks, else the content array (docs/wire 2.3). Records are kept in any case, signatures
 * included, and so is the name of a field that was only empty. Returns whether there was a visible thought.
 */
function accumulateThoughts(
  draft: ChoiceDraft,
  delta: JsonObject,
  path: string,
  compared: Compared | undefined,
): boolean {
  const { report, reasoningFields } = draft.context
  let flat: string | undefined
  let text = ''
  const kept: [name: string, entries: ReasoningDetail[]][] = []
  for (const name of reasoningFields) {
    const found = read(delta, name, asText, path, report)
    if (found === undefined || text) continue
    text = found
    if (text || !flat) flat = name
  }
  for (const name of REASONING_LISTS.toReversed()) {
    const entries = read(delta, name, asList, path, report)
    if (!entries) continue
    const typed = entries.flatMap((entry): ReasoningDetail[] => {
      if (isEntry(entry) && !isTooDeep(entry)) return [entry]
      const kept = isRecord(entry) && !isTooDeep(entry) ? [{ ...entry, type: 'unknown' }] : []
      report('entry_type', path + name, kept.length ? entry : undefined, kept[0])
      return kept
    })
    kept.push([name, typed])
    const visible = flatText(typed)
    if (visible && (!text || name === 'reasoning_details')) text = visible
    // The richest record is what has to go back, with its signatures.
    if (typed.length > 0 && draft.reasoningField !== 'reasoning_details') draft.reasoningField = name
  }
  const said = { text, added: add(draft, 'reasoning', text, compared) }
  for (const [name, entries] of kept) {
    if (compared) draft.lists[name] = { items: entries }
    else keepEntries(draft, name, entries, said)
  }
  if (flat) {
    draft.reasoningField ??= flat
    draft.version++
  }
  return text !== ''
}

/** A text, or Mistral's array of thinking, text and other parts, of which a copy is kept to go back as it came. */
function accumulateContent(
  draft: ChoiceDraft,
  content: unknown,
  path: string,
  compared: Compared | undefined,
  hasThought: boolean,
): void {
  const { report } = draft.context
  if (content === undefined || content === null) return
  // Nearly all content is plain text, which needs no list.
  if (typeof content === 'string' && !draft.lists.content_parts)
    return void add(draft, 'text', content, compared)
  const parts = (Array.isArray(content) ? content : [content]).flatMap((part: unknown): ReasoningDetail[] => {
    if (typeof part === 'string') return [{ type: 'text', text: part }]
    if (isEntry(part) && part.type && !isTooDeep(part)) return [part]
    const text = field(part, 'text')
    return isRecord(part) && !isTooDeep(part)
      ? [{ ...part, type: typeof text === 'string' ? 'text' : 'unknown' }]
      : []
  })
  if (!Array.isArray(content) && typeof content !== 'string') {
    if (parts.length === 0) parts.push({ type: 'text', text: safeStringify(content) })
    report('content_type', `${path}content`, content, isRecord(content) ? parts : parts[0]!.text)
  } else if (parts.length < content.length && typeof content !== 'string') {
    report('content_part', `${path}content`, undefined, undefined)
  }
  // Parts side by side are one piece: none of them is the text so far.
  const isOnePiece = parts.length > 1 && !compared
  if (isOnePiece) releaseText(draft)
  const before = draft.rawText
  let said: Said | undefined
  for (const part of parts) {
    const channel = channelOfEntry(part.type)
    const isThought = channel === 'reasoning'
    if (isImage(part))
      accumulateUnique(draft, 'images', [toImage(part)], (image) => field(image.image_url, 'url'))
    else if (channel && !(isThought && hasThought)) {
      const text = flatText(part)
      if (isOnePiece) put(draft, channel, text)
      else said = { text, added: add(draft, channel, text, compared) }
      if (isThought) draft.reasoningField ??= 'content'
    }
  }
  if (typeof content !== 'object' && !draft.lists.content_parts) return
  const kept = changeList(draft, 'content_parts')
  if (compared) kept.length = 0
  else if (kept.length === 0 && before) kept.push({ type: 'text', text: before })
  keepEntries(draft, 'content_parts', parts, compared ? undefined : said)
}

/** Adds to one of the texts: a whole delta, or the new end of a whole message. Returns what was added. */
function add(draft: ChoiceDraft, type: SaidChannel, whole: string, compared?: Compared): string {
  if (draft.held && whole !== '') {
    if (draft.held.type !== type) releaseText(draft)
    // The piece that was held back is not the text so far.
    else if (!whole.startsWith(draft.held.text)) putHeld(draft, draft.held.text)
  }
  const text =
    compared && !draft.notCumulative && type !== 'transcript'
      ? restOf(draft, type, whole, compared)
      : newText(draft, type, whole, textSoFar(draft, type))
  put(draft, type, text)
  return text
}

/** Adds the piece that was held back, because the answer ends or goes on with something else. */
export function releaseText(draft: ChoiceDraft): void {
  const { held } = draft
  if (held) putHeld(draft, heldText(draft, textSoFar(draft, held.type)))
}

function putHeld(draft: ChoiceDraft, text: string): void {
  put(draft, draft.held!.type, text)
  fillEntries(draft, text)
  draft.held = undefined
}

/** The text as it came, with think tags. */
const textSoFar = (draft: ChoiceDraft, type: SaidChannel): string =>
  type === 'text'
    ? draft.rawText
    : type === 'transcript'
      ? flatText(draft.audio?.transcript)
      : draft.texts[type]

function put(draft: ChoiceDraft, type: SaidChannel, text: string): void {
  if (text === '') return
  if (type === 'text') {
    draft.rawText += text
    draft.think.push(text)
  } else if (type === 'transcript') {
    growRecord((draft.audio ??= {}), { transcript: text }, false)
    touch(draft)
  } else {
    draft.think.interrupt(type === 'reasoning')
    grow(draft, type, text)
  }
}

/**
 * Some proxies put plain deltas into `message`. When a message does not begin with the text so far, all later ones are read
 * as deltas, so that nothing is lost.
 */
function restOf(draft: ChoiceDraft, type: TextChannel, text: string, compared: Compared): string {
  const before = textSoFar(draft, type).slice(compared[type])
  compared[type] += text.length
  if (before.startsWith(text)) return ''
  if (text.startsWith(before)) return text.slice(before.length)
  draft.notCumulative = true
  draft.context.report('message_not_cumulative', `choices[${draft.index}].message`, text, text)
  return text
}

/** Images and citations are appended; what is there already counts once (docs/wire 2.8). */
function accumulateUnique(
  draft: ChoiceDraft,
  name: 'images' | 'annotations',
  entries: readonly unknown[] | undefined,
  keyOf: (entry: JsonObject) => unknown,
): void {
  for (const entry of entries ?? []) {
    if (!isRecord(entry) || isTooDeep(entry)) {
      draft.context.report(`${name}_entry`, `choices[${draft.index}].${name}`, undefined, undefined)
      continue
    }
    const key = safeStringify([name, keyOf(entry) ?? entry])
    if (draft.seen.has(key)) continue
    draft.seen.add(key)
    changeList(draft, name).push(entry as ReasoningDetail)
    if (name === 'images') touch(draft)
  }
}

/** A citation is the same one when it names the same place of the same page. */
function annotationKey(annotation: JsonObject): unknown {
  const inner = annotation.url_citation ?? annotation.file ?? annotation
  const target = field(inner, 'url') ?? field(inner, 'hash')
  return target && [target, field(inner, 'start_index'), field(inner, 'end_index')]
}
