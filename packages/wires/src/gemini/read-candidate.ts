import { compact, field, isRecord, type JsonObject, parseJson, textOf, safeStringify } from '@antiphon/base'
import { createChunkWriter } from '../toolkit/chunk-writer.js'
import { citationsOf, recitationsOf, sourcesOf } from './citations.js'
import { logprobsOf } from './logprobs.js'
import { createStreamedArguments, type StreamedArguments } from './streamed-arguments.js'

/** Endings that are a failure of the model, not an ending of the answer. */
const FAILED = /MALFORMED|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MISSING_THOUGHT_SIGNATURE/

/** The keys of a candidate that are read, or say nothing about the answer. */
const READ = new Set(
  (
    'content finishReason finishMessage index groundingMetadata citationMetadata urlContextMetadata safetyRatings ' +
    'logprobsResult avgLogprobs tokenCount'
  ).split(' '),
)

/** A call whose arguments come in pieces. */
interface OpenCall {
  index: number
  part: JsonObject
  call: JsonObject
  args: StreamedArguments
}

export interface Candidate {
  out: ReturnType<typeof createChunkWriter>
  read(candidate: JsonObject): void
}

/**
 * Reads one candidate of a response, part by part. Each part is kept as it came: signatures go back on the part that had them.
 *
 * @param idOf gives the id of the response, of which calls without an id of their own make one.
 */
export function createCandidate(index: number, idOf: () => string | undefined): Candidate {
  const out = createChunkWriter(index)
  const kept: JsonObject[] = []
  let text = ''
  let open: OpenCall | undefined
  /** Code that the provider runs, by its id; `''` for the last one. */
  const code = new Map<string, number>()
  let searched: number | undefined
  let fetched: number | undefined
  /** Categories of harm that were reported already: each chunk repeats the ratings. */
  const rated = new Set<string>()

  function keep(part: JsonObject): void {
    const last = kept.at(-1)
    // Pieces of one text are one part. One with a signature is not touched.
    if (last && isPlainText(last) && isPlainText(part) && last.thought === part.thought)
      kept[kept.length - 1] = { ...last, text: String(last.text) + String(part.text) }
    else kept.push(part)
  }

  /** A row for what the provider did. */
  function row(name: string, args: unknown, id?: string): number {
    const at = out.call({ id, name, isProviders: true })
    out.arguments(at, safeStringify(args))
    return at
  }

  function readCall(part: JsonObject, call: JsonObject): void {
    const name = textOf(call.name)
    // Without a name it is more of the call before, or the mark of its end.
    if (name !== undefined || (!open && call.args)) {
      closeCall()
      const id = textOf(call.id) ?? `call_${idOf() ?? index}_${out.callCount}`
      const signature = textOf(part.thoughtSignature)
      const more = signature && { extra_content: { google: { thought_signature: signature } } }
      const at = out.call({ id, name, more: more || undefined })
      open = { index: at, part, call, args: createStreamedArguments() }
    }
    if (!open) return
    const { partialArgs: pieces } = call
    // Text that is not an object stays, so that the call is refused in words and never runs with nothing.
    const args = objectOf(call.args) ?? textOf(call.args)
    if (args || (name !== undefined && call.willContinue !== true && !Array.isArray(pieces))) {
      const whole = args ?? {}
      out.arguments(open.index, typeof whole === 'string' ? whole : safeStringify(whole))
      keep({ ...open.part, functionCall: { ...open.call, args: isRecord(whole) ? whole : {} } })
      open = undefined
      return
    }
    for (const piece of Array.isArray(pieces) ? (pieces as unknown[]) : [])
      out.arguments(open.index, open.args.take(piece))
    if (open.args.isOutOfOrder) out.replaceArguments(open.index, safeStringify(open.args.value))
    if (call.willContinue !== true) closeCall()
  }

  /** The end of arguments that came in pieces, which is not always said. */
  function closeCall(): void {
    if (!open) return
    const { part, call, args, index: at } = open
    open = undefined
    const rest = args.end()
    if (args.isOutOfOrder) out.replaceArguments(at, safeStringify(args.value))
    else out.arguments(at, rest)
    const { willContinue: _, partialArgs: __, ...whole } = call
    keep({ ...part, functionCall: { ...whole, args: args.value } })
  }

  function readPart(part: JsonObject, logprobs: unknown): void {
    const { text: said, functionCall: call, executableCode, codeExecutionResult: result } = part
    if (isRecord(call)) return readCall(part, call)
    keep(part)
    const media = part.inlineData ?? part.inline_data ?? part.fileData ?? part.file_data
    const data = textOf(field(media, 'data'))
    const mime = textOf(field(media, 'mimeType') ?? field(media, 'mime_type'))
    if (typeof said === 'string') {
      if (part.thought === true) return out.reasoning(said)
      text += said
      return out.text(said, logprobs)
    }
    if (isRecord(executableCode)) {
      const { id, ...args } = executableCode
      const at = row('code_execution', args, textOf(id))
      code.set(textOf(id) ?? '', at).set('', at)
    } else if (isRecord(result)) {
      const at = code.get(textOf(result.id) ?? '') ?? row('code_execution', {}, textOf(result.id))
      const isError = result.outcome !== 'OUTCOME_OK'
      out.result(at, { result: textOf(result.output) ?? '', ...(isError && { isError }), details: result })
    } else if (isRecord(media) && mime?.startsWith('image/')) out.image(media)
    else if (data && mime?.startsWith('audio/')) out.audio(data, mime)
    else readOther(part, mime)
  }

  /** Shows a part that has no view of its own as a row with its name. */
  function readOther(part: JsonObject, mime: string | undefined): void {
    const name = Object.keys(part).find((key) => !key.startsWith('thought'))
    if (name === undefined) return
    const size = textOf(field(part[name], 'data'))?.length
    // The data itself is in what is kept.
    const said =
      size === undefined ? safeStringify(part[name]) : `${mime ?? 'data'}, ${size} characters of base64`
    out.result(row(name, {}), { result: said })
  }

  function readGrounding({ groundingMetadata: grounding, urlContextMetadata: context }: JsonObject): void {
    const queries = field(grounding, 'webSearchQueries')
    const sources = sourcesOf(grounding).filter((source) => source !== undefined)
    if (Array.isArray(queries) && queries.length > 0) {
      searched ??= row('google_search', { queries })
      out.result(searched, {
        result: sources.map(({ title, url }) => `${title ?? ''}\n${url}`.trim()).join('\n'),
      })
    }
    const pages = field(context, 'urlMetadata') ?? field(context, 'url_metadata')
    const fetches = Array.isArray(pages) ? pages.filter(isRecord) : []
    if (fetches.length > 0) {
      const lines = fetches.map((page) => ({
        url: textOf(page.retrievedUrl) ?? '',
        status: textOf(page.urlRetrievalStatus)?.replace('URL_RETRIEVAL_STATUS_', '').toLowerCase() ?? '',
      }))
      fetched ??= row('url_context', { urls: lines.map(({ url }) => url) })
      const isError = lines.every(({ status }) => status !== 'success')
      const result = lines.map(({ url, status }) => `${url} (${status})`).join('\n')
      out.result(fetched, { result, ...(isError && { isError }), details: { urlMetadata: fetches } })
    }
    if (isRecord(grounding) && Object.keys(grounding).length > 0) {
      for (const annotation of citationsOf(grounding, text)) out.annotation(annotation)
      out.keep({ grounding_metadata: grounding })
    }
  }

  /** A rating that found something is named. The others are only kept. */
  function tellRatings(ratings: unknown): void {
    for (const rating of Array.isArray(ratings) ? ratings.filter(isRecord) : []) {
      const category = textOf(rating.category) ?? 'unknown'
      const isFound = rating.blocked === true || /^(?:MEDIUM|HIGH)$/.test(String(rating.probability))
      if (!isFound || rated.has(category)) continue
      rated.add(category)
      out.unknown({ type: `safety rating (${category})`, safetyRating: rating })
    }
  }

  function end(candidate: JsonObject): void {
    const { finishReason, finishMessage, safetyRatings, citationMetadata } = candidate
    for (const annotation of recitationsOf(citationMetadata, text)) out.annotation(annotation)
    const message = textOf(finishMessage)
    out.keep(compact({ safety_ratings: safetyRatings, finish_message: message }))
    tellRatings(safetyRatings)
    const reason = textOf(finishReason)
    if (reason === undefined || reason === 'FINISH_REASON_UNSPECIFIED') return
    if (reason === 'STOP') closeCall()
    out.finish(reason)
    if (FAILED.test(reason))
      out.error({ error: { code: reason, message: message ?? `The model made no valid call (${reason}).` } })
  }

  return {
    out,
    read(candidate: JsonObject): void {
      const parts = field(candidate.content, 'parts')
      const before = kept.length
      const list = Array.isArray(parts) ? parts.filter(isRecord) : []
      list.forEach((part, at) => readPart(part, at === 0 ? logprobsOf(candidate.logprobsResult) : undefined))
      readGrounding(candidate)
      for (const [key, value] of Object.entries(candidate))
        if (!READ.has(key)) out.unknown({ type: key, value })
      end(candidate)
      if (list.length > 0 || kept.length > before) out.keep({ model_parts: [...kept] })
    },
  }
}

/** Arguments, which gateways write as a text, too. */
function objectOf(args: unknown): JsonObject | undefined {
  let value = args
  for (let depth = 0; depth < 3 && typeof value === 'string'; depth++) value = parseJson(value)
  return isRecord(value) ? value : undefined
}

function isPlainText(part: JsonObject): boolean {
  return (
    typeof part.text === 'string' && Object.keys(part).every((key) => key === 'text' || key === 'thought')
  )
}
