import { BlockState, type BlockRule, type Grammar, type ParseEnv } from './state.js'
import { list, quote } from './container-rules.js'
import { definition, footnote } from './definition-rules.js'
import { fence, heading, indentedCode, paragraph, rule, tooDeep } from './leaf-rules.js'
import { table } from './table-rule.js'
import type { Token } from './token.js'

const rules: readonly BlockRule[] = [
  tooDeep,
  table,
  indentedCode,
  fence,
  quote,
  rule,
  list,
  footnote,
  definition,
  heading,
  paragraph,
]

const endsList = [fence, quote, rule]
const endsQuote = [...endsList, list, heading, footnote]
const endsText = [...endsQuote, table]

const endings: Record<string, readonly BlockRule[]> = {
  list: endsList,
  quote: endsQuote,
  table: endsQuote,
  reference: endsText,
  paragraph: endsText,
}

const grammar: Grammar = {
  isInterrupted(state, line, end, parent) {
    const extra = state.env.syntax?.block
    if (extra !== undefined && parent !== 'table' && extra(state, line, end, true)) return true
    return endings[parent]?.some((reads) => reads(state, line, end, true)) ?? false
  },

  readBlocks(state, from, end) {
    const extra = state.env.syntax?.block
    let hasBlank = false
    let line = from
    while (line < end) {
      while (line < state.lineMax && state.isEmpty(line)) line++
      state.line = line
      if (line >= end || state.dent(line) < 0) return
      const start = line
      const isRead = (reads: BlockRule) => reads(state, start, end, false)
      if (extra === undefined || state.level > 40 || !extra(state, line, end, false)) rules.some(isRead)
      state.tight = !hasBlank
      if (state.isEmpty(state.line - 1)) hasBlank = true
      line = state.line
      if (line < end && state.isEmpty(line)) {
        hasBlank = true
        state.line = ++line
      }
    }
  },
}

/** Block structure of a text; its inline texts are not read yet. Definitions land in `env.references`. */
export function blockTokens(text: string, env: ParseEnv): Token[] {
  const state = new BlockState(text, env, grammar)
  grammar.readBlocks(state, 0, state.lineMax)
  return state.tokens
}
