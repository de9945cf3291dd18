'use client'
import { useEffect, useRef } from 'react'
import { isApple, parseKeys } from '@antiphon/ui/functions'
import { isSingleKey, keysOf, matchesKeys, type Command, type KeyBindings } from './keys.js'

/** Keys that the user chose, and whether single keys count. */
export interface ShortcutOptions {
  bindings?: KeyBindings
  /** False switches off keys without a modifier (WCAG 2.1.4). Default true. */
  singleKeys?: boolean
  /** False to ignore all keys, for example while the user chooses keys. Default true. */
  enabled?: boolean
}

/**
 * Runs commands by their keys, anywhere on the page. Ignores keys that are already handled, keys of an input method, and
 * keys inside a modal dialog. In text fields it also ignores keys without a modifier. Of two commands with the same keys,
 * the first available one runs.
 */
export function useShortcuts(commands: readonly Command[], options: ShortcutOptions = {}): void {
  const { enabled = true } = options
  const latest = useRef({ commands, options })
  useEffect(() => {
    latest.current = { commands, options }
  })
  useEffect(() => {
    if (!enabled) return
    const apple = isApple()
    const press = (event: KeyboardEvent): void => {
      // `keyCode` 229: Safari ends a composition before the key that ended it.
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
      const { target } = event
      if (target instanceof Element && target.closest('dialog[open], [role="dialog"], [role="alertdialog"]'))
        return
      const { commands: all, options: chosen } = latest.current
      const found = all.find((command) => {
        const keys = keysOf(command, chosen.bindings)
        const combination = keys === undefined ? undefined : parseKeys(keys, apple)
        if (!combination || !matchesKeys(event, combination)) return false
        if (isSingleKey(combination) && (chosen.singleKeys === false || isWriting(target))) return false
        return command.isAvailable?.() ?? true
      })
      if (!found) return
      event.preventDefault()
      found.run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled])
}

/** True in elements where a letter is typed, or chooses an entry by its first letter. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="textbox"], [role="listbox"], [role="menu"]') !== null)
  )
}
