import type { KeyCombination } from '@antiphon/ui/functions'

/** An action for keys, a palette and a list of shortcuts. */
export interface Command {
  /** Its name in `KeyBindings`. */
  id: string
  /** For people. */
  label: string
  /** Its heading in a list. */
  group?: string
  /**
   * Its keys: modifiers (`Mod`, `Ctrl`, `Meta`, `Alt`, `Shift`) and one key, joined by `+`, such as `Mod+Shift+O`, `/` or `J`.
   * `Mod` is Command on Apple devices and Control elsewhere. Absent: none.
   */
  keys?: string
  /** More words by which a palette finds it. */
  keywords?: string
  /** Returns false while the action is impossible; then it is not offered. Default: always possible. */
  isAvailable?: () => boolean
  run(): void
}

/** Keys that a user chose, by id of the command; null for none. Other commands keep their own keys. */
export type KeyBindings = Readonly<Record<string, string | null>>

/** The keys of one command, with the user's choice. */
export function keysOf(command: Command, bindings: KeyBindings = {}): string | undefined {
  const chosen = Object.hasOwn(bindings, command.id) ? bindings[command.id] : command.keys
  return chosen ?? undefined
}

/** The fields of a keyboard event that are compared. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a key that was pressed is the combination. Shift counts for letters only: `?` needs it on some keyboards. */
export function matchesKeys(press: KeyPress, combination: KeyCombination): boolean {
  const { ctrl, meta, alt, shift, key } = combination
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return (
    (press.key.length === 1 ? press.key.toLowerCase() : press.key) === key &&
    press.ctrlKey === ctrl &&
    press.metaKey === meta &&
    press.altKey === alt &&
    (isSign ? !shift || press.shiftKey : press.shiftKey === shift)
  )
}

/** True for keys that would type a letter or a sign. People can switch them off (WCAG 2.1.4). */
export function isSingleKey(combination: KeyCombination): boolean {
  return combination.key.length === 1 && !combination.ctrl && !combination.meta && !combination.alt
}

/** The combination that was pressed, as `Mod+Shift+O`; undefined while only modifiers are down. */
export function keysOfPress(press: KeyPress, apple: boolean): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (['Control', 'Meta', 'Alt', 'Shift', 'AltGraph', 'Dead', 'Process', 'Unidentified'].includes(key))
    return undefined
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' '
  const modifiers = [
    (apple ? metaKey : ctrlKey) && 'Mod',
    (apple ? ctrlKey : metaKey) && (apple ? 'Ctrl' : 'Meta'),
    altKey && 'Alt',
    shiftKey && !isSign && 'Shift',
  ]
  return [...modifiers.filter(Boolean), name].join('+')
}
