import type { KeyBindings } from '@antiphon/react/shortcuts'
import * as z from 'zod'

const NAME = 'antiphon-demo.keys'
const schema = z.object({
  version: z.literal(1),
  bindings: z.record(z.string(), z.string().nullable()),
  singleKeys: z.boolean(),
})

export interface KeySettings {
  bindings: KeyBindings
  /** Keys without a modifier work. */
  singleKeys: boolean
}

export function loadKeySettings(): KeySettings {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(NAME) ?? ''))
  } catch {
    return { bindings: {}, singleKeys: true }
  }
}

export function storeKeySettings({ bindings, singleKeys }: KeySettings): void {
  try {
    localStorage.setItem(NAME, JSON.stringify({ version: 1, bindings, singleKeys }))
  } catch {
    // No storage: they hold until the tab closes.
  }
}
