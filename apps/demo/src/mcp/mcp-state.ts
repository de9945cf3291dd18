import type { ToolFromMcp, PromptFromMcp, ResourceFromMcp } from '@antiphon/mcp'
import type { ToolRenderers } from '@antiphon/ui'
import type { Client } from '@modelcontextprotocol/client'
import type { McpServer } from './mcp-server.js'

/** How it is with one server. `login`: it wants to know who asks. `said` is in the server's or the browser's words. */
export type ServerState =
  | { type: 'off' | 'connecting' | 'connected' }
  | { type: 'login'; isRefused?: boolean; said?: string; isWaiting?: boolean; page?: string }
  | { type: 'failed'; reason: 'unreachable' | 'silent' | 'status' | 'other'; said: string }

export interface McpView {
  states: ReadonlyMap<string, ServerState>
  connected: readonly ConnectedServer[]
  /** Tools of all connected servers. */
  tools: readonly ToolFromMcp[]
  /** Views of the tools that have an app. */
  toolRenderers: ToolRenderers | undefined
}

/** The view before anything was connected. */
export const nothingConnected: McpView = {
  states: new Map(),
  connected: [],
  tools: [],
  toolRenderers: undefined,
}
let view = nothingConnected
const listeners = new Set<() => void>()

export const getMcpView = (): McpView => view

export function setMcpView(next: McpView): void {
  view = next
  for (const listener of listeners) listener()
}

export const isMcpWatched = (): boolean => listeners.size > 0

export function watchMcp(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export interface ConnectedServer {
  server: McpServer
  client: Client
  tools: readonly ToolFromMcp[]
  prompts: readonly PromptFromMcp[]
  resources: readonly ResourceFromMcp[]
  /** Why prompts or resources are missing, in the words of the client. */
  problem?: string
}
