import { randomId } from '@antiphon/core'

const KEY = 'antiphon-device'

/**
 * Names this browser in the marks of calls that its pages run. After a reload a page knows by it that a call was begun here, and by the
 * lease of the call whether another tab still runs it. Without locks a page knows only of itself, so each tab is a device.
 */
export function thisDevice(): string {
  const made = randomId()
  try {
    const { navigator, localStorage, sessionStorage } = globalThis
    const kept = navigator.locks ? localStorage : sessionStorage
    if (!kept.getItem(KEY)) kept.setItem(KEY, made)
    return kept.getItem(KEY) ?? made
  } catch {
    return made
  }
}
