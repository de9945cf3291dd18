import type { Tool } from '@antiphon/core'
import type { ToolFromMcp } from '@antiphon/core/mcp'
import type { ToolRenderers } from '@antiphon/ui'
import { useSyncExternalStore } from 'react'
import type { ConnectedServer } from './connections.js'
import { storedServers } from './stored-servers.js'

/** How it is with one server. `login`: it wants to know who asks. `said` is in the server's or the browser's words. */
export type ServerState =
  | { type: 'off' | 'connecting' | 'connected' }
  | { type: 'login'; isRefused?: boolean; said?: string; isWaiting?: boolean; page?: string }
  | { type: 'failed'; reason: 'unreachable' | 'silent' | 'status' | 'other'; said: string }

export interface McpView {
  states: ReadonlyMap<string, ServerState>
  connected: readonly ConnectedServer[]
  /** Of all connected servers. */
  tools: readonly ToolFromMcp[]
  /** Views of the tools that have an app. */
  toolRenderers: ToolRenderers | undefined
}

const nothing: McpView = { states: new Map(), connected: [], tools: [], toolRenderers: undefined }
let view = nothing
const listeners = new Set<() => void>()

export const getMcpView = (): McpView => view

export function setMcpView(next: McpView): void {
  view = next
  for (const listener of listeners) listener()
}

/** Connects what is switched on. What does it is loaded when there is something to connect. */
function connect(): void {
  if (!storedServers.get().some(({ isOn }) => isOn) && view === nothing) return
  // Where it cannot be loaded, as while offline, the chat has the tools of the page.
  void import('./connections.js').then(
    ({ followServers }) => followServers(),
    () => {},
  )
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) connect()
  const stop = storedServers.subscribe(connect)
  listeners.add(listener)
  return () => {
    stop()
    listeners.delete(listener)
  }
}

/** The connected servers. */
export const useMcp = (): McpView => useSyncExternalStore(subscribe, getMcpView)

export const useMcpTools = (): readonly Tool[] => useMcp().tools
