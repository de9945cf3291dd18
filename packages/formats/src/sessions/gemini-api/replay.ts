import { isRecord, type JsonObject } from '../shared/fields.js'
import { eachEntry, type Unwrapped } from '../shared/unwrap.js'

const METHOD = /^(?:generateContent|generateContentStream)$/

/**
 * Lines of answers that Gemini CLI records to be replayed (`--record-responses`), as responses: the chunks of a stream
 * are one. Undefined where there are none.
 */
export function ofReplay(value: unknown): Unwrapped | undefined {
  return eachEntry(value, ({ method, response, ...rest }) => {
    if (typeof method !== 'string' || !METHOD.test(method)) return undefined
    const chunks = Array.isArray(response) ? (response as unknown[]) : [response]
    if (!chunks.some((chunk) => isRecord(chunk) && Array.isArray(chunk.candidates))) return undefined
    const { answer, left } = joinedChunks(chunks)
    return { ...answer, replay: { method, ...rest, ...(left.length > 0 && { left }) } }
  })
}

/**
 * The parts of all chunks are those of one answer; other fields are those of the last chunk that has them. `left`: what has
 * another form, and further candidates.
 */
function joinedChunks(chunks: readonly unknown[]): { answer: JsonObject; left: unknown[] } {
  const parts: unknown[] = []
  const candidate: JsonObject = {}
  const answer: JsonObject = {}
  const left: unknown[] = []
  for (const chunk of chunks) {
    if (!isRecord(chunk)) {
      left.push(chunk)
      continue
    }
    const { candidates, ...fields } = chunk
    Object.assign(answer, fields)
    const [first, ...others] = Array.isArray(candidates) ? (candidates as unknown[]) : [candidates]
    left.push(...others)
    if (!isRecord(first)) {
      if (first !== undefined) left.push(first)
      continue
    }
    const { content, ...rest } = first
    Object.assign(candidate, rest)
    if (isRecord(content) && Array.isArray(content.parts))
      for (const part of content.parts as unknown[]) addPart(parts, part)
    else if (content !== undefined) left.push(content)
  }
  return { answer: { ...answer, candidates: [{ ...candidate, content: { role: 'model', parts } }] }, left }
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
