import type { Message } from '@antiphon/core'
import { entriesIn, isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { Conversation, ReportLoss } from '@antiphon/transcripts'
import {
  deepEqual,
  defineSession,
  entriesOf,
  createSessionThread,
  eachEntry,
  listUnder,
  type Unwrapped,
  readEach,
  type VersionNode,
} from '@antiphon/transcripts/toolkit'
import { ofGlaive } from './glaive.js'
import { isTurn, placeImages, readTurn } from './turns.js'

/** Training data: turns of ShareGPT, instructions, preferences. Each entry is a conversation; a pair of answers is two versions. */
export const trainingFormat = defineSession({
  name: 'training',
  title:
    'Training data: ShareGPT, Alpaca, preference pairs (DPO, KTO, OpenAI), messages with pictures, Glaive, rows of the datasets server',
  shapes: ['entries'],
  needs:
    'entries with "conversations", "chosen" and "rejected", "preferred_output", a label, or "instruction" and "output"',
  sign(_, sample) {
    const found = sample.map(kindOf)
    return found.find((kind) => kind !== undefined)
  },
  unwrap(value) {
    const rows = rowsIn(value)
    const found = eachEntry(rows?.value ?? value, (entry) => ofArena(entry) ?? ofGlaive(entry))
    return rows && found ? { ...rows, ...found } : (found ?? rows)
  },
  read(value, report) {
    // Beside others of its kind an entry may have its turns alone.
    const isOne = (entry: JsonObject): boolean =>
      kindOf(entry) !== undefined || [entry.messages, entry.conversations, entry.chosen].some(isTurns)
    return readEach(entriesOf(value), isOne, (entry) => readEntry(entry, report), report)
  },
})

/** The answer of a datasets server: each row is beside its place. */
function rowsIn(value: unknown): Unwrapped | undefined {
  const found = listUnder(value, 'rows')
  if (!found || !entriesOf(found.value).some((one) => isRecord(one) && isRecord(one.row))) return undefined
  const rows = entriesOf(found.value).map((one) => {
    if (!isRecord(one) || !isRecord(one.row)) return one
    const { row, ...rest } = one
    return { ...rest, ...row }
  })
  return { ...found, value: rows }
}

/** Chats of an arena: one model's under `conversation`, or two models' with who won. */
function ofArena(entry: JsonObject): JsonObject | undefined {
  const { conversation, conversation_a: a, conversation_b: b, ...rest } = entry
  if (isTurns(a) && isTurns(b)) {
    const isSecond = rest.winner === 'model_b'
    return { ...rest, chosen: isSecond ? b : a, rejected: isSecond ? a : b }
  }
  const isOwn = 'conversation_id' in rest || 'conversation_hash' in rest
  if (!isOwn || !isTurns(conversation)) return undefined
  const turns = conversation.map((turn) => {
    if (!isRecord(turn)) return turn
    const { role, content, ...more } = turn
    return { ...more, from: role, value: content }
  })
  return { ...rest, conversations: turns }
}

const isTurns = (value: unknown): value is unknown[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.slice(0, 5).every((turn) => isTurn(turn) || (isRecord(turn) && typeof turn.role === 'string'))

const isSide = (value: unknown): boolean => typeof value === 'string' || isTurns(value) || isTurns([value])

/** The kind of an entry; undefined for an unknown one. Plain messages are read as OpenAI's. */
function kindOf(entry: JsonObject): string | undefined {
  const { conversations, messages, chosen, rejected, input, instruction, output } = entry
  if (isSide(chosen) && isSide(rejected)) return 'a chosen and a rejected answer'
  if (isTurns(entry.chosen_messages) && isTurns(entry.rejected_messages))
    return 'chosen and rejected messages'
  if (isRecord(input) && isTurns(input.messages) && isTurns(entry.preferred_output))
    return 'a preferred output'
  if (isTurns(conversations) && conversations.some(isTurn)) return 'conversations with from and value'
  if (isTurns(messages) && typeof entry.row_idx === 'number') return 'a row with messages'
  if (isTurns(messages) && (Array.isArray(entry.images) || messages.some(hasValues) || isLabel(entry)))
    return 'messages with values, pictures or a label'
  if (isLabel(entry) && isSide(entry.prompt) && isSide(entry.completion)) return 'a completion with a label'
  return typeof instruction === 'string' && typeof output === 'string' && typeof (input ?? '') === 'string'
    ? 'instruction and output'
    : undefined
}

const isLabel = ({ label, kto_tag: tag }: JsonObject): boolean =>
  typeof label === 'boolean' || typeof tag === 'boolean'

const hasValues = (message: unknown): boolean =>
  isRecord(message) &&
  Array.isArray(message.content) &&
  message.content.some((part) => isRecord(part) && 'value' in part && 'type' in part)

function readEntry(entry: JsonObject, report: ReportLoss): Conversation {
  const thread = createSessionThread('training', 'entries', report)
  const { begin, better, worse, used } = sidesOf(entry)
  const fields = Object.fromEntries(Object.entries(entry).filter(([key]) => !used.includes(key)))
  const messagesOf = (turns: readonly unknown[], where: string): Message[] =>
    turns.flatMap((turn, at) => {
      const message = readTurn(turn, `${where}[${at}]`, report)
      if (!message) thread.keep(`${where}[${at}]`, 'no turn', turn)
      return message ?? []
    })
  const images = Array.isArray(entry.images) ? (entry.images as unknown[]) : []
  const first = placeImages(messagesOf(begin, 'prompt'), images)
  if (worse.length === 0) {
    thread.add(...first, ...messagesOf(better, 'chosen'))
    return thread.end({ fields })
  }
  const nodes: VersionNode[] = [
    { id: 'prompt', parent: undefined, messages: first },
    { id: 'chosen', parent: 'prompt', messages: messagesOf(better, 'chosen') },
    { id: 'rejected', parent: 'prompt', messages: messagesOf(worse, 'rejected') },
  ]
  return thread.endTree(nodes, { fields, leaf: 'chosen' })
}

interface Sides {
  begin: readonly unknown[]
  better: readonly unknown[]
  worse: readonly unknown[]
  /** Keys that were read. */
  used: readonly string[]
}

function sidesOf(entry: JsonObject): Sides {
  const { input, instruction } = entry
  if (isTurns(entry.preferred_output) && isRecord(input)) {
    const { preferred_output: better, non_preferred_output: worse } = entry
    return {
      begin: input.messages as unknown[],
      better,
      worse: entriesIn(worse),
      used: ['preferred_output', 'non_preferred_output'],
    }
  }
  if (isTurns(entry.chosen_messages)) {
    return cutCommon({
      begin: [],
      better: entry.chosen_messages,
      worse: entriesIn(entry.rejected_messages),
      used: ['chosen_messages', 'rejected_messages'],
    })
  }
  const before = entry.conversations ?? entry.messages ?? entry.prompt
  const begin = typeof before === 'string' ? [{ role: 'user', content: before }] : entriesIn(before)
  const system = textOf(entry.system)
  const prompt = system === undefined ? begin : [{ role: 'system', content: system }, ...begin]
  const used = ['conversations', 'messages', 'prompt', 'system']
  if ('chosen' in entry && 'rejected' in entry) {
    // A text that is split is kept beside its messages.
    const taken = ['chosen', 'rejected'].filter(
      (key) => typeof entry[key] !== 'string' || !/\n\nHuman:/.test(entry[key]),
    )
    const sides: Sides = {
      begin: prompt,
      better: sideOf(entry.chosen),
      worse: sideOf(entry.rejected),
      used: [...used, ...taken],
    }
    return cutCommon(sides)
  }
  if (entry.completion !== undefined)
    return { begin: prompt, better: sideOf(entry.completion), worse: [], used: [...used, 'completion'] }
  if (typeof instruction !== 'string') return { begin: prompt, better: [], worse: [], used }
  const question = [instruction, textOf(input)].filter(Boolean).join('\n\n')
  const history = (Array.isArray(entry.history) ? (entry.history as unknown[]) : []).flatMap((pair) =>
    Array.isArray(pair)
      ? [
          { role: 'user', content: pair[0] },
          { role: 'assistant', content: pair[1] },
        ]
      : [],
  )
  const head = system === undefined ? [] : [{ role: 'system', content: system }]
  const better = [
    { role: 'user', content: question },
    { role: 'assistant', content: entry.output },
  ]
  return { begin: [...head, ...history], better, worse: [], used: ['system', 'output'] }
}

/** The texts of one helpful-or-harmless answer hold the conversation before it. */
function sideOf(side: unknown): unknown[] {
  if (typeof side !== 'string') return Array.isArray(side) ? side : [side]
  const pieces = side.split(/\n\n(Human|Assistant): ?/)
  if (pieces.length < 3 || pieces[0]!.trim() !== '') return [{ role: 'assistant', content: side }]
  const turns: unknown[] = []
  for (let at = 1; at + 1 < pieces.length; at += 2)
    turns.push({ role: pieces[at] === 'Human' ? 'user' : 'assistant', content: pieces[at + 1]!.trim() })
  return turns
}

/** The common beginning of both sides is added once. The prompt may be part of it. */
function cutCommon({ begin, better, worse, used }: Sides): Sides {
  const same = (a: unknown, b: unknown): boolean => deepEqual(a, b)
  let common = 0
  while (common < better.length - 1 && common < worse.length - 1 && same(better[common], worse[common]))
    common++
  const shared = better.slice(0, common)
  // Some data sets repeat the chosen conversation as its prompt.
  const isPrompt = begin.length > 0 && begin.every((turn, at) => same(turn, better[at]))
  return {
    begin: isPrompt ? shared : [...begin, ...shared],
    better: better.slice(common),
    worse: worse.slice(common),
    used,
  }
}
