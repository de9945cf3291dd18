import { createHash } from 'node:crypto'
import { stretchesOf } from '@antiphon/core/channels'
import { contentToText, type ContentPart, type Message } from '@antiphon/core'
import type { Conversation } from '@antiphon/transcripts'

/** Counts over the messages that were read, the same as in the facts of the samples. */
export interface SessionFacts {
  users: number
  texts: number
  textLength: number
  calls: number
  names: Record<string, number>
  results: number
  errors: number
  reasoning: number
  reasoningWithText: number
  images: number
  firstUser: string | null
  lastText: string | null
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const parts = (content: string | ContentPart[]): ContentPart[] => (typeof content === 'string' ? [] : content)
const isImage = ({ type }: ContentPart): boolean => type === 'image_url'

/** Ids that are there count once, a call without one by itself. */
function distinct(ids: readonly string[]): number {
  return new Set(ids.filter(Boolean)).size + ids.filter((id) => id === '').length
}

const APART = /\.command$|\.attachment\.|\.queued$/

/** `all` counts every version, not only the path that is shown. */
export function factsOf(conversations: readonly Conversation[], all = false): SessionFacts {
  const messages = conversations.flatMap((one): readonly Message[] =>
    all && one.tree ? one.tree.nodes.map(({ message }) => message) : one.messages,
  )
  const users = messages.filter((one) => one.role === 'user' && one.kind === undefined)
  const answers = messages.filter((one) => one.role === 'assistant')
  const results = messages.filter((one) => one.role === 'tool')
  const stretches = answers.flatMap((answer) => stretchesOf(answer))
  const texts = stretches.flatMap((one) => (one.type === 'text' && one.text.trim() !== '' ? [one.text] : []))
  const thoughts = stretches.flatMap((one) => (one.type === 'reasoning' ? [one.text] : []))
  // Encrypted reasoning beside a summary of the same item is one thought with it.
  const hidden = answers.flatMap(({ reasoning_details: details = [] }) =>
    details.filter(({ type, id }, at) => {
      const before = details[at - 1]
      const isOneItem = before?.format !== undefined && before.id === id && before.type !== type
      return type === 'reasoning.encrypted' && !isOneItem
    }),
  )
  const calls = answers.flatMap(({ tool_calls: list = [] }) => list)
  // An id that comes again has the name of its last call.
  const named = new Map(calls.map(({ id, function: body }, at) => [id || `call ${at}`, body.name]))
  const names: Record<string, number> = {}
  for (const name of named.values()) names[name] = (names[name] ?? 0) + 1
  // Commands and what was put in the queue are counted apart.
  const first = users.find(({ metadata = {} }) => !Object.keys(metadata).some((key) => APART.test(key)))
  const last = texts.at(-1)
  return {
    users: users.length,
    texts: texts.length,
    textLength: texts.reduce((sum, text) => sum + text.length, 0),
    calls: distinct(calls.map(({ id }) => id)),
    names,
    results: distinct(results.map((one) => one.tool_call_id)),
    errors: distinct(results.filter((one) => one.isError).map((one) => one.tool_call_id)),
    reasoning: thoughts.length + hidden.length,
    reasoningWithText: thoughts.filter((text) => text.trim() !== '').length,
    images:
      [...users, ...results].flatMap(({ content }) => parts(content).filter(isImage)).length +
      answers.flatMap(({ images = [] }) => images).length,
    firstUser: first
      ? hash(
          contentToText(
            parts(first.content).length > 0
              ? parts(first.content).filter(({ type }) => type === 'text')
              : first.content,
          ),
        )
      : null,
    lastText: last === undefined ? null : hash(last),
  }
}
