import { compact, isRecord, type JsonObject, textOf } from '@antiphon/base'
import { type EventReader } from '@antiphon/core/wire'
import { createChunkWriter } from '../toolkit/chunk-writer.js'
import { imageOf, readItemCall, readItemResult } from './result-of-item.js'

/** One output item while it grows. */
interface OpenItem {
  type: string
  /** The text written so far for each of its parts, by kind and place. */
  said: Map<string, string>
  /** Index of its call, once it has one. */
  call?: number
  isProviders?: boolean
  /** All of its arguments so far. */
  input: string
  /** A piece of its picture came. */
  hasPartial?: true
  done: boolean
  /** Its beginning was told, so its end will be. */
  isAnnounced?: true
}

type SaidKind = 'text' | 'reasoning' | 'refusal'

/** Something about a text that has to wait for its turn. */
interface Held {
  item: OpenItem
  kind: SaidKind
  say(): void
}

/** Steps on the way of an item, and pieces of what its end says whole. */
const SAID_ELSEWHERE =
  /^(?:keepalive|response\.(?:content_part|reasoning_summary_part|reasoning_part)\.(?:added|done)|response\.(?:code_interpreter_call_code|shell_call_command|shell_call_output_content|apply_patch_call_operation_diff)\.(?:added|delta|done)|response\.\w+\.(?:in_progress|searching|interpreting|generating|completed|failed))$/

/**
 * Reads the events of a response (docs/wire 7, keyed by `output_index`, since some servers give each event another `item_id`;
 * an item that was never announced begins with the first event about it). A whole response in place of events will do too.
 */
export function createResponsesEvents(): EventReader {
  const out = createChunkWriter()
  const items = new Map<number, OpenItem>()
  /** Items as they came, to go back so. */
  const kept: unknown[] = []
  /** Calls of the provider whose results are items of their own, by `call_id`. */
  const calls = new Map<string, number>()
  /** Whole texts that are not what their pieces said. */
  const named = new Set<string>()
  /** The item whose text is being written, by kind. Others wait until it is done; otherwise their texts would be mixed. */
  const speaking = new Map<SaidKind, OpenItem>()
  let held: Held[] = []
  /** Where an item is, by its id, for events that name no place. */
  const places = new Map<string | undefined, number>()
  let lastIndex = 0
  let failed = false
  let done = false

  function itemAt({ output_index: at, item_id, item: body }: JsonObject, type: string): OpenItem {
    const id = textOf(item_id) ?? (isRecord(body) ? textOf(body.id) : undefined)
    const index = typeof at === 'number' ? at : (places.get(id) ?? lastIndex)
    lastIndex = index
    if (id !== undefined && isRecord(body)) places.set(id, index)
    let item = items.get(index)
    // A gateway may use an index again.
    if (!item || item.done) items.set(index, (item = { type, said: new Map(), input: '', done: false }))
    return item
  }

  function waits(item: OpenItem, kind: SaidKind): boolean {
    const other = speaking.get(kind)
    return other !== undefined && other !== item && !other.done
  }
  /** Says it now, or once the item has its turn. */
  function inTurn(item: OpenItem, kind: SaidKind, tell: () => void): void {
    if (waits(item, kind)) held.push({ item, kind, say: tell })
    else tell()
  }
  /** Says what had to wait, item by item. */
  function tellHeld(isEnd = false): void {
    if (isEnd) speaking.clear()
    for (;;) {
      const next = held.find(({ item, kind }) => !waits(item, kind))
      if (!next) return
      const isOfNext = ({ item, kind }: Held): boolean => item === next.item && kind === next.kind
      const now = held.filter(isOfNext)
      held = held.filter((one) => !isOfNext(one))
      for (const one of now) one.say()
      if (isEnd) speaking.clear()
    }
  }

  type Said = { delta?: unknown; whole?: unknown; logprobs?: unknown }

  /** Adds a piece to one of the texts of an item; `whole` is all of it, of which only the rest is news. */
  const say = (item: OpenItem, kind: SaidKind, place: string, piece: Said): void =>
    inTurn(item, kind, () => sayNow(item, kind, place, piece))

  function sayNow(item: OpenItem, kind: SaidKind, at: string, piece: Said): void {
    const whole = textOf(piece.whole)
    const place = whole === undefined ? at : placeOf(item, at, whole)
    const before = item.said.get(place) ?? ''
    // The final text differs from its pieces. Report it, because text that was shown is not taken back. The item goes back whole.
    if (whole !== undefined && !bare(whole).startsWith(bare(before)) && !named.has(whole)) {
      named.add(whole)
      out.unknown({ type: `${item.type} (whole text)`, text: whole })
    }
    const delta =
      whole === undefined ? textOf(piece.delta) : whole.startsWith(before) ? whole.slice(before.length) : ''
    if (!delta) return
    // Two parts of one kind side by side are two paragraphs.
    if (before === '' && out.last === kind) out[kind as 'text']('\n\n')
    item.said.set(place, before + delta)
    if (item.isAnnounced && !item.done) speaking.set(kind, item)
    if (kind === 'text') out.text(delta, piece.logprobs)
    else out[kind](delta)
  }

  /** Where a whole text was said: servers count the parts of an item otherwise in its deltas than in the item (Bedrock). */
  function placeOf({ said }: OpenItem, at: string, whole: string): string {
    if (said.has(at)) return at
    const [list] = at.split(' ')
    const isBegun = ([place, text]: [string, string]): boolean =>
      place.startsWith(`${list} `) && bare(whole).startsWith(bare(text))
    return [...said].find(isBegun)?.[0] ?? at
  }

  function write(item: OpenItem, body: JsonObject): void {
    const found = readItemCall({ ...body, type: item.type })
    if (!found || item.call !== undefined) return
    const { name, isProviders } = found
    item.isProviders = isProviders
    const { id } = body
    const isAsked = item.type === 'mcp_approval_request' && textOf(id) !== undefined
    const more = isAsked ? { approvalRequest: compact({ id, server: body.server_label }) } : undefined
    item.call = out.call({ id: textOf(body.call_id) ?? textOf(id), name, isProviders, more })
    if (isProviders && textOf(body.call_id)) calls.set(body.call_id as string, item.call)
  }

  function grow(item: OpenItem, delta: unknown): void {
    if (item.call === undefined || typeof delta !== 'string') return
    item.input += delta
    out.arguments(item.call, delta)
  }

  /** All arguments of a call: what is not there yet, or all where the pieces were something else (they may be encrypted). */
  function settle(item: OpenItem, whole: string): void {
    if (item.call === undefined || item.input === whole) return
    if (whole.startsWith(item.input)) out.arguments(item.call, whole.slice(item.input.length))
    else out.replaceArguments(item.call, whole)
    item.input = whole
  }

  function finishItem(item: OpenItem, body: JsonObject): void {
    if (item.done) return
    item.type = textOf(body.type) ?? item.type
    readTexts(item, body)
    if (item.type === 'reasoning') {
      const { encrypted_content: data, id } = body
      const isSilent = item.said.size === 0 && !held.some((one) => one.item === item)
      if (isSilent) out.hiddenThought({ data: textOf(data), id, format: 'openai-responses-v1' })
    } else if (item.type === 'shell_call_output' && calls.has(textOf(body.call_id) ?? '')) {
      out.result(calls.get(textOf(body.call_id)!)!, readItemResult(body))
    } else {
      write(item, body)
      const found = readItemCall(body)
      // Pieces of a diff or a command are not JSON, so the arguments are only written whole.
      if (found && item.call !== undefined) settle(item, found.arguments)
      if (item.isProviders && item.call !== undefined) {
        const hasOutputItem = item.type === 'shell_call'
        if (!hasOutputItem) out.result(item.call, readItemResult(body))
      }
      const image = item.type === 'image_generation_call' ? imageOf(body) : undefined
      if (image) {
        // The whole picture takes the place of its pieces. Without one the last piece is all there is.
        if (item.call !== undefined && item.hasPartial) out.partial(item.call)
        out.image(image)
      }
    }
    item.done = true
    tellHeld()
    kept.push(body)
    out.note({ output_items: [...kept] })
  }

  function readTexts(item: OpenItem, { content, summary, role }: JsonObject): void {
    const partsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isRecord) : [])
    partsOf(summary).forEach((part, i) => say(item, 'reasoning', `summary ${i}`, { whole: part.text }))
    if (item.type === 'reasoning') {
      partsOf(content).forEach((part, i) => say(item, 'reasoning', `content ${i}`, { whole: part.text }))
    } else if (item.type === 'message' || role === 'assistant') {
      partsOf(content).forEach((part, i) => {
        if (part.type === 'refusal') say(item, 'refusal', `refusal ${i}`, { whole: part.refusal })
        else if (typeof part.text === 'string')
          say(item, 'text', `text ${i}`, { whole: part.text, logprobs: undefined })
        else if (part.type === 'output_image') out.image(part)
        else out.unknown(part)
        for (const annotation of partsOf(part.annotations)) annotate(item, `text ${i}`, annotation)
      })
    }
  }

  const annotate = (item: OpenItem, place: string, annotation: JsonObject): void =>
    inTurn(item, 'text', () => annotateNow(item, place, annotation))

  /** Places in a part are places in the answer, which may hold more. */
  function annotateNow(
    item: OpenItem,
    place: string,
    { start_index: start, end_index: end, ...rest }: JsonObject,
  ): void {
    const shift = (at: unknown): number | undefined =>
      typeof at === 'number' ? at + out.textLength - (item.said.get(place) ?? '').length : undefined
    const places = { start_index: shift(start), end_index: shift(end) }
    const { type, ...body } = rest
    out.annotation(
      type === 'url_citation' ? { type, url_citation: { ...body, ...places } } : { type, ...body, ...places },
    )
  }

  function finish(response: JsonObject): void {
    const { status, usage, error, incomplete_details: why } = response
    out.begin(headOf(response))
    // Read only the items that were not streamed to their end. Match them by index, because ids may differ here.
    const output = Array.isArray(response.output) ? response.output : []
    for (const [at, body] of output.entries())
      if (isRecord(body) && !items.get(at)?.done)
        finishItem(itemAt({ output_index: at }, textOf(body.type) ?? 'unknown'), body)
    tellHeld(true)
    out.usage(usage)
    out.note(notesOf(response))
    const flagged = flaggedIn(response.moderation)
    if (flagged.length > 0)
      out.unknown({ type: `moderation (${flagged.join(', ')})`, moderation: response.moderation })
    const reason = isRecord(why) ? textOf(why.reason) : undefined
    if (isRecord(error) || status === 'failed') {
      if (!failed) out.error({ error: error ?? { message: 'The response failed.' } })
    } else out.finish(reason ?? textOf(status) ?? 'completed')
    done = true
  }

  function readEvent(value: JsonObject): void {
    const type = textOf(value.type) ?? ''
    const response = isRecord(value.response) ? value.response : {}
    if (value.object === 'response') return finish(value)
    switch (type) {
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress':
        return out.begin(headOf(response))
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled': {
        const { status = '' } = response
        // Some servers leave the status of the beginning.
        const isOld = /^(?:in_progress|queued|)$/.test(String(status))
        return finish({ ...response, status: isOld ? type.slice('response.'.length) : status })
      }
      case 'response.output_item.added': {
        const body = isRecord(value.item) ? value.item : {}
        const item = itemAt(value, textOf(body.type) ?? 'unknown')
        item.isAnnounced = true
        // The first event already names a call, so that it is shown at once.
        if (item.type !== 'shell_call_output') write(item, body)
        return
      }
      case 'response.output_item.done': {
        const body = isRecord(value.item) ? value.item : {}
        return finishItem(itemAt(value, textOf(body.type) ?? 'unknown'), body)
      }
      case 'response.output_text.delta':
        return say(itemAt(value, 'message'), 'text', `text ${place(value)}`, value)
      case 'response.output_text.done':
        return say(itemAt(value, 'message'), 'text', `text ${place(value)}`, { whole: value.text })
      case 'response.refusal.delta':
        return say(itemAt(value, 'message'), 'refusal', `refusal ${place(value)}`, value)
      case 'response.refusal.done':
        return say(itemAt(value, 'message'), 'refusal', `refusal ${place(value)}`, { whole: value.refusal })
      case 'response.reasoning_summary_text.delta':
        return say(itemAt(value, 'reasoning'), 'reasoning', `summary ${place(value)}`, value)
      case 'response.reasoning_summary_text.done':
        return say(itemAt(value, 'reasoning'), 'reasoning', `summary ${place(value)}`, { whole: value.text })
      case 'response.reasoning_text.delta':
        return say(itemAt(value, 'reasoning'), 'reasoning', `content ${place(value)}`, value)
      case 'response.reasoning_text.done':
        return say(itemAt(value, 'reasoning'), 'reasoning', `content ${place(value)}`, { whole: value.text })
      case 'response.function_call_arguments.delta':
      case 'response.mcp_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return grow(callAt(value, type), value.delta)
      case 'response.function_call_arguments.done':
      case 'response.mcp_call_arguments.done':
        return settle(callAt(value, type), textOf(value.arguments) ?? '')
      case 'response.custom_tool_call_input.done':
        return settle(callAt(value, type), textOf(value.input) ?? '')
      case 'response.image_generation_call.partial_image': {
        const item = callAt(value, type)
        const url = imageOf({ result: value.partial_image_b64, output_format: value.output_format })
        if (item.call === undefined || !url) return
        item.hasPartial = true
        out.partial(item.call, url)
        return
      }
      case 'response.output_text.annotation.added': {
        const found = isRecord(value.annotation) ? value.annotation : undefined
        if (found) annotate(itemAt(value, 'message'), `text ${place(value)}`, found)
        return
      }
      case 'error':
        tellHeld(true)
        failed = true
        return out.error(value)
      default:
        if (!SAID_ELSEWHERE.test(type)) out.stray(value)
    }
  }

  /** A call that was never announced begins with its first arguments. */
  function callAt(value: JsonObject, event: string): OpenItem {
    const type = event.split('.')[1]!.replace(/_(?:arguments|input)$/, '')
    const item = itemAt(value, type)
    if (item.call === undefined) write(item, { id: value.item_id, call_id: value.call_id, name: value.name })
    return item
  }

  return {
    read(value) {
      if (isRecord(value) && !done) readEvent(value)
      return out.take()
    },
    end() {
      tellHeld(true)
      return out.take()
    },
    get done() {
      return done
    },
  }
}

/** Servers differ in white space. */
const bare = (text: string): string => text.replace(/\s+/g, '')

function place({ content_index: content, summary_index: summary }: JsonObject): number {
  const index = summary ?? content
  return typeof index === 'number' ? index : 0
}

function headOf({ id, model }: JsonObject): JsonObject {
  return { ...(textOf(id) && { id }), ...(textOf(model) && { model }) }
}

/** Metadata about the answer that is not in its items. */
function notesOf({ service_tier, moderation, incomplete_details, container }: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ service_tier, moderation, incomplete_details, container }).filter(
      ([, value]) => value != null,
    ),
  )
}

/** The categories that a moderation of the prompt or the answer flagged. A moderation without any is kept but not shown. */
function flaggedIn(moderation: unknown): string[] {
  const results = isRecord(moderation) ? [moderation, ...Object.values(moderation)] : []
  const found = results.flatMap((result) => {
    const categories = isRecord(result) && isRecord(result.categories) ? result.categories : {}
    return Object.keys(categories).filter((name) => categories[name] === true)
  })
  return [...new Set(found)]
}
