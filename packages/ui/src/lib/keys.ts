/** A parsed combination such as `Mod+Shift+O`. */
export interface KeyCombination {
  ctrl: boolean
  meta: boolean
  alt: boolean
  shift: boolean
  /** `KeyboardEvent.key`; letters in lower case. */
  key: string
}

/**
 * Parses a combination. Undefined for a text that is not a combination.
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
