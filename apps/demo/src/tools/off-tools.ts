import * as z from 'zod'
import { createStoredValue } from '../stored-value.js'

/** Names of tools that the model may not call, in all conversations. */
export const offTools = createStoredValue('tools-off', z.array(z.string()), [])

/** Lets the model call a tool, or not. */
export function setToolOn(name: string, isOn: boolean): void {
  const others = offTools.get().filter((one) => one !== name)
  offTools.set(isOn ? others : [...others, name])
}
