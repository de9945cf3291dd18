import { createStoredValue } from '../stored-value.js'
import * as z from 'zod'
import { words } from '../words/words.js'

/** Faults of the scripted endpoint: the model that causes each one, and its slash command. */
export const faults = [
  { model: 'slow-start', name: 'slow' },
  { model: 'stall', name: 'stall' },
  { model: 'length', name: 'cut' },
  { model: 'disconnect', name: 'drop' },
  { model: 'no-finish', name: 'unfinished' },
  { model: 'malformed', name: 'malformed' },
  { model: 'error-midstream', name: 'error' },
  { model: 'error-500', name: 'http500' },
  { model: 'error-429', name: 'http429' },
  { model: 'error-401', name: 'http401' },
  { model: 'error-context', name: 'toolong' },
  { model: 'content-filter', name: 'filter' },
  { model: 'refusal', name: 'decline' },
] as const

const { faults: faultNames, states } = words.home

/** Choices for the next answer, keyed by the scenario that gives it: a fault, or a state of the first page. */
export const nextAnswers = {
  ...faultNames,
  answer: states.table,
  formulas: states.formulas,
  artifact: states.page,
  citations: states.sources,
  plan: states.plan,
  pictures: states.pictures,
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
