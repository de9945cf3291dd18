import { contentToText, type AssistantMessage, type MessageStore, type StoredMessage } from '@antiphon/core'
import { plainText, revealToString, summarizeUsage } from '@antiphon/ui/functions'

/** One version of a question or an answer, as a line that tells it from the others. */
export interface VersionFacts {
  /** Id of the message with which it begins. */
  id: string
  role: StoredMessage['role']
  model?: string
  /** Epoch ms. */
  at?: number
  outputTokens?: number
  /** Duration of all its requests, in ms. */
  durationMs?: number
  /** How it ended, unless it ended well. */
  ending?: 'length' | 'content_filter' | 'cancelled' | 'error'
  /** The beginning of its text; empty when it has none. */
  text: string
}

/** Characters of the beginning that are shown. */
const MOST = 150

/** Facts of each version of a message. An answer counts with all its steps, up to the next question. */
export function readVersions(store: MessageStore, ids: readonly string[]): VersionFacts[] {
  const next = new Map<string | null, StoredMessage>()
  // Keep the newest of several versions. Nodes are in order, so a later one overwrites an earlier one.
  for (const { message, parent } of store.getTree().nodes) next.set(parent, message)
  return ids.flatMap((id) => {
    const first = store.getMessage(id)
    return first ? [factsOf(turnFrom(first, next))] : []
  })
}

function turnFrom(first: StoredMessage, next: ReadonlyMap<string | null, StoredMessage>): StoredMessage[] {
  const turn = [first]
  if (first.role !== 'assistant') return turn
  const isOfAnswer = (message?: StoredMessage) => message?.role === 'assistant' || message?.role === 'tool'
  for (let message = next.get(first.id); message && isOfAnswer(message); message = next.get(message.id))
    turn.push(message)
  return turn
}

function factsOf(turn: readonly StoredMessage[]): VersionFacts {
  const [first] = turn as [StoredMessage]
  const answers = turn.filter((message) => message.role === 'assistant')
  const last = answers.at(-1)
  const { usage, durationMs, model } = summarizeUsage(
    answers.map((assistant) => ({ key: assistant.id, assistant, results: [] })),
  )
  const said =
    answers.length > 0
      ? answers.map(({ content }) => contentToText(content ?? ''))
      : [contentToText(first.content)]
  return {
    id: first.id,
    role: first.role,
    model,
    at: first.timestamp ?? answers[0]?.timing?.startedAt,
    outputTokens: usage?.outputTokens,
    durationMs,
    ending: last && endingOf(last),
    text: beginningOf(said.join('\n\n')),
  }
}

function endingOf({ error, finishReason }: AssistantMessage): VersionFacts['ending'] {
  if (error) return 'error'
  return finishReason === 'length' || finishReason === 'content_filter' || finishReason === 'cancelled'
    ? finishReason
    : undefined
}

/** Marks of Markdown go while its lines are apart, and a value of JSON is told without its brackets. */
function beginningOf(source: string): string {
  const plain = revealToString(plainText(source.slice(0, 10 * MOST)))
  const words = /^[[{]/.test(plain) ? plain.replace(/["{}[\]]/g, '') : plain
  const text = words.trim().replace(/\s+/g, ' ')
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text
}
