import { createStoredValue } from '../stored-value.js'
import * as z from 'zod'

/** What the scripted endpoint can do instead of a good answer: the model that does it, in words. */
export const faults = [
  { model: 'slow-start', name: 'slow', label: 'Slow start', icon: 'queued' },
  { model: 'stall', name: 'stall', label: 'Falls silent', icon: 'paused' },
  { model: 'length', name: 'cut', label: 'Cut off at the limit', icon: 'cut-off' },
  { model: 'disconnect', name: 'drop', label: 'Connection lost', icon: 'incomplete' },
  { model: 'no-finish', name: 'unfinished', label: 'Ends without a reason', icon: 'incomplete' },
  { model: 'malformed', name: 'malformed', label: 'Malformed lines', icon: 'alert' },
  { model: 'error-midstream', name: 'error', label: 'Error mid-answer', icon: 'alert' },
  { model: 'error-500', name: 'http500', label: 'HTTP 500', icon: 'error' },
  { model: 'error-429', name: 'http429', label: 'HTTP 429, wait 8 s', icon: 'error' },
  { model: 'error-401', name: 'http401', label: 'HTTP 401, wrong key', icon: 'error' },
  { model: 'error-context', name: 'toolong', label: 'Too long for the model', icon: 'error' },
  { model: 'content-filter', name: 'filter', label: 'Content filter', icon: 'filtered' },
  { model: 'refusal', name: 'decline', label: 'Declines to answer', icon: 'declined' },
] as const

export type Fault = (typeof faults)[number]

/** What happens to the next message, in all conversations. Empty: nothing. A reload keeps it, so that it is never a surprise. */
export const nextFault = createStoredValue('fault', z.string(), '')

/** What is to happen now; the message after it is answered as ever. */
export function takeFault(): { body: { model: string } } | undefined {
  const model = nextFault.get()
  if (!faults.some((fault) => fault.model === model)) return undefined
  nextFault.set('')
  return { body: { model } }
}
