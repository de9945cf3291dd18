import type { Message } from '@antiphon/core'
import type { Answers, Conversation, ParsedTranscript, TranscriptDocument } from '../types.js'

/**
 * One thread of answers, each given with all of its choices; the first is shown, as in a live chat.
 *
 * @param documentOf the document of a further choice, by the places of its answer and its own.
 */
export function withChoices(
  answers: readonly (readonly Message[])[],
  documentOf: (answer: number, choice: number) => TranscriptDocument,
): Answers {
  const messages = answers.flatMap(([first]) => first ?? [])
  const others = answers.flatMap((choices, at) =>
    choices.slice(1).map((message, i): Conversation => {
      return { messages: [message], document: documentOf(at, i + 1), isVersion: true }
    }),
  )
  if (others.length === 0) return { messages }
  const idOf = (at: number, choice: number): string => `answer-${at + 1}.${choice + 1}`
  const nodes = answers.flatMap((choices, at) =>
    choices.map((message, choice) => ({
      message: { ...message, id: idOf(at, choice) },
      parent: at === 0 ? null : idOf(at - 1, 0),
    })),
  )
  // Without a word a store shows the youngest.
  const chosen = answers.flatMap(({ length }, at) => (length > 1 ? [idOf(at, 0)] : []))
  return { messages, tree: { nodes, chosen }, others }
}

/**
 * Counts the messages that a writer or a page without versions leaves out: those that are neither on the shown branch nor in
 * `others`.
 */
export function countHiddenVersions({
  tree,
  messages,
  others = [],
}: Omit<ParsedTranscript, 'losses'>): number {
  if (!tree) return 0
  const versions = others.filter(({ isVersion }) => isVersion)
  return Math.max(0, tree.nodes.length - messages.length - versions.length)
}
