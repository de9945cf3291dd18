import type { Step } from '../script/step.js'
import { finish } from '../script/step.js'
import { splitPieces } from '../script/split-pieces.js'

/** The part of a text that the first `tokens` tokens make. */
export function firstTokens(text: string, tokens: number): string {
  return splitPieces(text).slice(0, tokens).join('')
}

/** Steps that end with `length`, whatever came before. */
export function* cutOff(...steps: readonly Step[]): Generator<Step> {
  yield* steps
  yield finish('length')
}
