import { seededRandom, type ScriptedCall, type ScriptedEvent, type UrlCitation } from './scenario.js'
import { splitPieces } from './pieces.js'

export interface CallDelta {
  index: number
  id?: string
  type?: 'function'
  function: { name?: string; arguments: string }
}

/** A piece of an answer, as a delta of chat completions has it. */
export interface Delta {
  role?: 'assistant'
  content?: string | null
  reasoning_content?: string
  refusal?: string
  tool_calls?: CallDelta[]
  annotations?: readonly UrlCitation[]
}

/** A piece of a script. Each delta is one network chunk and counts as one token. */
export type Piece =
  | { type: 'delta'; delta: Delta; ms: number; thinking: boolean }
  | Extract<ScriptedEvent, { type: 'finish' | 'raw' | 'pause' | 'stall' | 'error' | 'close' | 'disconnect' }>

export interface CutOptions {
  /** Maximum number of tokens to send. When there are more, the message ends with `length`. */
  limit?: number
  generateId: () => string
}

/** 22 ms on average: about 45 tokens a second. */
const PIECE_MS = 22
/** From request to first token. */
const FIRST_PIECE_MS = 260

/** Cuts the steps of a script into pieces with their delays. Ends with exactly one of finish, error, close, disconnect. */
export function* cutSteps(
  steps: Iterable<ScriptedEvent>,
  options: CutOptions,
): Generator<Piece, void, undefined> {
  const random = seededRandom(7)
  const limit = options.limit ?? Infinity
  let sent = 0
  let callCount = 0
  for (const step of steps) {
    for (const piece of cutStep(step, callCount, options.generateId)) {
      if (piece.type !== 'delta') {
        yield piece
        if (endings.has(piece.type)) return
        continue
      }
      if (sent >= limit) return yield { type: 'finish', reason: 'length' }
      const rate = 'rate' in step && step.rate ? step.rate : 1
      const ms = sent === 0 ? FIRST_PIECE_MS : (PIECE_MS * (0.7 + 0.6 * random())) / rate
      sent += 1
      yield { ...piece, ms }
    }
    if (step.type === 'calls') callCount += step.calls.length
  }
  yield { type: 'finish', reason: callCount > 0 ? 'tool_calls' : 'stop' }
}

const endings = new Set<Piece['type']>(['finish', 'error', 'close', 'disconnect'])

function* cutStep(
  step: ScriptedEvent,
  firstIndex: number,
  generateId: () => string,
): Generator<Piece, void, undefined> {
  switch (step.type) {
    case 'reasoning':
      for (const text of splitPieces(step.text)) yield delta({ reasoning_content: text }, true)
      return
    case 'text':
      for (const text of splitPieces(step.text)) yield delta({ content: text })
      return
    case 'refusal':
      for (const text of splitPieces(step.text)) yield delta({ refusal: text })
      return
    case 'annotations':
      return yield delta({ annotations: step.annotations })
    case 'calls':
      return yield* cutCalls(step.calls, firstIndex, step.interleave === true, generateId)
    case 'http':
      throw new Error('A step of type "http" is only possible as the first step of a script.')
    default:
      yield step
  }
}

function delta(value: Delta, thinking = false): Piece {
  return { type: 'delta', delta: value, ms: 0, thinking }
}

function* cutCalls(
  calls: readonly ScriptedCall[],
  firstIndex: number,
  interleave: boolean,
  generateId: () => string,
): Generator<Piece, void, undefined> {
  const rows = calls.map((call, i) => {
    const index = firstIndex + i
    const id = `call_${generateId()}`
    const opening: CallDelta = { index, id, type: 'function', function: { name: call.name, arguments: '' } }
    const fragments = splitPieces(call.arguments).map((text): CallDelta => ({
      index,
      function: { arguments: text },
    }))
    return [opening, ...fragments]
  })
  const ordered = interleave ? inTurn(rows) : rows.flat()
  for (const entry of ordered) yield delta({ tool_calls: [entry] })
}

function inTurn<T>(rows: readonly T[][]): T[] {
  const longest = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: longest }, (_, i) => rows.flatMap((row) => row.slice(i, i + 1))).flat()
}
