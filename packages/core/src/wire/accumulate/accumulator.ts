import type { ChatErrorData } from '../../errors/chat-error.js'
import { extractError } from '../../errors/extract-error.js'
import { findChunkError, findNotice } from '../../errors/find-chunk-error.js'
import type { ErrorContext } from '../../errors/extract-error.js'
import { field, isRecord, type JsonObject } from '@antiphon/base'
import { DEFAULT_THINK_TAGS, type ThinkTags } from '../../message/think-tags.js'
import type { AssistantMessage } from '../../message/types.js'
import { accumulateChoice, accumulatePiece, fieldsOfDelta } from './choice.js'
import {
  createChoiceDraft,
  type AccumulatorContext,
  type ChoiceDraft,
  type RequestOrigin,
  type SharedDraft,
} from './drafts.js'
import {
  buildMessage,
  endedAlone,
  countOutputs,
  endedByReason,
  decideOutcome,
  pendingNotice,
  hasOutput,
  type StreamEnd,
  closeChoice,
} from './finish.js'
import { normalizeUsage, asIndex, asList, asText, read, readExtras } from './read-value.js'
import type { Completion, CompletionEvent, Repair, ReportRepair } from './types.js'

export interface AccumulatorOptions {
  /** Clock in epoch ms. Without it messages carry no times, so equal streams give equal messages. */
  now?: () => number
  /** Id for a call that came without one. Default `call_0`, `call_1`, … by its position. */
  generateId?: (callIndex: number) => string
  /** Tags around thoughts at the start of the text. Default `<think>…</think>`; false leaves the text alone. */
  thinkTags?: ThinkTags
  /** Fields of a delta that hold visible thinking at this server, such as `thoughts`, besides those that the kit knows. */
  reasoningFields?: readonly string[]
  /** False for servers that never send a finish reason: then a stream without one is complete. Default true. */
  sendsFinishReason?: boolean
  /** Names that calls have in the response, and the host's name of each tool (docs/wire 1.3). */
  toolNames?: ReadonlyMap<string, string>
  /** Facts about the response, for errors inside it. */
  errorContext?: ErrorContext
  /** The provider and model that were asked. Wins over the names that the server gives itself. */
  origin?: RequestOrigin
  onEvent?(event: CompletionEvent): void
}

/** Takes chunks in and has the message so far at any moment; made by `createAccumulator`. */
export interface Accumulator {
  /**
   * Takes in one chunk, or one whole completion body: any JSON value, never throws. Nothing after `finish`. `isPiece`: it is as
   * an earlier chunk but for its text (`Envelopes`).
   */
  push(chunk: unknown, isPiece?: boolean): void
  /** Notes a failure, or a function that reads it at the end of the answer. The first one counts. */
  fail(error: ChatErrorData | (() => ChatErrorData)): void
  /** Notes words beside the answer: they are the failure of one that goes no further (docs/wire 2.9). */
  notice(text: string): void
  /** Reports something odd in the input. */
  report: ReportRepair
  /** The message so far; the same object until it changes. Default: the first choice. */
  snapshot(choice?: number): AssistantMessage
  /** Ends the answer. Later calls return the same completion. Default `eof`. */
  finish(end?: StreamEnd): Completion
  /** True once a chunk or a completion came, be it one that only held an error. */
  readonly sawChunk: boolean
  /** True once a `message` came instead of a `delta`: the body may be a whole completion. */
  readonly sawWhole: boolean
  /** True once a failure was noted. */
  readonly failed: boolean
  /** True once anything a reader could see has arrived. */
  readonly sawOutput: boolean
  /** True once every choice that began has its finish reason, and nothing came after it. */
  readonly sawFinish: boolean
  /** True once each finish reason came in a chunk of its own, after all output. */
  readonly sawEndAlone: boolean
  /** Number of choices that have begun. */
  readonly choiceCount: number
}

/** Keys that are read here, and padding that only hides the length of a frame (`obfuscation` of OpenAI, `p` of Mistral). */
const CHUNK_KEYS = ['id', 'model', 'object', 'choices', 'usage', 'error', 'obfuscation', 'p']

/** Nobody asks for more choices than this, and each costs memory. */
const MAX_CHOICES = 128

/** More repairs than this say nothing new and would cost memory. */
const MAX_REPAIRS = 200

/** Puts the chunks of one response together into messages (docs/wire 2.2 to 2.9, 4). Cost per chunk is flat. */
export function createAccumulator(options: AccumulatorOptions = {}): Accumulator {
  const { now, onEvent, origin, sendsFinishReason = true, thinkTags = DEFAULT_THINK_TAGS } = options
  const generateId = options.generateId ?? ((callIndex: number) => `call_${callIndex}`)
  const drafts = new Map<number, ChoiceDraft>()
  const startedAt = origin?.startedAt ?? now?.()
  const shared: SharedDraft = {
    version: 0,
    isEmpty: true,
    metadata: {},
    firstIndex: 0,
    unreadLines: 0,
    startedAt,
    origin,
  }
  const repairs = new Map<string, Repair>()
  /** The fields beside the choices of the last chunk. Servers repeat them in each chunk, and the key is costly to make. */
  const extras: JsonObject = {}
  const flags = new Flags(drafts, shared)
  let started = false
  let completion: Completion | undefined
  /** The chunk before, when it was a piece: the fields of its response are there already. */
  let lastPiece: Piece | undefined

  const all = (): ChoiceDraft[] => [...drafts.values()]

  /** The same rule at the same place counts once, because streams repeat a fault in every chunk. */
  function report(rule: string, where: string, before: unknown, after: unknown): void {
    const key = `${rule}|${where}`
    if (repairs.has(key)) return
    if (rule === 'malformed_json') {
      shared.unreadLines++
      shared.version++
    }
    if (repairs.size >= MAX_REPAIRS) return
    const repair = { rule, where, before, after }
    repairs.set(key, repair)
    onEvent?.({ type: 'repair', repair })
  }

  function emit(event?: CompletionEvent): void {
    if (!started) onEvent?.(shared.model ? { type: 'start', model: shared.model } : { type: 'start' })
    started = true
    if (event) onEvent?.(event)
  }

  const { toolNames, reasoningFields } = options
  const context: AccumulatorContext = { emit, report, now, toolNames, ...fieldsOfDelta(reasoningFields) }

  function draftOf(index: number): ChoiceDraft {
    let draft = drafts.get(index)
    if (!draft) {
      drafts.set(index, (draft = createChoiceDraft(index, context, thinkTags)))
      shared.firstIndex = Math.min(...drafts.keys())
      shared.version++
    }
    return draft
  }

  /** Fields of the whole response. The first id and model count; of other keys the last. */
  function accumulateShared(chunk: JsonObject, choices: unknown[], failed: boolean): void {
    const { metadata } = shared
    const model = read(chunk, 'model', asText, '', report)
    if (model && !shared.model) {
      shared.model = model
      shared.version++
      emit()
    }
    if (chunk.id && typeof chunk.id === 'string') metadata['wire.id'] ??= chunk.id
    // Fields beside an error belong to it. Its body is kept whole as `raw`.
    if (!failed) {
      readExtras(chunk, CHUNK_KEYS, '', report, (key, value) => {
        if (extras[key] === value) return
        extras[key] = value
        if (value !== '') metadata[`wire.${key}`] = value
        shared.version++
      })
    }
    // Usage sits in one of several places (docs/wire 2.7).
    const inside = choices.find((choice) => isRecord(field(choice, 'usage')))
    const raw = [chunk.usage, field(chunk.x_groq, 'usage'), field(inside, 'usage')].find(isRecord)
    const usage = normalizeUsage(raw)
    if (usage) {
      shared.usage = usage
      shared.version++
      emit({ type: 'usage', usage })
    }
    flags.sawChunk ||= failed || Array.isArray(chunk.choices) || choices.length > 0 || raw !== undefined
  }

  function pushPiece(chunk: Piece): void {
    const [choice] = chunk.choices
    if (chunk !== lastPiece) accumulateShared(chunk, chunk.choices, false)
    lastPiece = chunk
    accumulatePiece(draftOf(read(choice, 'index', asChoiceIndex, 'choices[0].', report) ?? 0), choice.delta)
  }

  /** Words beside the answer, and how much of it there was. */
  function noteWords(read: () => ChatErrorData): void {
    shared.notice = { read, outputs: countOutputs(drafts.values()) }
  }

  return Object.assign(flags, {
    push(chunk: unknown, isPiece = false) {
      if (completion) return
      if (isPiece) return pushPiece(chunk as Piece)
      lastPiece = undefined
      shared.isEmpty = false
      if (!isRecord(chunk)) return report('chunk_type', '', chunk, undefined)
      const error = findChunkError(chunk)
      const notice = error === undefined ? findNotice(chunk) : undefined
      const choices = read(chunk, 'choices', asList, '', report) ?? []
      accumulateShared(chunk, choices, error !== undefined)
      choices.forEach((choice, at) => {
        const where = `choices[${at}].`
        if (isRecord(choice)) {
          flags.sawWhole ||= !isRecord(choice.delta) && isRecord(choice.message)
          accumulateChoice(
            draftOf(read(choice, 'index', asChoiceIndex, where, report) ?? at % MAX_CHOICES),
            choice,
            where,
          )
        } else if (choice !== null) report('choice_type', where, choice, undefined)
      })
      const told = error ?? notice
      if (told === undefined) return
      const readTold = (): ChatErrorData =>
        extractError(told, { model: shared.model, ...options.errorContext })
      if (error !== undefined) shared.error ??= readTold
      else noteWords(readTold)
    },
    notice: (text: string) =>
      noteWords(() => extractError(text, { model: shared.model, ...options.errorContext })),
    fail(error: ChatErrorData | (() => ChatErrorData)) {
      shared.error ??= typeof error === 'function' ? error : () => error
    },
    report,
    snapshot(choice = shared.firstIndex) {
      const draft = drafts.get(choice)
      if (!draft) return EMPTY_MESSAGE
      const version = draft.version + shared.version
      if (draft.published?.version !== version)
        draft.published = { version, message: buildMessage(draft, shared) }
      return draft.published.message
    },
    finish: (end: StreamEnd = 'eof') => (completion ??= complete(end)),
  })

  function complete(end: StreamEnd): Completion {
    const list = all().sort((a, b) => a.index - b.index)
    const reasons = list.map((draft) => closeChoice(draft, generateId, sendsFinishReason))
    const { outcome, error } = decideOutcome(list, reasons, shared, end)
    if (error) emit({ type: 'error', error })
    // An answer that never began is a message too: it holds the error or the facts of the response.
    if (list.length === 0) list.push(draftOf(0))
    const choices = list.map((draft, at) => {
      const finishReason =
        outcome === 'error' || outcome === 'cancelled' ? outcome : (reasons[at] ?? 'incomplete')
      const message = buildMessage(draft, shared, { finishReason, error, endedAt: now?.() })
      draft.published = { version: draft.version + shared.version, message }
      return message
    })
    const result: Completion = { message: choices[0]!, choices, outcome, repairs: [...repairs.values()] }
    if (error) result.error = error
    emit({ type: 'end', completion: result })
    return result
  }
}

/**
 * The state so far. It is a class because getters in an object literal would make a hidden class for each answer and keep
 * the whole answer in memory until the next full collection.
 */
class Flags {
  sawChunk = false
  sawWhole = false
  readonly #drafts: ReadonlyMap<number, ChoiceDraft>
  readonly #shared: SharedDraft

  constructor(drafts: ReadonlyMap<number, ChoiceDraft>, shared: SharedDraft) {
    this.#drafts = drafts
    this.#shared = shared
  }
  get failed(): boolean {
    return (this.#shared.error ?? pendingNotice([...this.#drafts.values()], this.#shared)) !== undefined
  }
  get sawOutput(): boolean {
    return [...this.#drafts.values()].some(hasOutput)
  }
  get sawFinish(): boolean {
    return endedByReason([...this.#drafts.values()])
  }
  get sawEndAlone(): boolean {
    return endedAlone([...this.#drafts.values()])
  }
  get choiceCount(): number {
    return this.#drafts.size
  }
}

type Piece = JsonObject & { choices: [JsonObject & { delta: JsonObject }] }

const EMPTY_MESSAGE: AssistantMessage = { role: 'assistant', content: '' }

function asChoiceIndex(value: unknown): number | undefined {
  const index = asIndex(value) ?? MAX_CHOICES
  return index < MAX_CHOICES ? index : undefined
}
