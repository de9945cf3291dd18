import {
  contentToText,
  feedbackOf,
  type AssistantMessage,
  type Feedback,
  type Message,
  type StoredMessage,
  type ThreadTree,
} from '@antiphon/core'

/** A message of a training set: role and text, calls where there are any. */
export type PreferenceMessage = {
  role: string
  content: string
  tool_calls?: AssistantMessage['tool_calls']
  tool_call_id?: string
}

/** Two answers to the same question, of which a person liked one and not the other. */
export interface PreferencePair {
  prompt: PreferenceMessage[]
  chosen: PreferenceMessage[]
  rejected: PreferenceMessage[]
}

/** One answer, liked or not. */
export interface PreferenceLabel {
  prompt: PreferenceMessage[]
  completion: PreferenceMessage[]
  label: boolean
}

interface Rated {
  prompt: PreferenceMessage[]
  /** Id of the message that the answer follows. */
  under: string | null
  answer: PreferenceMessage[]
  feedback: Feedback
}

/**
 * The rated answers of a thread, all branches, as pairs: each liked version beside each disliked one of the same place. The rows have
 * the form of TRL's preference data sets (`prompt`, `chosen`, `rejected` as messages), which DPO trainers read.
 */
export function preferencePairs(tree: ThreadTree): PreferencePair[] {
  const rated = ratedAnswers(tree)
  return rated.flatMap((good) =>
    good.feedback === 'good'
      ? rated.flatMap((bad) =>
          bad.feedback === 'bad' && bad.under === good.under
            ? { prompt: good.prompt, chosen: good.answer, rejected: bad.answer }
            : [],
        )
      : [],
  )
}

/** Every rated answer with its label (`prompt`, `completion`, `label`), also where no other version was rated: TRL's unpaired form. */
export function preferenceLabels(tree: ThreadTree): PreferenceLabel[] {
  return ratedAnswers(tree).map(({ prompt, answer, feedback }) => ({
    prompt,
    completion: answer,
    label: feedback === 'good',
  }))
}

/** Rows as JSON Lines, one a line, with a line break at the end. Empty for no rows. */
export function toJsonLines(rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** An answer is rated at its last message; its earlier ones, with their calls and results, belong to it. */
function ratedAnswers({ nodes }: ThreadTree): Rated[] {
  const byId = new Map(nodes.map((node) => [node.message.id, node]))
  const pathTo = (id: string): StoredMessage[] => {
    const path: StoredMessage[] = []
    for (let node = byId.get(id); node; node = node.parent === null ? undefined : byId.get(node.parent))
      path.push(node.message)
    return path.toReversed()
  }
  return nodes.flatMap(({ message }) => {
    const feedback = message.role === 'assistant' ? feedbackOf(message) : undefined
    if (!feedback) return []
    const path = pathTo(message.id)
    const begin = path.findLastIndex(({ role }) => role !== 'assistant' && role !== 'tool') + 1
    return {
      prompt: path.slice(0, begin).map(plain),
      under: begin === 0 ? null : path[begin - 1]!.id,
      answer: path.slice(begin).map(plain),
      feedback,
    }
  })
}

function plain(message: Message): PreferenceMessage {
  const { role, content } = message
  const calls = role === 'assistant' && message.tool_calls?.length ? message.tool_calls : undefined
  return {
    role,
    content: typeof content === 'string' ? content : contentToText(content),
    ...(calls && { tool_calls: calls }),
    ...(role === 'tool' && { tool_call_id: message.tool_call_id }),
  }
}
