import type { Tool } from '@antiphon/core'
import { useSyncExternalStore } from 'react'
import { getMcpView, isMcpWatched, nothingConnected, watchMcp, type McpView } from './mcp-state.js'
import { storedServers } from './stored-servers.js'

/** Connects the servers that are switched on. The code for it is loaded when there is something to connect. */
function connect(): void {
  if (!storedServers.get().some(({ isOn }) => isOn) && getMcpView() === nothingConnected) return
  // Where it cannot be loaded, as while offline, the chat has the tools of the page.
  void import('./connections.js').then(
    ({ followServers }) => followServers(),
    () => {},
  )
}

function subscribe(listener: () => void): () => void {
  if (!isMcpWatched()) connect()
  const stop = storedServers.subscribe(connect)
  const unwatch = watchMcp(listener)
  return () => {
    stop()
    unwatch()
  }
}

/** The connected servers. */
export const useMcp = (): McpView => useSyncExternalStore(subscribe, getMcpView, getMcpView)

export const useMcpTools = (): readonly Tool[] => useMcp().tools
