import type { Message } from '@antiphon/core'
import type { OpenedTranscript } from '@antiphon/transcripts'

/** Messages that are put into a page at once. To put in 40,000 is a task of half a second, in which nobody can scroll. */
const STEP = 2_000
/** Time from one stage to the next after which the steps grow, ms: in one answer of very many calls each step looks at all of it. */
const SLOW = 1_000

/** Messages that come to a conversation which is on the screen, a part at a time. */
export interface Stages {
  /** The transcript that is shown now. */
  opened: OpenedTranscript
  isLast: boolean
  /** The transcripts at the start and at the end of the stages. */
  before: OpenedTranscript
  whole: OpenedTranscript
  /** Messages of the whole that are shown. */
  shown: number
  step: number
  /** When this stage began, ms. */
  at: number
}

/**
 * The first of the stages in which messages come between the two ends that are shown. There is one stage where few come,
 * and where a file has several conversations.
 */
export function firstStage(before: OpenedTranscript, whole: OpenedTranscript, now: number): Stages {
  const same = sameMessages(messagesOf(before), messagesOf(whole))
  const stages: Stages = { opened: before, isLast: false, before, whole, shown: same, step: STEP, at: now }
  return stageTo(stages, whole.conversations.length === 1 ? same + STEP : Infinity, now)
}

export function nextStage(stages: Stages, now: number): Stages {
  const step = now - stages.at > SLOW ? stages.step * 2 : stages.step
  return stageTo({ ...stages, step }, stages.shown + step, now)
}

function stageTo(stages: Stages, shown: number, at: number): Stages {
  const { before, whole } = stages
  const all = messagesOf(whole)
  const earlier = messagesOf(before)
  const end = earlier.slice(sameMessages(earlier, all))
  // Show the end with the whole transcript's own message objects.
  if (shown >= all.length - end.length)
    return { ...stages, opened: whole, isLast: true, shown: all.length, at }
  const conversations = whole.conversations.map((one) => ({
    ...one,
    messages: all.slice(0, shown).concat(end),
  }))
  return { ...stages, opened: { ...whole, conversations }, shown, at }
}

const messagesOf = ({ conversations }: OpenedTranscript): Message[] => conversations[0]?.messages ?? []

function sameMessages(a: readonly Message[], b: readonly Message[]): number {
  const at = a.findIndex((message, i) => message !== b[i])
  return at < 0 ? a.length : at
}
