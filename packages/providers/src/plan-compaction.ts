import { contentToText, deriveTurns, pairToolCalls, type Message } from '@antiphon/core'

/** How much to keep when not everything fits. */
export interface CompactionPolicy {
  /** Tokens that the messages may have together. */
  budget: number
  /** Turns at the end that always stay. Default 2: the last question and its answer. */
  keepTurns?: number
  /** Default: an estimate of one token per four characters and 1000 per part that is not text. */
  countTokens?: (message: Message) => number
}

/** Why a message stays, or goes. */
export type CompactionReason =
  /** All of it fits. */
  | 'fits'
  /** A system prompt is never trimmed. */
  | 'system'
  | 'recent'
  | 'trimmed_notification'
  /** Context can be loaded again. */
  | 'trimmed_context'
  | 'trimmed_turn'
  | 'trimmed_developer'

interface CompactionMark {
  kept: boolean
  reason: CompactionReason
  tokens: number
}

export interface CompactionPlan {
  /** One for each message, in order. */
  marks: CompactionMark[]
  tokens: number
  keptTokens: number
  kept: Message[]
  /** False when what must stay is more than the budget by itself. */
  fits: boolean
}

const CHARS_PER_TOKEN = 4
const TOKENS_PER_PART = 1000

/**
 * Marks what a policy would leave out of a request, without changing anything: notifications first, then context, then turns
 * from the oldest on (a question, or an answer with all of its calls and results), developer messages last, system messages
 * never. A turn goes whole, so that no call loses its result.
 */
export function planCompaction(messages: readonly Message[], policy: CompactionPolicy): CompactionPlan {
  const { budget, keepTurns = 2, countTokens = estimateTokens } = policy
  const sizes = messages.map(countTokens)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const marks = sizes.map((tokens): CompactionMark => ({ kept: true, reason: 'fits', tokens }))
  let tokens = total

  const groups = withResults(turnsOf(messages), messages)
  const spoken = groups.filter(({ kind }) => kind === 'turn')
  const recent = new Set(keepTurns > 0 ? spoken.slice(-keepTurns) : [])
  const order: [GroupKind, CompactionReason][] = [
    ['notification', 'trimmed_notification'],
    ['context', 'trimmed_context'],
    ['turn', 'trimmed_turn'],
    ['developer', 'trimmed_developer'],
  ]
  const setReason = (indexes: readonly number[], reason: CompactionReason): void => {
    for (const i of indexes) {
      const mark = marks[i]
      if (mark) mark.reason = reason
    }
  }
  if (total > budget) {
    for (const { kind, indexes } of groups) if (kind === 'system') setReason(indexes, kind)
    for (const group of recent) setReason(group.indexes, 'recent')
  }
  for (const [kind, reason] of order) {
    for (const group of groups) {
      if (tokens <= budget) break
      if (group.kind !== kind || recent.has(group)) continue
      for (const i of group.indexes) {
        const size = sizes[i] ?? 0
        marks[i] = { kept: false, reason, tokens: size }
        tokens -= size
      }
    }
  }
  const kept = messages.filter((_, i) => marks[i]?.kept)
  return { marks, tokens: total, keptTokens: tokens, kept, fits: tokens <= budget }
}

/** The estimate that plans use by default; stated as one wherever it is shown. */
function estimateTokens(message: Message): number {
  const { content } = message
  const parts = typeof content === 'string' ? 0 : content.filter(({ type }) => type !== 'text').length
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  const written = calls.reduce((sum, { function: fn }) => sum + fn.name.length + fn.arguments.length, 0)
  const text =
    typeof content === 'string' ? content : contentToText(content.filter(({ type }) => type === 'text'))
  return Math.ceil((text.length + written) / CHARS_PER_TOKEN) + parts * TOKENS_PER_PART
}

type GroupKind = 'system' | 'developer' | 'context' | 'notification' | 'turn'

interface Group {
  kind: GroupKind
  indexes: number[]
}

/** Joins the groups of a call and its result when a notice comes between them, so that they stay or go together. */
function withResults(groups: Group[], messages: readonly Message[]): Group[] {
  const at = new Map(messages.map((message, i) => [message, i]))
  const owner: Group[] = []
  for (const group of groups) for (const i of group.indexes) owner[i] = group
  for (const { messageIndex, result } of pairToolCalls(messages).calls) {
    const [calling, answering] = [owner[messageIndex], result && owner[at.get(result)!]]
    if (!calling || !answering || calling === answering) continue
    for (const i of answering.indexes) owner[i] = calling
    calling.indexes.push(...answering.indexes.splice(0))
  }
  return groups.filter(({ indexes }) => indexes.length > 0)
}

/** Messages that go together. */
function turnsOf(messages: readonly Message[]): Group[] {
  return deriveTurns(messages).map((turn, i, all): Group => {
    const end = all[i + 1]?.index ?? messages.length
    const indexes = Array.from({ length: end - turn.index }, (_, at) => turn.index + at)
    if (turn.role === 'assistant') return { kind: 'turn', indexes }
    const { message } = turn
    const kind = 'kind' in message ? message.kind : undefined
    if (kind === 'context' || kind === 'notification' || kind === 'developer') return { kind, indexes }
    return {
      kind: message.role === 'user' ? 'turn' : message.role === 'developer' ? 'developer' : 'system',
      indexes,
    }
  })
}
