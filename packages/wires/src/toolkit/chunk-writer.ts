import { compact, field, isRecord, type JsonObject, parseJson, textOf } from '@antiphon/base'
import { findChunkError } from '@antiphon/core/errors'
import { saysSomething } from '@antiphon/core/message'
import type { ProviderRun } from '@antiphon/core/wire'

/** The fields with which a call begins. */
interface CallStart {
  id?: string
  name?: string
  /** The provider runs it. */
  isProviders?: boolean
  /** Further keys of the call, which go back with it. */
  more?: JsonObject
}

/** Types that gateways give to news beside an answer. */
const BESIDE = /^(?:heart_?beat|keep_?-?alive|info|notice|warning|status|progress|queue\w*|debug|log)$/i

/** Maximum number of events without a view to keep with one answer. Further ones are only counted. */
const MAX_UNKNOWN = 200

/**
 * Writes the events of another wire as chunks of chat completions. `take` returns those since its last call.
 *
 * @param choice index of the answer, on a wire whose responses may hold several.
 */
export function createChunkWriter(choice = 0) {
  let chunks: JsonObject[] = []
  let callCount = 0
  let isBegun = false
  /** How much text there is: where a citation of the next one begins. */
  let textLength = 0
  let last: 'text' | 'reasoning' | 'other' | undefined
  const unknown: unknown[] = []

  const ofChoice = (fields: JsonObject): void =>
    void chunks.push({ choices: [{ index: choice, delta: {}, ...fields }] })
  const push = (delta: JsonObject): void => ofChoice({ delta })

  return {
    get textLength() {
      return textLength
    },
    get callCount() {
      return callCount
    },
    /** Kind of the last output: two stretches of the same kind need an empty line between them. */
    get last() {
      return last
    },
    /** The answer has begun. */
    begin(fields: JsonObject): void {
      if (!isBegun) chunks.push({ ...fields, choices: [{ index: choice, delta: { role: 'assistant' } }] })
      else chunks.push({ ...fields, choices: [] })
      isBegun = true
    },
    text(text: unknown, logprobs?: unknown): void {
      if (typeof text !== 'string' || text === '') return
      const hasLogprobs = Array.isArray(logprobs) && logprobs.length > 0
      ofChoice({ delta: { content: text }, ...(hasLogprobs && { logprobs: { content: logprobs } }) })
      textLength += text.length
      last = 'text'
    },
    reasoning(text: unknown): void {
      if (typeof text !== 'string' || text === '') return
      push({ reasoning: text })
      last = 'reasoning'
    },
    refusal(text: unknown): void {
      if (typeof text === 'string' && text !== '') push({ refusal: text })
    },
    /** A thought whose text the provider does not show. */
    hiddenThought(detail: JsonObject): void {
      push({ reasoning_details: [{ type: 'reasoning.encrypted', ...compact(detail) }] })
      last = 'other'
    },
    annotation(annotation: JsonObject): void {
      push({ annotations: [compact(annotation)] })
    },
    /** @param picture its address, or a part that holds one in any shape. */
    image(picture: string | JsonObject): void {
      push({ images: [picture] })
      last = 'other'
    },
    /** A piece of what was spoken, in base64. */
    audio(data: string, format: string): void {
      push({ audio: { data, format } })
      last = 'other'
    },
    /** Begins a call and returns its index. */
    call({ id, name, isProviders, more }: CallStart): number {
      const index = callCount++
      const fn = { name: name ?? '', arguments: '' }
      push({
        tool_calls: [
          compact({
            index,
            id,
            type: 'function',
            function: fn,
            ...(isProviders && { providerRun: {} }),
            ...more,
          }),
        ],
      })
      last = 'other'
      return index
    },
    /** More of the arguments of a call. */
    arguments(index: number, text: unknown): void {
      if (typeof text === 'string' && text !== '')
        push({ tool_calls: [{ index, function: { arguments: text } }] })
    },
    /** All arguments of a call, in place of those that came before. */
    replaceArguments(index: number, text: string): void {
      const value = parseJson(text)
      // A value, where a text would be more of what is there.
      if (isRecord(value)) push({ tool_calls: [{ index, function: { arguments: value } }] })
    },
    /** A picture that a call is still working on; without an address it is done, and what there was of it goes. */
    partial(index: number, url?: string): void {
      const partial = url === undefined ? [] : [{ type: 'image_url', image_url: { url } }]
      push({ tool_calls: [{ index, providerRun: { partial } }] })
    },
    /** The result of a call that the provider ran, or what there is of it so far. */
    result(index: number, run: ProviderRun): void {
      push({ tool_calls: [{ index, providerRun: compact(run) }] })
    },
    /** Keys of a response that are kept in the metadata of its answers. */
    note(fields: JsonObject): void {
      if (Object.keys(fields).length > 0) chunks.push({ choices: [], ...fields })
    },
    /** The same of this answer alone. */
    keep(fields: JsonObject): void {
      if (Object.keys(fields).length > 0) ofChoice(fields)
    },
    /** An event that has no view. It is kept, and the answer says that there was one. An empty event is ignored. */
    unknown(event: unknown): void {
      if (!saysSomething(event)) return
      if (unknown.length < MAX_UNKNOWN) unknown.push(event)
      else unknown[MAX_UNKNOWN] = { omitted: Number(field(unknown[MAX_UNKNOWN], 'omitted') ?? 0) + 1 }
      chunks.push({ choices: [], unknown_events: [...unknown] })
    },
    usage(usage: unknown): void {
      if (usage) chunks.push({ choices: [], usage })
    },
    /** A reason in the same event as an output is beside it: it need not be the end (docs/wire 2.2). */
    finish(reason: string): void {
      const outputs = chunks.flatMap(({ choices }) =>
        Array.isArray(choices) ? choices.filter(isRecord) : [],
      )
      const last = outputs.findLast(({ delta }) => Object.keys(delta as object).some((key) => key !== 'role'))
      if (last) last.finish_reason = reason
      else ofChoice({ finish_reason: reason })
    },
    /** An object that is not an event of the wire: an error of any shape, or news beside the answer (docs/wire 2.9). */
    error(body: JsonObject): void {
      chunks.push(body)
    },
    /** The same with a type of its own. One that is neither news nor an error is kept as an event without a view. */
    stray(event: JsonObject): void {
      if (!event.type || BESIDE.test(textOf(event.type) ?? '') || findChunkError(event)) this.error(event)
      else this.unknown(event)
    },
    take(): JsonObject[] {
      const taken = chunks
      chunks = []
      return taken
    },
  }
}
