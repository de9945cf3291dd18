import { isRecord } from '@antiphon/base'

/** One token that the model could write at a place. */
export interface TokenChoice {
  /** As the server writes it; half a character may be escaped. */
  text: string
  /** From 0 to 1; undefined where the server does not say. */
  probability: number | undefined
  /** Its entry in the shape of chat completions. */
  entry: Readonly<Record<string, unknown>>
}

/** A token that was written. */
export interface Token extends TokenChoice {
  /** Alternatives in its place, most likely first, without the token itself. */
  others: readonly TokenChoice[]
}

/** The tokens of `logprobs`: the list of chat completions, or the parallel lists of the older completions. Tolerant. */
export function readTokens(logprobs: unknown): Token[] {
  if (!isRecord(logprobs)) return []
  const { content, tokens, token_logprobs: figures, top_logprobs: tops } = logprobs
  if (Array.isArray(content)) return content.filter(isRecord).map(readToken)
  if (!Array.isArray(tokens)) return []
  return tokens.map((token: unknown, at) => {
    const top: unknown = Array.isArray(tops) ? tops[at] : undefined
    return readToken({
      token,
      logprob: Array.isArray(figures) ? (figures[at] as unknown) : undefined,
      top_logprobs: isRecord(top)
        ? Object.entries(top).map(([other, logprob]) => ({ token: other, logprob }))
        : undefined,
    })
  })
}

function readToken(entry: Record<string, unknown>): Token {
  const own = readChoice(entry)
  const top = Array.isArray(entry['top_logprobs']) ? entry['top_logprobs'].filter(isRecord) : []
  const others = top
    .map(readChoice)
    .filter(({ text }) => text !== own.text)
    .sort((a, b) => (b.probability ?? 0) - (a.probability ?? 0))
  return { ...own, others }
}

function readChoice(entry: Record<string, unknown>): TokenChoice {
  const { token, logprob } = entry
  return {
    text: typeof token === 'string' ? token : '',
    // Rounding may leave it above 0.
    probability: typeof logprob === 'number' ? Math.min(1, Math.exp(logprob)) : undefined,
    entry,
  }
}

const encoder = new TextEncoder()

/** The bytes of a token: as the server lists them, which is exact for half a character, else those of its text. */
function bytesOf({ text, entry: { bytes } }: TokenChoice): Uint8Array {
  const listed = Array.isArray(bytes) && bytes.every((byte) => typeof byte === 'number')
  return listed ? Uint8Array.from(bytes) : encoder.encode(text)
}

/**
 * The text of an answer up to the token at `at`, with `choice` in its place. Undefined where that cannot be said: the tokens
 * are not those of `content` (thoughts were among them), or a character would be torn.
 */
export function textWith(
  content: string,
  tokens: readonly Token[],
  at: number,
  choice: TokenChoice,
): string | undefined {
  const before = joinBytes(tokens.slice(0, at))
  // Behind the text there may be the mark of its end.
  const whole = new TextDecoder().decode(joinBytes(tokens))
  if (!whole.startsWith(content)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(join([before, bytesOf(choice)]))
    const kept = new TextDecoder().decode(before)
    return content.startsWith(kept) ? text : undefined
  } catch {
    return undefined
  }
}

const joinBytes = (tokens: readonly TokenChoice[]): Uint8Array => join(tokens.map(bytesOf))

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
