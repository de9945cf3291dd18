import type { McpClient, ToolFromMcp } from '@antiphon/mcp'
import { createChat, type ChatController } from '@antiphon/core'
import { callsAnswer, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { ListToolsResult as V2ListToolsResult } from '@modelcontextprotocol/client'
import type { ServerContext } from '@modelcontextprotocol/server'
import { closeServers, connectMcp } from './mcp-server.js'
import { closeV2Servers, connectV2 } from './mcp-v2-server.js'

type Listed = ListToolsResult['tools'][number]

/** Registers tools that the SDK of the server checks. Version 2 takes the same calls. */
type Registry = Pick<McpServer, 'registerTool'>

/** How a server answers by itself, past the checks of its SDK. */
interface RawServer {
  list(cursor?: string): ListToolsResult | Promise<ListToolsResult>
  call?(name: string): CallToolResult | Promise<CallToolResult>
}

interface Connection {
  client: McpClient
  /** Tells the client that the list of tools has changed. */
  announce(): Promise<void> | void
}

/** The part of a tool call's context that both versions have, under different names. */
interface CallContext {
  signal: AbortSignal
  progressToken: string | number | undefined
  notify(notification: {
    method: 'notifications/progress'
    params: { progressToken: string | number; progress: number; total: number; message: string }
  }): Promise<void>
}

/** One version of the official SDK, with its client and its server. */
export interface McpSdk {
  name: string
  connect(fill: (server: Registry) => void): Promise<Connection>
  connectRaw(server: RawServer): Promise<Connection>
  contextOf(context: unknown): CallContext
}

/** The client can ask its user, so that the server may want that. */
const asks = { capabilities: { elicitation: { form: {} } } }

const v1: McpSdk = {
  name: 'version 1',
  async connect(fill) {
    const { client, server } = await connectMcp(fill, asks)
    return { client, announce: () => server.server.sendToolListChanged() }
  },
  connectRaw: ({ list, call }) =>
    v1.connect((registry) => {
      const { server } = registry as McpServer
      server.registerCapabilities({ tools: { listChanged: true } })
      server.setRequestHandler(ListToolsRequestSchema, ({ params }) => list(params?.cursor))
      server.setRequestHandler(CallToolRequestSchema, ({ params }) => call?.(params.name) ?? { content: [] })
    }),
  contextOf(context) {
    const { signal, sendNotification, _meta } = context as Parameters<
      Parameters<McpServer['server']['setRequestHandler']>[1]
    >[1]
    return { signal, progressToken: _meta?.progressToken, notify: sendNotification }
  },
}

type V2Fill = Parameters<typeof connectV2>[0]

/** Protocol 2026-07-28 where `auto`, the one of version 1 where `legacy`. */
const v2 = (mode: 'auto' | 'legacy'): McpSdk => {
  const connect = async (fill: V2Fill): Promise<Connection> => {
    const { client, handler } = await connectV2(fill, { ...asks, versionNegotiation: { mode } })
    return { client, announce: () => handler.notify.toolsChanged() }
  }
  return {
    name: `version 2, negotiated ${mode}`,
    connect: (fill) => connect((server) => fill(server as unknown as Registry)),
    connectRaw: ({ list, call }) =>
      connect(({ server }) => {
        server.setRequestHandler('tools/list', ({ params }) => list(params?.cursor) as V2ListToolsResult)
        server.setRequestHandler('tools/call', ({ params }) => call?.(params.name) ?? { content: [] })
      }),
    contextOf(context) {
      const { mcpReq } = context as ServerContext
      return { signal: mcpReq.signal, progressToken: mcpReq._meta?.progressToken, notify: mcpReq.notify }
    },
  }
}

export const mcpSdks: McpSdk[] = [v1, v2('auto')]

/** Its server keeps no session, so that neither a stop nor a change of a list comes through. */
export const v2Legacy = v2('legacy')

/** Closes all that was connected. */
export async function closeMcp(): Promise<void> {
  await closeV2Servers()
  await closeServers()
}

/** A tool as a server lists it. */
export const listedTool = (name: string, more: Partial<Listed> = {}): Listed => ({
  name,
  inputSchema: { type: 'object' },
  ...more,
})

export const namesOf = (tools: readonly ToolFromMcp[]): string[] => tools.map(({ name }) => name)

/** A chat whose model calls `name` once and then says that it is done. */
export function chatCalling(tools: ToolFromMcp[], name: string, args: unknown = {}): ChatController {
  const transport = scriptedTransport([callsAnswer([{ id: 'c', name, args }]), textAnswer('done')])
  return createChat({ transport, model: 'm', tools })
}

/** The result of that call, once the answer has ended. */
export async function resultOf(tools: ToolFromMcp[], name: string, args: unknown = {}) {
  const chat = chatCalling(tools, name, args)
  await chat.send('go')
  return toolMessage(chat)
}

export const toolMessage = (chat: ChatController) =>
  chat.store.getMessages().find(({ role }) => role === 'tool')
