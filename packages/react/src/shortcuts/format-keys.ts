import { parseKeys } from './key-combination.js'

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

/** Whether this is a device whose `Mod` is the Command key. False where nothing tells, as on a server. */
export function isApple(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform?: string } }
  return /mac|iphone|ipad/i.test(userAgentData?.platform ?? platform ?? '')
}
