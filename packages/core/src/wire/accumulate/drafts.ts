import type { ChatErrorData } from '../../errors/chat-error.js'
import { isRecord, type JsonObject, elapsed } from '@antiphon/base'
import { perChannel, type TextChannel } from '../../message/text-channels.js'
import type { ThinkTags } from '../../message/think-tags.js'
import type {
  ToolCall,
  AssistantMessage,
  ReasoningDetail,
  Segment,
  RequestNote,
  Usage,
} from '../../message/types.js'
import { createThinkSplitter } from './think-tags.js'
import type { CompletionEvent, ReportRepair } from './types.js'

/** One tool call while it grows. */
export interface CallDraft {
  /** Position among the calls of the message, in order of first appearance. */
  position: number
  /** The number of the chunk in which it began, among those with calls. */
  readonly chunk: number
  /** Wire id; empty until the server sends one. */
  id: string
  name: string
  /** All argument fragments put together. */
  joined: string
  /**
   * The last fragment, while every fragment begins with the one before it. The server may then be sending all arguments so
   * far instead of the new piece (docs/wire 2.5).
   */
  cumulative?: string
  fragments: number
  /** The final text, set at the end of the answer. */
  settled?: string
  /** How much of the arguments went out as events; undefined until the call was announced. */
  emitted?: number
  /** Keys of the call and of its function that the kit does not know. */
  extras: JsonObject
  functionExtras: JsonObject
  /** The host's names of tools that left under others. */
  readonly toolNames: ReadonlyMap<string, string> | undefined
  published?: ToolCall
}

/** The arguments as they are best read so far. */
export function currentArguments(call: CallDraft): string {
  const { joined, cumulative = '', fragments } = call
  // Short fragments may repeat by chance; only long or many ones show that the stream is cumulative.
  const sure = fragments > 3 || cumulative.length > 15
  return call.settled ?? (cumulative && sure && joined.startsWith('{') ? cumulative : joined)
}

/** Takes in a piece of arguments. With `whole` it is all there is and replaces what came before. */
export function addArguments(call: CallDraft, text: string, whole: boolean): void {
  if (text === '' && !whole) return
  const before = call.cumulative
  // Some servers close the brackets of each state.
  const continues =
    before !== undefined &&
    (text.startsWith(before) || (before.endsWith('}') && text.startsWith(before.slice(0, -1))))
  call.cumulative = !whole && (call.fragments === 0 || continues) ? text : undefined
  call.joined = whole ? text : call.joined + text
  call.fragments++
  call.published = undefined
}

/**
 * A name that repeats is ignored, one that grows replaces, one that comes in pieces is joined (docs/wire 2.5). Returns
 * false for another name once the arguments have begun: it is left out.
 */
export function addName(call: CallDraft, name: string): boolean {
  const before = call.name
  if (name.startsWith(before)) call.name = name
  else if (currentArguments(call) === '') call.name += name
  else return false
  if (call.name !== before) call.published = undefined
  return true
}

/**
 * `incoming` over `existing`, object by object; lists and other values are replaced. Makes new objects and leaves both
 * sides alone. A key named `__proto__` is left out, so nothing reaches a prototype.
 */
export function deepMerge(existing: unknown, incoming: unknown): unknown {
  if (!isRecord(existing) || !isRecord(incoming)) return incoming ?? existing
  const merged = { ...existing }
  for (const key of Object.keys(incoming)) {
    if (key !== '__proto__')
      merged[key] = deepMerge(Object.hasOwn(merged, key) ? merged[key] : undefined, incoming[key])
  }
  return merged
}

/** The call in its public shape; the same object until something changes. Small, because it runs for all calls at each piece of one. */
export function publishCall(call: CallDraft): ToolCall {
  return (call.published ??= shapeCall(call))
}

function shapeCall(call: CallDraft): ToolCall {
  const { id, name, toolNames, functionExtras, extras } = call
  return {
    id,
    type: 'function',
    function: { name: toolNames?.get(name) ?? name, arguments: currentArguments(call), ...functionExtras },
    ...extras,
  }
}

/** Shared by all steps of the accumulation. */
export interface AccumulatorContext {
  emit(event: CompletionEvent): void
  report: ReportRepair
  /** The fields of a delta that hold visible thinking, in the order in which they count. */
  reasoningFields: readonly string[]
  /** All fields of a delta that are read. */
  deltaFields: readonly string[]
  /** The host's names of tools that left under others. */
  toolNames?: ReadonlyMap<string, string>
  /** Clock in epoch ms. Without it no times are written. */
  now?: () => number
}

/** A list that grows. `view` is the copy that was published, until something changes. */
interface GrowingList {
  items: ReasoningDetail[]
  view?: ReasoningDetail[]
}

/**
 * One answer while it grows. Elements of its lists are replaced, never changed, so that snapshots can share them.
 * `version` counts the changes.
 */
export interface ChoiceDraft {
  readonly index: number
  readonly context: AccumulatorContext
  version: number
  readonly texts: Record<TextChannel, string>
  /** How each text comes: how many pieces so far, and whether each is all of the text so far. */
  readonly repeats: Partial<Record<TextChannel | 'transcript', { pieces: number; isCumulative?: boolean }>>
  /** The second piece of a text, which begins with the first: the next one tells whether each is the text so far. */
  held?: {
    type: TextChannel | 'transcript'
    text: string
    /** Entries of kept lists that came with it, without their text so far. */
    entries?: { name: string; at: number; entry: ReasoningDetail }[]
  }
  /** The text as it came, with think tags, to compare with a cumulative `message`. */
  rawText: string
  reasoningField?: string
  segments: Segment[]
  /** When the open stretch of reasoning began, if there is a clock. */
  reasoningSince?: number
  think: ReturnType<typeof createThinkSplitter>
  /** `reasoning_details`, `thinking_blocks`, `annotations`, `images` and the kept `content_parts`. */
  lists: Record<string, GrowingList>
  /** Images and citations that are there already. */
  seen: Set<string>
  calls: CallLog
  audio?: JsonObject
  logprobs?: JsonObject
  metadata: JsonObject
  finishReasonRaw?: string
  /** How often something that a reader sees came. */
  outputs: number
  /** The finish reason came in a chunk with output, as on each chunk of some gateways, or before any. */
  finishedBeside?: boolean
  /** Output came after a finish reason, so that reason ended nothing. */
  finishedEarly?: boolean
  /** The answer did not go on as its `message` snapshots said, so they are read as deltas. */
  notCumulative?: boolean
  firstTokenAt?: number
  published?: { version: number; message: AssistantMessage }
}

export function createChoiceDraft(
  index: number,
  context: AccumulatorContext,
  thinkTags: ThinkTags,
): ChoiceDraft {
  const draft: ChoiceDraft = {
    index,
    context,
    version: 0,
    outputs: 0,
    texts: perChannel(() => ''),
    repeats: {},
    rawText: '',
    segments: [],
    think: createThinkSplitter(thinkTags, (type, text) => {
      // Tags with nothing in them still tell where this server writes its thoughts.
      if (type === 'reasoning') {
        draft.reasoningField ??= 'think_tags'
        draft.version++
      }
      grow(draft, type, text)
    }),
    lists: {},
    seen: new Set(),
    calls: { list: [], chunks: 0, byId: new Map(), byIndex: new Map(), lastBatch: [] },
    metadata: {},
  }
  return draft
}

/** Notes the moment of the first token and that the draft changed. */
export function touch(draft: ChoiceDraft): void {
  draft.version++
  draft.outputs++
  draft.firstTokenAt ??= draft.context.now?.()
}

/** Appends to one of the texts. */
export function grow(draft: ChoiceDraft, type: TextChannel, text: string): void {
  if (text === '') return
  const start = draft.texts[type].length
  draft.texts[type] += text
  touch(draft)
  const end = start + text.length
  const last = draft.segments.at(-1)
  if (last?.type === type) draft.segments[draft.segments.length - 1] = { type, start: last.start, end }
  else openSegment(draft, { type, start, end })
  draft.context.emit({ type: `${type}_delta`, choice: draft.index, text })
}

/** Begins the next stretch of the answer, if there is one, and writes how long the reasoning before it took. */
export function openSegment(draft: ChoiceDraft, segment?: Segment): void {
  const { segments, reasoningSince } = draft
  const { now } = draft.context
  const last = segments.at(-1)
  if (now && reasoningSince !== undefined && last?.type === 'reasoning') {
    segments[segments.length - 1] = { ...last, ms: elapsed(reasoningSince, now()) }
  }
  draft.reasoningSince = segment?.type === 'reasoning' ? now?.() : undefined
  if (segment) segments.push(segment)
}

/** The items of a list that is about to change. */
export function changeList(draft: ChoiceDraft, name: string): ReasoningDetail[] {
  const list = (draft.lists[name] ??= { items: [] })
  list.view = undefined
  draft.version++
  return list.items
}

/** Facts about the request, from its sender. */
export interface RequestOrigin {
  /** Id of the provider profile, for `reasoningSource`. */
  provider?: string
  /** Model as it was asked for: servers answer with dated names. */
  model?: string
  /** Epoch ms. Default: when reading began. */
  startedAt?: number
  request?: RequestNote
}

/** Fields of the whole response, apart from its choices. */
export interface SharedDraft {
  /** Counts the changes, as in a draft. */
  version: number
  /** Has no chunk come, not even an error? */
  isEmpty: boolean
  model?: string
  usage?: Usage
  metadata: JsonObject
  /** Reads the first error the server reported, at the end of the answer. Later ones repeat it. */
  error?: () => ChatErrorData
  /** The last words beside the answer, and how many outputs there were before them. */
  notice?: { read: () => ChatErrorData; outputs: number }
  startedAt?: number
  origin?: RequestOrigin
  /** Number of events that were not JSON. */
  unreadLines: number
  /** Lowest index among the choices: its message carries the usage. */
  firstIndex: number
}

/** The calls of one answer and the ways to find the one a fragment belongs to. */
export interface CallLog {
  list: CallDraft[]
  /** How many chunks spoke of calls. */
  chunks: number
  byId: Map<string, CallDraft>
  byIndex: Map<number, CallDraft>
  /** Calls that the last chunk with several fragments spoke of, in its order. */
  lastBatch: CallDraft[]
  /** The one call of the old `function_call` field. */
  legacy?: CallDraft
  /** The published list, until a call changes. */
  view?: ToolCall[]
}
