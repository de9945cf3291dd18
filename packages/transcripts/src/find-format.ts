import { agentkitFormat } from './agentkit/format.js'
import { aiSdkFormat } from './ai-sdk/format.js'
import { anthropicFormat } from './anthropic/format.js'
import { clawtoolsFormat } from './clawtools/format.js'
import { openAgentLoopsFormat } from './open-agent-loops/format.js'
import { openAiResponsesFormat } from './openai-responses/format.js'
import { openAiFormat } from './openai/format.js'
import { promptApiFormat } from './prompt-api/format.js'
import { bareMessages } from './shared/compare-messages.js'
import { readInput } from './text/read-input.js'
import { whyUnknown } from './text/refusal.js'
import { TEXT_BEGINNING } from './shared/text-beginning.js'
import { deepEqual } from './shared/values.js'
import { normalizeError, type SessionFormat, type TranscriptFormat } from './types.js'

/** Every format, the plainest first. When two fit equally and read the same messages, the first one counts. */
export const formats: readonly TranscriptFormat[] = [
  openAiFormat,
  openAgentLoopsFormat,
  agentkitFormat,
  clawtoolsFormat,
  promptApiFormat,
  aiSdkFormat,
  anthropicFormat,
  openAiResponsesFormat,
]

/** A lower certainty may be chance. */
const LEAST = 0.3
/** Certainties that differ by at most this much count as equal. */
const NEAR = 0.05

/** How well one format fits a value: `certainty` from 0 to 1, and why in words. */
export interface FormatGuess {
  format: TranscriptFormat
  certainty: number
  why: string
}

/**
 * The guess of every format about a value, the most certain first.
 *
 * @throws ChatError for a text that is neither JSON nor JSON lines nor an event stream.
 */
export function rankFormats(value: unknown): FormatGuess[] {
  const probe = typeof value === 'string' ? decode(value) : value
  const guesses = formats.map((format): FormatGuess => ({ format, ...format.detect(probe) }))
  return guesses.sort((a, b) => b.certainty - a.certainty)
}

/**
 * The format of a value. When two fit equally and read the same messages, the first one counts.
 *
 * @throws ChatError of kind `normalize`: which two it could be and why, or why it is none.
 */
export function findFormat(value: unknown): FormatGuess {
  const [best, ...rest] = rankFormats(value)
  if (!best || best.certainty < LEAST) throw unknownFormat(value)
  const rival = rest.find(
    (guess) => guess.certainty >= best.certainty - NEAR && !readAlike(value, best, guess),
  )
  if (!rival) return best
  throw normalizeError(
    `This could be ${best.format.name} (${best.why.slice(0, 30)}) or ${rival.format.name} (${rival.why.slice(0, 30)}). Say which one it is.`,
    'ambiguous',
  )
}

/** A text is parsed once for all formats. */
function decode(text: string): unknown {
  const found = readInput(text, () => {})
  return found.type === 'sse' ? text : found.type === 'value' ? found.value : found.values
}

/** The format by its name. */
export function formatNamed(name: string): TranscriptFormat {
  const format = formats.find((entry) => entry.name === name)
  if (format) return format
  const names = formats.map((entry) => entry.name).join(', ')
  throw normalizeError(
    `There is no format "${name.slice(0, 15)}". There are ${names}; others are only read.`,
    'unknown_format',
  )
}

function readAlike(value: unknown, one: FormatGuess, other: FormatGuess): boolean {
  try {
    const [a, b] = [one, other].map(({ format }) =>
      bareMessages(format.parse(value).messages, `${format.name}.`),
    )
    return deepEqual(a, b)
  } catch {
    // A value that a rival cannot read is not in its format.
    return true
  }
}

/** The refusal says what a value may be. The reasons of all formats would be a page; `rankFormats` has them. */
const unknownFormat = (value: unknown): Error =>
  normalizeError(whyUnknown(typeof value === 'string' ? decode(value) : value), 'no_transcript')

/**
 * Which of these session formats a value or a text is in, or undefined for none. Their shapes are decisive, so they are looked for before
 * any other: many have messages of another format inside.
 */
export function findSession(value: unknown, sessions: readonly SessionFormat[]): SessionFormat | undefined {
  if (sessions.length === 0) return undefined
  if (typeof value === 'string') {
    const text = value
    const found = sessions.find(({ isText }) => isText?.(text.slice(0, TEXT_BEGINNING)))
    if (found) return found
  }
  const probe = typeof value === 'string' ? tryDecode(value) : value
  const guesses = sessions.map((format) => ({ format, ...format.detect(probe) }))
  const [best] = guesses.toSorted((a, b) => b.certainty - a.certainty)
  return best && best.certainty > 0.5 ? best.format : undefined
}

/** An unreadable text is reported by the later read. */
function tryDecode(text: string): unknown {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}
