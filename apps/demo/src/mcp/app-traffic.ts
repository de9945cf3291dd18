import type { AppTraffic } from '@antiphon/mcp/apps'
import { useSyncExternalStore } from 'react'

/** A message between an app of an MCP server and this page. */
export type AppMessage = AppTraffic & {
  toolName: string
  callKey: string
  /** Epoch ms. */
  at: number
  /** Counts all messages of this page. */
  number: number
}

/** Messages that are kept, of all conversations. */
const KEPT = 500
/** Interval in ms at which the list is redrawn while an app sends without a pause. */
const DRAWN_MS = 250

let messages: readonly AppMessage[] = []
let waiting: AppMessage[] = []
let count = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Notes a message for the wire panel. */
export function noteAppMessage(message: Omit<AppMessage, 'at' | 'number'>): void {
  waiting.push({ ...message, at: Date.now(), number: ++count })
  timer ??= setTimeout(() => {
    timer = undefined
    messages = [...messages, ...waiting].slice(-KEPT)
    waiting = []
    for (const listener of listeners) listener()
  }, DRAWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The latest messages of all apps of this page, oldest first. */
export const useAppMessages = (): readonly AppMessage[] => useSyncExternalStore(subscribe, () => messages)
