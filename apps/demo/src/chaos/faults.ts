import { createStoredValue } from '../stored-value.js'
import * as z from 'zod'
import { words } from '../words/words.js'

/** Faults of the scripted endpoint: the model that causes each one, and its slash command. */
export const faults = [
  { model: 'slow-start', name: 'slow', icon: 'queued' },
  { model: 'stall', name: 'stall', icon: 'paused' },
  { model: 'length', name: 'cut', icon: 'cut-off' },
  { model: 'disconnect', name: 'drop', icon: 'incomplete' },
  { model: 'no-finish', name: 'unfinished', icon: 'incomplete' },
  { model: 'malformed', name: 'malformed', icon: 'alert' },
  { model: 'error-midstream', name: 'error', icon: 'alert' },
  { model: 'error-500', name: 'http500', icon: 'error' },
  { model: 'error-429', name: 'http429', icon: 'error' },
  { model: 'error-401', name: 'http401', icon: 'error' },
  { model: 'error-context', name: 'toolong', icon: 'error' },
  { model: 'content-filter', name: 'filter', icon: 'filtered' },
  { model: 'refusal', name: 'decline', icon: 'declined' },
] as const

export type Fault = (typeof faults)[number]

const { faults: faultNames, states } = words.home

/** Choices for the next answer, keyed by the scenario that gives it: a fault, or a state of the first page. */
export const nextAnswers = {
  ...faultNames,
  answer: states.table,
  formulas: states.formulas,
  attachments: states.file,
}

export type NextAnswer = keyof typeof nextAnswers

const isNextAnswer = (id: string): id is NextAnswer => Object.hasOwn(nextAnswers, id)

/**
 * Fault for the next message, in any conversation; empty for none. A reload keeps it, so that the choice holds until it is used.
 */
export const nextFault = createStoredValue('fault', z.string(), '')

/** The choice for the next answer; undefined where the words of the question decide. */
export const chosenAnswer = (id: string): NextAnswer | undefined => (isNextAnswer(id) ? id : undefined)

/** Takes the chosen fault for this message, so that the next one is answered as usual. */
export function takeFault(): { body: { model: string } } | undefined {
  const model = chosenAnswer(nextFault.get())
  if (model === undefined) return undefined
  nextFault.set('')
  return { body: { model } }
}
