/**
 * Where an answer comes in: bytes to text, text to frames (`sse`, `chunk/create-body-reader`), frames to chunks
 * (`chunk`), chunks to a message (`accumulate`). Start reading here.
 */
import { createAccumulator, type AccumulatorOptions } from './accumulate/create-accumulator.js'
import type { Completion, CompletionEvent } from './accumulate/types.js'
import { createBodyReader, type BodyItem } from './chunk/create-body-reader.js'
import { explainBody, explainError, loadExplainer } from './errors/explain.js'
import type { ErrorContext } from './errors/extract-error.js'
import { isRecord } from './errors/is-record.js'
import { toChatErrorData } from './errors/to-chat-error-data.js'
import type { AssistantMessage } from './message/types.js'
import { createStreamDecoder, type StreamPiece } from './sse/create-stream-decoder.js'
import { DEFAULT_MAX_FRAME } from './sse/create-sse-parser.js'
import { isResponse, readPieces, type PieceSource } from './sse/read-pieces.js'

/** A response to read: of `fetch`, its body, or (async) iterables of bytes or text; a single piece will do too. */
export type CompletionSource = PieceSource

export interface ReadOptions extends Omit<AccumulatorOptions, 'onEvent' | 'errorContext'> {
  /** Stops the reading: outcome `cancelled`, all that arrived is kept, the source is closed. */
  signal?: AbortSignal
  /** Largest SSE frame or JSON document, in characters. Default 16 M. */
  maxFrameBytes?: number
  /** Longest response that is read, in characters. Default 256 M. */
  maxBodyBytes?: number
  /** Host and model for error messages, where the source is no `Response` that knows them. */
  errorContext?: ErrorContext
  /** Looks on, for a wire inspector: each payload as it came, each comment. */
  probe?: PipelineProbe
}

export interface PipelineProbe {
  /** A JSON value, the end mark or text that should have been JSON, with the event it came in. */
  item?(item: BodyItem): void
  comment?(text: string): void
}

export interface CompletionReaderOptions extends Omit<ReadOptions, 'signal'> {
  onEvent?(event: CompletionEvent): void
}

export interface CompletionReader {
  /** Takes in the next bytes or text. Ignored once `done`. */
  push(piece: StreamPiece): void
  /** The body is over. */
  end(): Completion
  /** Reading failed: what is complete is kept, the outcome is `error`, unless the answer was finished already. */
  fail(error: unknown): Completion
  /** The server refused: `text` is the body of a response whose status is not 2xx. */
  refuse(text: string): Completion
  /** The reader of the answer stopped it. */
  cancel(): Completion
  /** The message so far; the same object until it changes. Default: the first choice. */
  snapshot(choice?: number): AssistantMessage
  /** The result, once there is one. */
  completion(): Completion | undefined
  /** What is known of the response by now, for errors inside it. */
  describe(context: ErrorContext): void
  /** True once an error came: its words need `loadExplainer` before the end. */
  readonly failed: boolean
  /** True once anything a reader could see has arrived: from then on a request must not be repeated. */
  readonly sawOutput: boolean
  /** True once every choice that began has a finish reason, so silence means the end. */
  readonly sawFinish: boolean
  /** True when nothing that follows counts: after `[DONE]`, after a frame over the limit, after the end. */
  readonly done: boolean
}

/** Far more than any model writes in one answer. */
const DEFAULT_MAX_BODY = 256 * 1024 * 1024

/** Reads one response by pushes: a stream of events, JSON, JSON lines or an error page, told apart by what it holds. */
export function createCompletionReader(options: CompletionReaderOptions = {}): CompletionReader {
  const { maxFrameBytes = DEFAULT_MAX_FRAME, maxBodyBytes = DEFAULT_MAX_BODY, probe } = options
  const context: ErrorContext = { now: options.now, ...options.errorContext }
  const accumulator = createAccumulator({ ...options, errorContext: context })
  const decoder = createStreamDecoder()
  const body = createBodyReader({
    maxFrame: maxFrameBytes,
    onItem: takeItem,
    onComment: (text) => probe?.comment?.(text),
    onTooLarge: (limit) => stop('frame_too_large', `more than ${limit} characters without ending a frame`),
  })
  let sawDone = false
  let stopped = false
  let received = 0
  let cut = false
  let result: Completion | undefined
  let malformed: string | undefined

  function stop(code: string, what: string): void {
    stopped = true
    const message = `The server sent ${what}, so reading was stopped. What came before is kept.`
    accumulator.fail(() => ({ ...explainError('', context), kind: 'malformed_stream', code, message }))
  }

  function feed(text: string): void {
    const room = maxBodyBytes - received
    received += text.length
    body.push(text.length > room ? text.slice(0, room) : text)
    if (text.length > room && !sawDone && !stopped)
      stop('body_too_large', `more than ${maxBodyBytes} characters`)
  }

  function takeItem(item: BodyItem): void {
    if (sawDone || stopped) return
    probe?.item?.(item)
    if (item.event === 'error') takeErrorEvent(item)
    else if (item.type === 'done') sawDone = true
    else if (item.type === 'malformed') takeMalformed(item.text, item)
    else takeValue(item.value, item)
  }

  function takeValue(value: unknown, item: BodyItem): void {
    if (item.event !== 'message' && !(isRecord(value) && (value.choices || value.error || value.usage))) {
      accumulator.report('event_ignored', `event "${item.event}"`, value, undefined)
      return
    }
    accumulator.push(value)
  }

  function takeErrorEvent(item: BodyItem): void {
    const value = item.type === 'value' ? item.value : item.type === 'malformed' ? item.text : ''
    if (isRecord(value)) accumulator.push(value)
    // Where the value is an error of itself, the first report of it stands.
    accumulator.fail(() => explainError(value, context))
  }

  function takeMalformed(text: string, item: BodyItem): void {
    if (item.unterminated) cut = true
    else malformed ??= text
    const rule = item.unterminated ? 'frame_cut' : 'malformed_json'
    accumulator.report(rule, item.where, text.slice(0, 500), undefined)
  }

  /** Reads what is complete but still waiting. */
  function drain(): void {
    if (sawDone || stopped) return
    feed(decoder.end())
    if (body.end()) cut ||= accumulator.choiceCount === 0
  }

  function finish(): Completion {
    if (!sawDone && !stopped && accumulator.choiceCount === 0) {
      const problem = explainBody(
        {
          kind: body.kind,
          items: body.items,
          sawChunk: accumulator.sawChunk,
          cut,
          malformed,
          text: body.excerpt,
        },
        context,
      )
      if (problem) accumulator.fail(problem)
    }
    const whole = sawDone || (body.kind === 'json' && accumulator.sawWhole && !cut)
    return (result ??= accumulator.finish(whole ? 'done' : cut ? 'cut' : 'eof'))
  }

  return {
    push(piece) {
      if (result || sawDone || stopped) return
      feed(decoder.decode(piece))
    },
    end() {
      if (result) return result
      drain()
      return finish()
    },
    fail(error) {
      if (result) return result
      const data = toChatErrorData(error, context)
      if (data.kind === 'aborted') return (result = accumulator.finish('cancelled'))
      drain()
      if (!sawDone && !(data.kind === 'network_or_cors' && accumulator.sawFinish)) accumulator.fail(data)
      else if (!sawDone)
        accumulator.report('connection_lost_after_finish', 'end of body', data.message, undefined)
      return (result = accumulator.finish(sawDone ? 'done' : 'eof'))
    },
    refuse(text) {
      accumulator.fail(() => explainError(text, context))
      return (result ??= accumulator.finish('eof'))
    },
    cancel() {
      return (result ??= accumulator.finish(sawDone ? 'done' : 'cancelled'))
    },
    snapshot: accumulator.snapshot,
    completion: () => result,
    describe: (more) => void Object.assign(context, more),
    get failed() {
      return accumulator.failed
    },
    get sawOutput() {
      return accumulator.sawOutput
    },
    get sawFinish() {
      return accumulator.sawFinish
    },
    get done() {
      return sawDone || stopped || result !== undefined
    },
  }
}

export interface PumpOptions {
  signal?: AbortSignal
  /** Called with the size of each piece, keep-alives included: a sign of life for idle timers. */
  onBytes?(size: number): void
}

/** Reads a source into a reader to its end. Never rejects: whatever happens is in the completion. */
export async function pumpSource(
  source: CompletionSource,
  reader: CompletionReader,
  options: PumpOptions = {},
): Promise<Completion> {
  const steps = pump(source, reader, options)
  for (let step = await steps.next(); ; step = await steps.next()) if (step.done) return step.value
}

/** Reads a whole response. Never rejects for what came over the wire: errors are in the completion. */
export function collectCompletion(source: CompletionSource, options: ReadOptions = {}): Promise<Completion> {
  const { signal, ...rest } = options
  return pumpSource(source, createCompletionReader(rest), { signal })
}

/** The same as events in order, each as soon as it is there; the last one is `end`. Leaving the loop closes the source. */
export async function* readCompletion(
  source: CompletionSource,
  options: ReadOptions = {},
): AsyncGenerator<CompletionEvent, void> {
  const { signal, ...rest } = options
  const queue: CompletionEvent[] = []
  const reader = createCompletionReader({ ...rest, onEvent: (event) => queue.push(event) })
  for await (const _ of pump(source, reader, { signal })) yield* queue.splice(0)
  yield* queue
}

/** One step per piece, so that whoever asks for the next one sets the pace. */
async function* pump(
  source: CompletionSource,
  reader: CompletionReader,
  { signal, onBytes }: PumpOptions,
): AsyncGenerator<void, Completion> {
  try {
    const refused = isResponse(source) && !source.ok
    if (isResponse(source)) reader.describe(describeResponse(source))
    if (refused) {
      const text = await readRefusal(source, signal)
      await loadExplainer()
      return reader.refuse(text)
    }
    for await (const piece of readPieces(source, signal)) {
      onBytes?.(piece.length)
      reader.push(piece)
      yield
      if (reader.done) break
    }
    // Without a finish reason the answer may be an error page, a refusal in JSON, or nothing.
    if (reader.failed || !reader.sawFinish) await loadExplainer()
    return reader.end()
  } catch (error) {
    if (reader.failed) await loadExplainer()
    return signal?.aborted ? reader.cancel() : reader.fail(error)
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

function describeResponse(response: Response): ErrorContext {
  return {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    ...(URL.canParse(response.url) ? { host: new URL(response.url).host } : {}),
  }
}
