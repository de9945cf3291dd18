import type { KeyboardEvent } from 'react'

export type EnterKey = 'send' | 'line'

/**
 * What a press of Enter means. Never sends while an input method is composing: Safari ends the composition before the
 * event, so only the key code still tells (design 5, Composer keys).
 */
export function enterMeaning(event: KeyboardEvent, enterKey: EnterKey): 'send' | 'line' | undefined {
  if (event.key !== 'Enter') return undefined
  if (event.nativeEvent.isComposing || event.keyCode === 229) return undefined
  if (event.metaKey || event.ctrlKey) return 'send'
  if (event.shiftKey || event.altKey) return 'line'
  return enterKey
}

/** On a touch keyboard Enter is a line; the button sends. */
export function deviceEnterKey(): EnterKey {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ? 'line' : 'send'
}
