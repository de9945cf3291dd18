import type { EnterKey } from '@antiphon/react'
import { useLayoutEffect } from 'react'
import * as z from 'zod'
import { createStoredValue, useStoredValue } from '../stored-value.js'

const textSizes = ['normal', 'large', 'largest'] as const
const enterKeys = ['device', 'send', 'line'] as const
const thinkings = ['auto', 'closed', 'open'] as const

/** How a person wants to read and write. */
export interface Preferences {
  textSize: (typeof textSizes)[number]
  /** The Enter key in the message box. `device`: it sends, but starts a line on a touch keyboard. */
  enter: (typeof enterKeys)[number]
  /** Thinking is open until the answer begins, closed until it is opened, or always open. */
  thinking: (typeof thinkings)[number]
  /** A notification is shown when a long answer ends while the page is hidden. */
  notices: boolean
}

const initial: Preferences = { textSize: 'normal', enter: 'device', thinking: 'auto', notices: false }
const schema = z.object({
  textSize: z.enum(textSizes).catch('normal'),
  enter: z.enum(enterKeys).catch('device'),
  thinking: z.enum(thinkings).catch('auto'),
  notices: z.boolean().catch(false),
})

const stored = createStoredValue<Preferences>('preferences', schema, initial)

export const changePreferences = (change: Partial<Preferences>): void =>
  stored.set({ ...stored.get(), ...change })

export const usePreferences = (): Preferences => useStoredValue(stored)

/** For the composer: undefined follows the device. */
export const enterKeyOf = ({ enter }: Preferences): EnterKey | undefined =>
  enter === 'device' ? undefined : enter

/** Writes the size of text on the root of the page, where the sheet reads it. */
export function usePagePreferences(): Preferences {
  const preferences = usePreferences()
  const { textSize } = preferences
  useLayoutEffect(() => {
    document.documentElement.dataset['text'] = textSize
  }, [textSize])
  return preferences
}
