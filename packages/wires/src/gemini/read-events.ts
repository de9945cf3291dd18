import { isRecord, type JsonObject, compact, textOf } from '@antiphon/base'
import type { EventReader } from '@antiphon/core/wire'
import { createCandidate, type Candidate } from './read-candidate.js'
import { usageOfGemini } from './usage.js'

/** The known keys of a response: those that are read, and those that are not about the answer. */
const READ = new Set(
  'candidates usageMetadata modelVersion responseId createTime promptFeedback modelStatus error'.split(' '),
)

/** Reads the responses that a stream of Gemini is made of. A whole response will do too. */
export function createGeminiEvents(): EventReader {
  const candidates = new Map<number, Candidate>()
  let responseId: string | undefined

  function candidateOf(index: number): Candidate {
    let candidate = candidates.get(index)
    if (!candidate) candidates.set(index, (candidate = createCandidate(index, () => responseId)))
    return candidate
  }

  function readResponse(value: JsonObject): void {
    responseId ??= textOf(value.responseId)
    const list = Array.isArray(value.candidates) ? value.candidates.filter(isRecord) : []
    const feedback = isRecord(value.promptFeedback) ? value.promptFeedback : undefined
    const blocked = textOf(feedback?.blockReason)
    const { out } = candidateOf(0)
    if (list.length > 0 || blocked !== undefined)
      out.begin(compact({ id: responseId, model: textOf(value.modelVersion) }))
    list.forEach((candidate, at) =>
      candidateOf(typeof candidate.index === 'number' ? candidate.index : at).read(candidate),
    )
    for (const [key, entry] of Object.entries(value))
      if (!READ.has(key)) out.unknown({ type: key, value: entry })
    out.usage(usageOfGemini(value.usageMetadata))
    if (feedback) out.note({ prompt_feedback: feedback })
    // A refused prompt has no candidates, so its finish reason is written here.
    if (blocked !== undefined) out.finish(`prompt_filter: ${blocked}`)
  }

  return {
    read(value) {
      if (!isRecord(value)) return []
      // With an error alone it is not of this wire: the words may be beside the error.
      if (!Object.keys(value).some((key) => key !== 'error' && READ.has(key))) candidateOf(0).out.error(value)
      else {
        readResponse(value)
        // An empty one may be beside an answer.
        if (value.error) candidateOf(0).out.error({ error: value.error })
      }
      return [...candidates.values()].flatMap((candidate) => candidate.out.take())
    },
    // No event says that it is the last: a reason to finish may be followed by more text (code that ran).
    done: false,
  }
}
