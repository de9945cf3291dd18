import { contentToText, type Message, type Turn } from '@antiphon/core'
import { answerTexts, TEXT_CHANNELS } from '@antiphon/core/channels'
import { plainText } from '../../../lib/plain-text.js'
import type { Words } from '../../../strings/strings.js'
import type { PieceTurn } from './answer-pieces.js'
import type { TurnWeight } from './turn-heights.js'
import type { TurnFacts } from './turn-window.js'

/** Facts about a turn without rendering it. `read` gives a turn its messages. Never throws, whatever the messages hold. */
export function createTurnFacts<T>(read: (turn: T) => PieceTurn, words: Words): TurnFacts<T> {
  return {
    weigh: (turn) => attempt(() => weigh(read(turn)), { text: 0, rows: 0, author: 'assistant' }),
    textOf: (turn) => attempt(() => textOf(read(turn)), ''),
    nameOf: (turn) =>
      attempt(() => {
        const found = read(turn)
        return turnName(found.role, turnTime(found), words)
      }, words.strings.transcript.assistant),
  }
}

/** `You, 10:24`: author and time. An invalid time is left out. */
export function turnName(
  author: Turn['role'],
  time: number | undefined,
  { strings, formats }: Words,
): string {
  const { you, assistant, notice, named } = strings.transcript
  const name = author === 'user' ? you : author === 'assistant' ? assistant : notice
  return attempt(() => named(name, time === undefined ? undefined : formats.time(time)), name)
}

function attempt<V>(work: () => V, otherwise: V): V {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export function turnTime(turn: Turn): number | undefined {
  if (turn.role !== 'assistant') return turn.message.timestamp
  const { timestamp, timing } = turn.steps[0]?.assistant ?? {}
  return timestamp ?? timing?.startedAt
}

function weigh(turn: PieceTurn): TurnWeight {
  if (turn.role !== 'assistant') return { text: lengthOf(turn.message), rows: 0, author: turn.role }
  let text = 0
  let rows = 0
  for (const { assistant, results } of turn.steps) {
    rows += results.length
    if (!assistant) continue
    text += lengthOf(assistant)
    rows += TEXT_CHANNELS.filter(({ field, isAnswer }) => !isAnswer && assistant[field]).length
    rows += Math.max(0, (assistant.tool_calls?.length ?? 0) - results.length)
  }
  return { text, rows, author: turn.piece && !turn.piece.all ? 'piece' : 'assistant' }
}

function lengthOf({ content }: Message): number {
  return typeof content === 'string' ? content.length : contentToText(content).length
}

/** The words of a turn in their order: names of calls, text without its marks. */
function textOf(turn: Turn): string {
  if (turn.role !== 'assistant') return contentToText(turn.message.content)
  return turn.steps
    .flatMap(({ assistant }) => [
      ...(assistant ? answerTexts(assistant).map(plainText) : []),
      ...(assistant?.tool_calls ?? []).map((call) => call.function.name),
    ])
    .filter((text) => text !== '')
    .join('\n\n')
}

export interface PlainTurn {
  key: string
  role: 'system' | 'user' | 'assistant'
}
