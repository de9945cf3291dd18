/**
 * Where an answer comes in: pieces of a source (`read-stream`), pieces to chunks (`body-reader`), chunks to a message
 * (`accumulate`). Start reading here.
 */
import { createAccumulator, type Accumulator, type AccumulatorOptions } from './accumulate/accumulator.js'
import type { StreamEnd } from './accumulate/finish.js'
import type { Completion, CompletionEvent } from './accumulate/types.js'
import type { EventReader, CompletionChunk } from './event-reader.js'
import { createBodyReader, DEFAULT_MAX_FRAME, FAILURE, type BodyItem } from './body-reader.js'
import { isChatError } from '../errors/chat-error.js'
import { describeBody } from '../errors/describe-body.js'
import { extractError } from '../errors/extract-error.js'
import type { ErrorContext } from '../errors/extract-error.js'
import { field, isRecord, isVersioned, type JsonObject, parseUrl } from '@antiphon/base'
import { toChatErrorData } from '../errors/to-chat-error-data.js'
import type { AssistantMessage } from '../message/types.js'
import {
  createStreamDecoder,
  isResponse,
  type ItemSource,
  readItems,
  readPieces,
  type StreamPiece,
  toPiece,
  unreadable,
} from './read-stream.js'

/**
 * An answer to read: a `Response` of `fetch`, its body, bytes or text in any pieces, or chunk objects of a provider's
 * client library. Each may come alone, in a list, or as an async iterable.
 */
export type CompletionSource = ItemSource<StreamPiece | CompletionChunk>

export interface ReadOptions extends Omit<AccumulatorOptions, 'onEvent' | 'errorContext'> {
  /** Stops the reading. The outcome is `cancelled`, all that arrived is kept, and the source is closed. */
  signal?: AbortSignal
  /** Largest SSE frame or JSON document, in characters. Default 16 M. */
  maxFrameBytes?: number
  /** Longest response that is read, in characters. Default 256 M. */
  maxBodyBytes?: number
  /** Host and model for error messages. A source that is a `Response` gives its own host. */
  errorContext?: ErrorContext
  /** Makes a reader of the events, where the source is of another wire than chat completions. */
  createEvents?: () => EventReader
  /** For a wire inspector: called with each payload as it came, and with each comment. */
  probe?: PipelineProbe
}

interface PipelineProbe {
  /** A JSON value, the end mark or text that should have been JSON, with the event it came in. */
  item?(item: BodyItem): void
  comment?(text: string): void
}

/** How a response is read, and who gets its events. */
export interface CompletionReaderOptions extends ReadOptions {
  onEvent?(event: CompletionEvent): void
}

/** Reads one response from pieces that are pushed, and has the message so far at any moment. */
export interface CompletionReader {
  /** Takes in the next bytes, text or chunk. Ignored once `done`. */
  push(item: StreamPiece | CompletionChunk): void
  /** The body is over: reads what still waits. After that `failed` is final. */
  drain(): void
  /** The body is over. */
  end(): Completion
  /** Reading failed. Complete events are kept. The outcome is `error`, unless the answer had already finished. */
  fail(error: unknown): Completion
  /** The server refused: `text` is the body of a response whose status is not 2xx. */
  refuse(text: string): Completion
  /** The reader of the answer stopped it. */
  cancel(): Completion
  /** The message so far; the same object until it changes. Default: the first choice. */
  snapshot(choice?: number): AssistantMessage
  /** The result, once there is one. */
  completion(): Completion | undefined
  /** Adds facts about the response (status, headers, host), for errors inside it. */
  describe(context: ErrorContext): void
  /** True once an error came. */
  readonly failed: boolean
  /** True once anything a reader could see has arrived: from then on a request must not be repeated. */
  readonly sawOutput: boolean
  /** True once every choice that began has a finish reason, and nothing came after it. */
  readonly sawFinish: boolean
  /** True once each finish reason came in a chunk of its own, after all output: then silence means the end. */
  readonly sawEndAlone: boolean
  /** True once the reader ignores what follows: after `[DONE]`, after a frame over the limit, after the end. */
  readonly done: boolean
  /** True once the body has said that it is complete, for example by `[DONE]`. */
  readonly sawEnd: boolean
}

/** A line without these holds nothing of an answer: it is a keep-alive or the words of a proxy (docs/wire 2.1). */
const PIECE_OF_JSON = /[{}"]/

/** Far more than any model writes in one answer. */
const DEFAULT_MAX_BODY = 256 * 1024 * 1024

/** Reads one response by pushes. Its content tells what it is: a stream of events, JSON, JSON lines or an error page. */
export function createCompletionReader(options: CompletionReaderOptions = {}): CompletionReader {
  const { maxFrameBytes = DEFAULT_MAX_FRAME, maxBodyBytes = DEFAULT_MAX_BODY, probe, signal } = options
  const context: ErrorContext = { now: options.now, ...options.errorContext }
  const accumulator = createAccumulator({ ...options, errorContext: context })
  const body = createBodyReader({
    maxFrame: maxFrameBytes,
    maxBody: maxBodyBytes,
    onItem: takeItem,
    // Whoever looks at payloads may keep them.
    onPiece: probe || options.createEvents ? undefined : takePiece,
    onComment: (text) => probe?.comment?.(text),
    onStray: accumulator.notice,
    onTooLarge: (limit, what) =>
      stop(
        `${what}_too_large`,
        `more than ${limit} characters${what === 'frame' ? ' without ending a frame' : ''}`,
      ),
  })
  const events = options.createEvents?.()
  /** Set once nothing that follows counts: after `[DONE]`, or after too much. */
  let over: 'done' | 'stopped' | undefined
  let cut = false
  let malformed: string | undefined
  let result: Completion | undefined

  function stop(code: string, what: string): void {
    if (over) return
    over = 'stopped'
    const message = `The server sent ${what}, so reading was stopped. The answer so far is kept.`
    accumulator.fail(() => ({ ...extractError('', context), kind: 'malformed_stream', code, message }))
  }

  function takePiece(chunk: JsonObject): void {
    if (!over && !signal?.aborted) accumulator.push(chunk, true)
  }

  function takeItem(item: BodyItem): void {
    // A stop may come while a piece of many frames is read.
    if (over || signal?.aborted) return
    probe?.item?.(item)
    const { type, event, where, unterminated } = item
    const value = type === 'value' ? item.value : type === 'malformed' ? item.text : ''
    if (events && type === 'value') {
      for (const chunk of events.read(value, event)) accumulator.push(chunk)
      if (event === 'error') accumulator.fail(() => extractError(value, context))
      if (events.done) over = 'done'
    } else if (event === 'error') {
      if (isRecord(value)) accumulator.push(value)
      // When the value is an error itself, the first report of it counts.
      accumulator.fail(() => extractError(value, context))
    } else if (type === 'done') over = 'done'
    else if (type === 'malformed') {
      if (unterminated) cut = true
      else malformed ??= item.text
      const isWords = !unterminated && !PIECE_OF_JSON.test(item.text)
      if (isWords && FAILURE.test(item.text)) accumulator.notice(item.text)
      const rule = unterminated ? 'frame_cut' : isWords ? 'line_ignored' : 'malformed_json'
      accumulator.report(rule, where, item.text.slice(0, 500), undefined)
    } else if (event === 'message' || ['choices', 'error', 'usage'].some((key) => field(value, key))) {
      accumulator.push(value)
    } else accumulator.report('event_ignored', `event "${event}"`, value, undefined)
  }

  /** Reads what is complete but still waiting. */
  function drain(): void {
    if (over) return
    if (body.end()) cut ||= accumulator.choiceCount === 0
    tellHeld()
  }

  /** Adds the events that the reader held back. They are part of the answer, however it ends. */
  function tellHeld(): void {
    for (const chunk of events?.end?.() ?? []) accumulator.push(chunk)
  }

  function finish(end: StreamEnd): Completion {
    if (!result) tellHeld()
    return (result ??= accumulator.finish(over === 'done' ? over : end))
  }

  const isDone = (): boolean => over !== undefined || result !== undefined
  return Object.assign(new Flags(accumulator, isDone, () => over === 'done'), {
    push(item: StreamPiece | CompletionChunk) {
      if (result || over) return
      const piece = toPiece(item)
      if (piece === undefined) body.take(item as CompletionChunk)
      else body.push(piece)
    },
    end() {
      if (result) return result
      drain()
      if (!over && accumulator.choiceCount === 0 && !accumulator.failed) {
        const { kind, items, text } = body.describe()
        const problem = describeBody(
          { kind, items, sawChunk: accumulator.sawChunk, cut, malformed, text },
          context,
        )
        if (problem) accumulator.fail(problem)
      }
      const whole = accumulator.sawWhole && !cut && body.describe().kind === 'json'
      return finish(whole ? 'done' : cut ? 'cut' : 'eof')
    },
    fail(error: unknown) {
      if (result) return result
      const data = toChatErrorData(error, context)
      if (data.kind === 'aborted') {
        tellHeld()
        return (result = accumulator.finish('cancelled'))
      }
      drain()
      if (over !== 'done') {
        const harmless = data.kind === 'network_or_cors' && accumulator.sawFinish
        if (harmless)
          accumulator.report('connection_lost_after_finish', 'end of body', data.message, undefined)
        else accumulator.fail(data)
      }
      return finish('eof')
    },
    refuse(text: string) {
      accumulator.fail(() => extractError(text, context))
      return (result ??= accumulator.finish('eof'))
    },
    cancel: () => finish('cancelled'),
    snapshot: accumulator.snapshot,
    completion: () => result,
    drain,
    describe: (more: ErrorContext) => void Object.assign(context, more),
  })
}

/** In a class, not in the object of each reader: see the flags of the accumulator. */
class Flags {
  readonly #accumulator: Accumulator
  readonly #isDone: () => boolean
  readonly #sawEnd: () => boolean

  constructor(accumulator: Accumulator, isDone: () => boolean, sawEnd: () => boolean) {
    this.#accumulator = accumulator
    this.#isDone = isDone
    this.#sawEnd = sawEnd
  }
  get failed(): boolean {
    return this.#accumulator.failed
  }
  get sawOutput(): boolean {
    return this.#accumulator.sawOutput
  }
  get sawFinish(): boolean {
    return this.#accumulator.sawFinish
  }
  get sawEndAlone(): boolean {
    return this.#accumulator.sawEndAlone
  }
  get done(): boolean {
    return this.#isDone()
  }
  get sawEnd(): boolean {
    return this.#sawEnd()
  }
}

export interface PumpOptions {
  /** Stops the reading. A `ChatError` as the reason ends the answer with that failure; any other reason is a stop. */
  signal?: AbortSignal
  /**
   * Called with the size of each piece once it is read, 0 for a chunk that came as an object. Keep-alives count too: any call
   * is a sign of life for idle timers.
   */
  onBytes?(size: number): void
}

/** Reads a source into a reader to its end. Never rejects: whatever happens is in the completion. */
export async function pumpSource(
  source: CompletionSource,
  reader: CompletionReader,
  options: PumpOptions = {},
): Promise<Completion> {
  const steps = pump(source, reader, options)
  let step = await steps.next()
  while (!step.done) step = await steps.next()
  return step.value
}

/** Reads a whole response. Never rejects for what came over the wire: errors are in the completion. */
export function collectCompletion(source: CompletionSource, options: ReadOptions = {}): Promise<Completion> {
  return pumpSource(source, createCompletionReader(options), options)
}

/** Reads a response as events, each as soon as it is there. The last one is `end`. Leaving the loop closes the source. */
export async function* readCompletion(
  source: CompletionSource,
  options: ReadOptions = {},
): AsyncGenerator<CompletionEvent, void> {
  const queue: CompletionEvent[] = []
  const reader = createCompletionReader({ ...options, onEvent: (event) => queue.push(event) })
  for await (const _ of pump(source, reader, options)) yield* queue.splice(0)
  yield* queue
}

/** One step per piece: the caller asks for the next one, and so sets the pace. */
async function* pump(
  source: CompletionSource,
  reader: CompletionReader,
  { signal, onBytes }: PumpOptions,
): AsyncGenerator<void, Completion> {
  try {
    if (isResponse(source)) reader.describe(describeResponse(source))
    if (isResponse(source) && !source.ok) {
      return reader.refuse(await readRefusal(source, signal))
    }
    for await (const item of readItems(source, signal, () => reader.sawEnd)) {
      const piece = toPiece(item)
      if (piece === undefined && (typeof item !== 'object' || item === null))
        throw unreadable(item, 'bytes, text or chunks')
      reader.push(piece ?? (item as CompletionChunk))
      onBytes?.(piece?.length ?? 0)
      yield
      if (reader.done) break
    }
    reader.drain()
    return reader.end()
  } catch (error) {
    const stopped = signal?.aborted && !isChatError(signal.reason)
    return stopped ? reader.cancel() : reader.fail(signal?.aborted ? signal.reason : error)
  }
}

/** Longest body of a refused request that is read. */
const MAX_REFUSAL = 64 * 1024

async function readRefusal(response: Response, signal: AbortSignal | undefined): Promise<string> {
  const decoder = createStreamDecoder()
  let text = ''
  try {
    for await (const piece of readPieces(response, signal)) {
      text += decoder.decode(piece)
      if (text.length > MAX_REFUSAL) break
    }
  } catch (error) {
    if (signal?.aborted) throw error
    // The status says enough when the body breaks off.
  }
  return text
}

function describeResponse({ status, statusText, headers, url }: Response): ErrorContext {
  const { host, pathname = '' } = parseUrl(url) ?? {}
  return {
    status,
    statusText,
    headers,
    ...(host !== undefined && { host, isVersioned: isVersioned(pathname) }),
  }
}
