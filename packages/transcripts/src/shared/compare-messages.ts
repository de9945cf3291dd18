import { type ContentPart, type Message } from '@antiphon/core'

import { compact, listOf } from '@antiphon/base'
import { fieldsOf, segmentsOf, stretchesOf, textsOf } from '@antiphon/core/channels'
import { ruleOf } from '../loss-rules.js'
import type { Loss } from '../types.js'
import { withoutMetadata } from './local-fields.js'
import { diffValues, type Difference, formatPath } from './values.js'
import { textOfBlocks } from './content.js'

/**
 * Messages in one normal form: without the format's own entries in the bag, and with one spelling for equal things.
 * Segments in the usual order are dropped, one text part becomes a text, `isError: false` becomes absent.
 */
export function bareMessages(messages: readonly Message[], prefix: string): Message[] {
  return messages.map((message) => bareMessage(withoutMetadata(message, (key) => key.startsWith(prefix))))
}

function bareMessage(message: Message): Message {
  switch (message.role) {
    case 'assistant': {
      const timed = message.segments?.some((segment) => 'ms' in segment && segment.ms !== undefined)
      const segments = timed ? message.segments : segmentsOf(stretchesOf(message))
      return compact({
        ...message,
        segments,
        ...fieldsOf(textsOf(message)),
        isError: message.isError || undefined,
        tool_calls: message.tool_calls?.length ? message.tool_calls : undefined,
      })
    }
    case 'tool':
      return compact({
        ...message,
        content: plainContent(message.content),
        isError: message.isError || undefined,
      })
    case 'user':
      return compact({ ...message, content: plainContent(message.content) })
    default:
      return compact(message)
  }
}

function plainContent(content: string | ContentPart[]): string | ContentPart[] {
  return textOfBlocks(listOf(content)) ?? content
}

/**
 * The losses of a written document: all differences between the source messages and the messages that a new read gives. So
 * no loss is silent, whatever a writer forgets. `reported` are losses in the writer's own words, which replace the plain
 * ones at the same place.
 */
export function listLosses(
  before: readonly Message[],
  after: readonly Message[],
  prefix: string,
  reported: readonly Loss[],
): Loss[] {
  const found: Loss[] = []
  const said = new Set(reported.map((loss) => loss.where))
  const add = (where: string, path: readonly (string | number)[], difference: Difference): void => {
    if (isCovered(where, said)) return
    found.push({ rule: ruleOf(path), where, before: difference.before, after: difference.after })
  }
  const right = bareMessages(after, prefix)
  const left = bareMessages(before, prefix).map((message, at) => ({ message, at }))
  const rest = left.filter(({ at }) => !said.has(`messages[${at}]`))
  const pairs = alignByRole(
    rest.map(({ message }) => message),
    right,
  )
  for (const [place, j] of pairs) {
    const i = place === undefined ? undefined : rest[place]!.at
    const base = i === undefined ? `added[${j}]` : `messages[${i}]`
    const [one, other] = [
      i === undefined ? undefined : left[i]!.message,
      j === undefined ? undefined : right[j],
    ]
    if (one && other) {
      for (const difference of diffMessages(one, other)) {
        add(formatPath(['messages', i!, ...difference.path]), difference.path, difference)
      }
    } else add(base, ['message'], { path: [], before: one, after: other })
  }
  return [...reported, ...found]
}

/** A reported place speaks for itself and for everything in it. */
function isCovered(where: string, said: ReadonlySet<string>): boolean {
  if (said.has(where)) return true
  for (let at = 1; at < where.length; at++) {
    if ((where[at] === '.' || where[at] === '[') && said.has(where.slice(0, at))) return true
  }
  return false
}

/** Segments are compared as one value: a path into them would explain nothing. */
function diffMessages(one: Message, other: Message): Difference[] {
  const differences = diffValues(one, other)
  const rest = differences.filter(({ path }) => path[0] !== 'segments')
  if (rest.length === differences.length) return rest
  const [before, after] = [one, other].map((message) =>
    'segments' in message ? message.segments : undefined,
  )
  return [...rest, { path: ['segments'], before, after }]
}

type Pair = [number | undefined, number | undefined]

/** Pairs messages in order. When roles differ, it skips the fewest messages to the next common role. */
function alignByRole(left: readonly Message[], right: readonly Message[]): Pair[] {
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]]
    if (!one || !other) pairs.push(one ? [i++, undefined] : [undefined, j++])
    else if (isSameRole(one, other)) pairs.push([i++, j++])
    else {
      const skipLeft = left.findIndex((message, at) => at > i && isSameRole(message, other))
      const skipRight = right.findIndex((message, at) => at > j && isSameRole(message, one))
      if (skipLeft < 0 && skipRight < 0) pairs.push([i++, j++])
      else if (skipRight < 0 || (skipLeft >= 0 && skipLeft - i < skipRight - j)) pairs.push([i++, undefined])
      else pairs.push([undefined, j++])
    }
  }
  return pairs
}

/** Treats a developer message as a system message, because some formats do not have that role. */
function isSameRole(one: Message, other: Message): boolean {
  const [a, b] = [one.role, other.role].map((role) => (role === 'developer' ? 'system' : role))
  return a === b
}
