import {
  contentToText,
  type AssistantMessage,
  type Message,
  type PairedCall,
  type Step,
} from '@antiphon/core'
import { callsOf, turnsOf } from './turns-of.js'
import { words } from './words.js'

/** Kinds of entries that the bar can jump to and show alone. */
export type JumpKind = keyof typeof words.jumps
export type Kind = keyof typeof words.kinds
export const jumpKinds = Object.keys(words.jumps) as JumpKind[]
export const kinds = Object.keys(words.kinds) as Kind[]

/** Where to look in a transcript. An answer of many steps is shown in pieces, each under the key of its first step. */
export interface Place {
  turnKey: string
  /** The steps of the turn, and which of them it is. */
  steps?: readonly Step[]
  step?: number
}

/** A place in a transcript, and the kind of entry that is there. */
export interface Entry extends Place {
  kind: JumpKind
  /** Place of the turn among all turns. */
  turn: number
  /** Key of the call in the transcript, when the entry is a call. */
  callKey?: string
}

const EDIT =
  /^(?:edit|multi_?edit|notebook_?edit|write|write_?file|apply_?patch|patch|replace|str_replace\w*|create_?file|insert\w*|edit_?file|replace_in_file|write_to_file|text_editor|file_edit)$/i

const isEdit = ({ call }: PairedCall): boolean => EDIT.test(call.function.name.split(/[.:/]/).at(-1)!)
const isFailed = ({ state, result }: PairedCall): boolean => state === 'error' || result?.isError === true
const isFailedAnswer = ({ assistant }: Step): boolean => assistant?.isError === true

/** All places of a session, in its order. */
export function entriesOf(messages: readonly Message[]): Entry[] {
  const entries: Entry[] = []
  for (const [i, turn] of turnsOf(messages).entries()) {
    const place = { turnKey: turn.key, turn: i }
    if (turn.role !== 'assistant') {
      const { message } = turn
      if (message.role === 'user' && message.kind === undefined) entries.push({ kind: 'prompts', ...place })
      continue
    }
    const { steps } = turn
    for (const [step, own] of steps.entries()) {
      if (isFailedAnswer(own)) entries.push({ kind: 'failures', ...place, steps, step })
      for (const call of callsOf(own)) {
        const at = { ...place, steps, step, callKey: call.key }
        entries.push({ kind: 'calls', ...at })
        if (isEdit(call)) entries.push({ kind: 'edits', ...at })
        if (isFailed(call)) entries.push({ kind: 'failures', ...at })
      }
    }
  }
  return entries
}

/** The messages with what is of one kind alone. */
export function onlyKind(messages: readonly Message[], kind: Kind): readonly Message[] {
  if (kind === 'all') return messages
  if (kind === 'prompts')
    return messages.filter((message) => message.role === 'user' && message.kind === undefined)
  return turnsOf(messages).flatMap((turn): Message[] => {
    if (turn.role !== 'assistant')
      return kind === 'words' && turn.message.role === 'user' && turn.message.kind === undefined
        ? [turn.message]
        : []
    return turn.steps.flatMap((step) => (kind === 'words' ? wordsOf(step) : ofKindIn(step, kind)))
  })
}

const NO_WORDS = ['tool_calls', 'reasoning', 'reasoning_details', 'thinking_blocks', 'segments'] as const

function wordsOf({ assistant }: Step): Message[] {
  if (!assistant || contentToText(assistant.content).trim() === '') return []
  const words = { ...assistant }
  for (const field of NO_WORDS) delete words[field]
  return [words]
}

const isOfKind: Record<'calls' | 'edits' | 'failures', (call: PairedCall) => boolean> = {
  calls: () => true,
  edits: isEdit,
  failures: isFailed,
}

function ofKindIn(step: Step, kind: 'calls' | 'edits' | 'failures'): Message[] {
  const { assistant } = step
  if (!assistant) return kind === 'calls' ? step.results : []
  if (kind === 'failures' && isFailedAnswer(step)) return [assistant, ...step.results]
  const calls = callsOf(step).filter(isOfKind[kind])
  if (calls.length === 0) return []
  const { id, timestamp, model, timing } = assistant
  const bare: AssistantMessage = {
    role: 'assistant',
    content: '',
    tool_calls: calls.map(({ call }) => call),
    ...(id !== undefined && { id }),
    ...(timestamp !== undefined && { timestamp }),
    ...(model !== undefined && { model }),
    ...(timing && { timing }),
  }
  return [bare, ...calls.flatMap(({ result }) => result ?? [])]
}
