import { normalizeChunk } from '../chunk/normalize-chunk.js'
import type { Chunk, ReportRepair } from '../chunk/types.js'
import type { ChatErrorData } from '../errors/chat-error-data.js'
import { extractError, type ErrorContext } from '../errors/extract-error.js'
import type { AssistantMessage } from '../message/types.js'
import { accumulateChoice } from './accumulate-choice.js'
import { accumulateMetadata } from './accumulate-metadata.js'
import { buildMessage } from './build-message.js'
import { createChoiceDraft, type AccumulatorContext, type ChoiceDraft } from './choice-draft.js'
import { decideOutcome, hasOutput, type StreamEnd } from './decide-outcome.js'
import { choiceFinishReason, closeChoice, finishMessage } from './finish-choice.js'
import { normalizeUsage } from './normalize-usage.js'
import { createRepairLog } from './repair-log.js'
import type { SharedDraft } from './shared-draft.js'
import { DEFAULT_THINK_TAGS, type ThinkTags } from './think-tags.js'
import type { Completion, CompletionEvent } from './types.js'

export interface AccumulatorOptions {
  /** Clock in epoch ms. Without it messages carry no times, so equal streams give equal messages. */
  now?: () => number
  /** Id for a call that came without one. Default `call_0`, `call_1`, … by its position. */
  generateId?: (callIndex: number) => string
  /** Tags around thoughts at the start of the text. Default `<think>…</think>`; false leaves the text alone. */
  thinkTags?: ThinkTags
  /** False for servers that never send a finish reason: then a stream without one is complete. Default true. */
  sendsFinishReason?: boolean
  /** What is known of the response, for errors inside it. */
  errorContext?: ErrorContext
  onEvent?(event: CompletionEvent): void
}

export interface Accumulator {
  /** Takes in one chunk, or one whole completion body: any JSON value, never throws. Nothing after `finish`. */
  push(chunk: unknown): Chunk | undefined
  /** Notes a failure. The first one stays. */
  fail(error: ChatErrorData): void
  /** Reports something odd in the input. */
  report: ReportRepair
  /** The message so far; the same object until it changes. Default: the first choice. */
  snapshot(choice?: number): AssistantMessage
  /** Ends the answer. Later calls return the same completion. Default `eof`. */
  finish(end?: StreamEnd): Completion
  /** True once anything a reader could see has arrived. */
  readonly sawOutput: boolean
  /** True once every choice that began has its finish reason. */
  readonly sawFinish: boolean
  /** Number of choices that have begun. */
  readonly choiceCount: number
}

const EMPTY_MESSAGE: AssistantMessage = { role: 'assistant', content: '' }

/** Puts the chunks of one response together into messages (wire-facts 2.2 to 2.9, 4). Cost per chunk is flat. */
export function createAccumulator(options: AccumulatorOptions = {}): Accumulator {
  const { now, onEvent, sendsFinishReason = true, thinkTags = DEFAULT_THINK_TAGS } = options
  const generateId = options.generateId ?? ((callIndex: number) => `call_${callIndex}`)
  const drafts = new Map<number, ChoiceDraft>()
  const shared: SharedDraft = {
    version: 0,
    chunks: 0,
    metadata: new Map(),
    firstIndex: 0,
    startedAt: now?.(),
  }
  const log = createRepairLog((repair) => onEvent?.({ type: 'repair', repair }))
  let started = false
  let completion: Completion | undefined

  function emit(event: CompletionEvent): void {
    if (!started) start()
    onEvent?.(event)
  }

  function start(): void {
    started = true
    onEvent?.(shared.model === undefined ? { type: 'start' } : { type: 'start', model: shared.model })
  }

  const context: AccumulatorContext = { emit, report: log.report, now }

  function draftOf(index: number): ChoiceDraft {
    let draft = drafts.get(index)
    if (!draft) {
      draft = createChoiceDraft(index, context, thinkTags)
      drafts.set(index, draft)
      shared.firstIndex = Math.min(...drafts.keys())
      shared.version++
    }
    return draft
  }

  function accumulateShared(chunk: Chunk): void {
    shared.chunks++
    if (chunk.model !== undefined && shared.model === undefined) {
      shared.model = chunk.model
      shared.version++
      if (!started) start()
    }
    if (chunk.id !== undefined && !shared.metadata.has('wire.id'))
      accumulateMetadata(shared.metadata, [['id', chunk.id]])
    if (accumulateMetadata(shared.metadata, chunk.extras)) shared.version++
    const usage = chunk.usage && normalizeUsage(chunk.usage)
    if (usage) {
      shared.usage = usage
      shared.version++
      emit({ type: 'usage', usage })
    }
  }

  function fail(error: ChatErrorData): void {
    if (completion || shared.error) return
    shared.error = error
    emit({ type: 'error', error })
  }

  return {
    push(value) {
      if (completion) return undefined
      const chunk = normalizeChunk(value, log.report)
      accumulateShared(chunk)
      for (const choice of chunk.choices) accumulateChoice(draftOf(choice.index), choice)
      if (chunk.error !== undefined)
        fail(extractError(chunk.error, { model: shared.model, ...options.errorContext }))
      return chunk
    },
    fail,
    report: log.report,
    snapshot(choice) {
      const draft = drafts.get(choice ?? shared.firstIndex)
      if (!draft) return EMPTY_MESSAGE
      const version = draft.version + shared.version
      if (draft.published?.version !== version)
        draft.published = { version, message: buildMessage(draft, shared) }
      return draft.published.message
    },
    finish(end = 'eof') {
      completion ??= complete(end)
      return completion
    },
    get sawOutput() {
      return [...drafts.values()].some(hasOutput)
    },
    get sawFinish() {
      return drafts.size > 0 && [...drafts.values()].every((draft) => draft.finishReasonRaw !== undefined)
    },
    get choiceCount() {
      return drafts.size
    },
  }

  function complete(end: StreamEnd): Completion {
    const list = [...drafts.values()].sort((a, b) => a.index - b.index)
    for (const draft of list) closeChoice(draft, generateId)
    const reasons = list.map((draft) => choiceFinishReason(draft, sendsFinishReason))
    const { outcome, error } = decideOutcome(list, reasons, shared, end)
    if (error && !shared.error) emit({ type: 'error', error })
    if (list.length === 0) list.push(createChoiceDraft(0, context, false))
    const choices = list.map((draft, at) => {
      const own = reasons[at] ?? 'incomplete'
      const reason = outcome === 'error' || outcome === 'cancelled' ? outcome : own
      return finishMessage(draft, shared, reason, error)
    })
    const message = choices[0] ?? EMPTY_MESSAGE
    for (const draft of list) {
      draft.published = {
        version: draft.version + shared.version,
        message: choices[list.indexOf(draft)] ?? message,
      }
      drafts.set(draft.index, draft)
    }
    const result: Completion = { message, choices, outcome, ...(error ? { error } : {}), repairs: log.list }
    emit({ type: 'end', completion: result })
    return result
  }
}
