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

/** A parsed combination such as `Mod+Shift+O`. */
export interface KeyCombination {
  ctrl: boolean
  meta: boolean
  alt: boolean
  shift: boolean
  /** `KeyboardEvent.key`; letters in lower case. */
  key: string
}

/** The fields of a keyboard event that are compared. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Parses a combination. Undefined for a text that is none.
 *
 * @param apple Whether `Mod` is the Command key.
 */
export function parseKeys(keys: string, apple: boolean): KeyCombination | undefined {
  // A plus at the end is the key itself.
  const parts = keys.endsWith('++')
    ? [...keys.slice(0, -2).split('+'), '+']
    : keys === '+'
      ? ['+']
      : keys.split('+')
  const key = parts.pop()
  if (!key) return undefined
  const combination = { ctrl: false, meta: false, alt: false, shift: false, key: normalKey(key) }
  for (const part of parts) {
    const name = part.toLowerCase()
    if (name === 'mod') combination[apple ? 'meta' : 'ctrl'] = true
    else if (name === 'ctrl' || name === 'meta' || name === 'alt' || name === 'shift')
      combination[name] = true
    else return undefined
  }
  return combination
}

/** Whether a key that was pressed is the combination. Shift counts for letters only: `?` needs it on some keyboards. */
export function matchesKeys(press: KeyPress, combination: KeyCombination): boolean {
  const { ctrl, meta, alt, shift, key } = combination
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return (
    normalKey(press.key) === key &&
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

function normalKey(key: string): string {
  if (key.toLowerCase() === 'space') return ' '
  return key.length === 1 ? key.toLowerCase() : key
}

const named: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '⏎',
  ' ': 'Space',
}

/** The single keys of a combination as they are printed on the keyboard: `['⌘', 'K']`, or `['Ctrl', 'K']` elsewhere. */
export function formatKeys(keys: string, apple: boolean): readonly string[] {
  const combination = parseKeys(keys, apple)
  if (!combination) return [keys]
  const { ctrl, meta, alt, shift, key } = combination
  const printed = [
    ctrl && (apple ? '⌃' : 'Ctrl'),
    alt && (apple ? '⌥' : 'Alt'),
    shift && (apple ? '⇧' : 'Shift'),
    meta && (apple ? '⌘' : 'Meta'),
    named[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ]
  return printed.filter((part): part is string => typeof part === 'string')
}

/** True on devices whose `Mod` is the Command key. False when that is unknown, as on a server. */
export function isApple(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform?: string } }
  return /mac|iphone|ipad/i.test(userAgentData?.platform ?? platform ?? '')
}
