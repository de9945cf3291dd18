import { entriesIn, isRecord, recordIn, type JsonObject } from '@antiphon/base'
import { eachEntry, type Unwrapped } from '@antiphon/transcripts/toolkit'

const METHOD = /^(?:generateContent|generateContentStream)$/

/**
 * Lines of answers that Gemini CLI records to be replayed (`--record-responses`), as responses: the chunks of a stream
 * are one. Undefined where there are none.
 */
export function ofReplay(value: unknown): Unwrapped | undefined {
  return eachEntry(value, ({ method, response, ...rest }) => {
    if (typeof method !== 'string' || !METHOD.test(method)) return undefined
    const chunks = (Array.isArray(response) ? (response as unknown[]) : [response]).filter(isRecord)
    if (!chunks.some(({ candidates }) => Array.isArray(candidates))) return undefined
    return { ...joinedChunks(chunks), replay: { method, ...rest } }
  })
}

/** The parts of all chunks are those of one answer; other fields are those of the last chunk that has them. */
function joinedChunks(chunks: readonly JsonObject[]): JsonObject {
  const [only, ...more] = chunks
  if (more.length === 0) return { ...only }
  const parts: unknown[] = []
  const candidate: JsonObject = {}
  /** Values in unexpected places, such as further candidates. */
  const odd: unknown[] = []
  for (const { candidates } of chunks) {
    const [first, ...others] = entriesIn(candidates)
    odd.push(...others)
    if (!isRecord(first)) {
      odd.push(first)
      continue
    }
    const { content, ...rest } = first
    Object.assign(candidate, rest)
    const { parts: own, ...around } = recordIn(content) ?? {}
    for (const part of entriesIn(own)) addPart(parts, part)
    if (recordIn(content) ? Object.keys(around).some((key) => key !== 'role') : content !== undefined)
      odd.push(content)
  }
  const answer = { ...candidate, content: { role: 'model', parts } }
  return { ...Object.assign({}, ...chunks), candidates: [answer], ...(odd.length > 0 && { odd }) }
}

/** A piece of a text continues the text before it, if neither is a thought alone. */
function addPart(parts: unknown[], part: unknown): void {
  const last = parts.at(-1)
  const goesOn =
    isRecord(part) &&
    isRecord(last) &&
    typeof part.text === 'string' &&
    typeof last.text === 'string' &&
    (part.thought === true) === (last.thought === true)
  if (goesOn) parts[parts.length - 1] = { ...last, ...part, text: `${String(last.text)}${String(part.text)}` }
  else parts.push(part)
}
