/** Keys as `Mod+Shift+O` writes them, taken apart. */
export interface KeyCombination {
  ctrl: boolean
  meta: boolean
  alt: boolean
  shift: boolean
  /** `KeyboardEvent.key`; letters in lower case. */
  key: string
}

/** What a keyboard event is compared by. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Takes a combination apart, or gives undefined for what is none.
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

/** Keys that write a letter or a sign where text is written: they may be switched off (WCAG 2.1.4). */
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
