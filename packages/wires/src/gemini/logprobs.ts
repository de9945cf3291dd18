import { field, isRecord, type JsonObject } from '@antiphon/base'

/** How sure the model was of each token, and what else it thought of, in the shape of chat completions. */
export function logprobsOf(result: unknown): JsonObject[] | undefined {
  const chosen = field(result, 'chosenCandidates')
  if (!Array.isArray(chosen)) return undefined
  const others = field(result, 'topCandidates')
  return chosen.filter(isRecord).map((one, at) => {
    const top = Array.isArray(others) ? field(others[at], 'candidates') : undefined
    return { ...entryOf(one), top_logprobs: Array.isArray(top) ? top.filter(isRecord).map(entryOf) : [] }
  })
}

const entryOf = ({ token, logProbability: logprob }: JsonObject): JsonObject => ({ token, logprob })
