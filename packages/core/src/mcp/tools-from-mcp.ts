import * as z from 'zod'
import type { ApprovalRule, Tool, ToolContent, ToolContext } from '../tools/tool-types.js'
import { readMcpResult } from './mcp-content.js'
import { toolName } from './mcp-names.js'
import type { McpClient, McpProgress, McpTool } from './mcp-types.js'

/** A tool of a server. It is offered under `name`, and called by the name that the server knows. */
export interface ToolFromMcp extends Tool {
  execute: (args: never, context: ToolContext) => Promise<ToolContent>
  /** As the server listed it. */
  mcp: McpTool
}

export interface McpToolsOptions {
  /** Put before each name, such as `files_`: tells the tools of several servers apart. Default: none. */
  prefix?: string
  /** Names of other tools that the chat offers. A tool of that name gets another one. */
  taken?: Iterable<string>
  /** Leaves out those for which it returns false. */
  filter?: (tool: McpTool) => boolean
  /** Whether a person is asked before a call runs: one rule, or one for each tool. Default: see `trustHints`. */
  approval?:
    | ApprovalRule<Record<string, unknown>>
    | { for(tool: McpTool): ApprovalRule<Record<string, unknown>> }
  /**
   * Default false: every call is asked about, for hints are the word of the server itself; they can only make a tool more
   * dangerous (`destructiveHint: true`). With true, a tool that says it only reads runs unasked, and one that does not
   * say that it destroys nothing counts as destructive, which is what the protocol takes it for.
   */
  trustHints?: boolean
  /** Milliseconds that the client waits for a result; progress begins the time anew. Default: the client's own. */
  timeout?: number
  /** Ends the listing. */
  signal?: AbortSignal
  /** Called with all tools anew when the server says that its list has changed: `chat.configure({ tools })`. */
  onToolsChanged?: (tools: ToolFromMcp[]) => void
  /** The list has changed and could not be read again; the tools from before stay. */
  onError?: (error: unknown) => void
}

/** A server that always has one more page. */
const MAX_PAGES = 1_000

/**
 * The tools of an MCP server, for the `tools` of a chat. Give a connected client; it stays yours to close.
 *
 * @throws what the client throws when the list cannot be read; Error when the list does not end.
 */
export async function toolsFromMcp(client: McpClient, options: McpToolsOptions = {}): Promise<ToolFromMcp[]> {
  const tools = await listAll(client, options)
  const { onToolsChanged, onError } = options
  if (onToolsChanged) {
    if (!client.setNotificationHandler)
      throw new TypeError('This MCP client has no setNotificationHandler, which onToolsChanged needs.')
    let latest = 0
    client.setNotificationHandler(listChanged as never, async () => {
      const round = ++latest
      try {
        const next = await listAll(client, options)
        // A later change is being read already.
        if (round === latest) onToolsChanged(next)
      } catch (error) {
        onError?.(error)
      }
    })
  }
  return tools
}

const listChanged = z.object({
  method: z.literal('notifications/tools/list_changed'),
  params: z.unknown().optional(),
})

async function listAll(client: McpClient, options: McpToolsOptions): Promise<ToolFromMcp[]> {
  const { signal, filter = () => true, prefix = '' } = options
  const listed = new Map<string, McpTool>()
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor }, { signal })
    // A list that changes between two pages may name a tool twice.
    for (const tool of page.tools) if (!listed.has(tool.name)) listed.set(tool.name, tool)
    cursor = page.nextCursor
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= MAX_PAGES))
      throw new Error(
        `The list of tools of this MCP server does not end: after ${cursors.size + 1} pages it leads to "${cursor}" again or further.`,
      )
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)

  const taken = new Set(options.taken)
  return [...listed.values()].filter(filter).map((tool) => {
    const name = toolName(tool.name, prefix, taken)
    taken.add(name)
    return toTool(client, tool, name, options)
  })
}

function toTool(client: McpClient, mcp: McpTool, name: string, options: McpToolsOptions): ToolFromMcp {
  const { timeout } = options
  return {
    name,
    description: mcp.description ?? mcp.title ?? mcp.annotations?.title ?? mcp.name,
    parameters: mcp.inputSchema,
    mcp,
    ...safety(mcp, options),
    execute: async (args: Record<string, unknown>, { signal, report }) =>
      readMcpResult(
        await client.callTool({ name: mcp.name, arguments: args }, undefined, {
          signal,
          onprogress: (progress) => showProgress(progress, report),
          resetTimeoutOnProgress: true,
          ...(timeout !== undefined && { timeout }),
        }),
      ),
  }
}

function safety(
  tool: McpTool,
  { approval, trustHints = false }: McpToolsOptions,
): Pick<Tool, 'approval' | 'destructive'> {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  const readsOnly = trustHints && readOnlyHint === true
  const own = typeof approval === 'object' ? approval.for(tool) : approval
  return {
    approval: own ?? (readsOnly ? 'never' : 'always'),
    destructive: trustHints ? !readsOnly && destructiveHint !== false : destructiveHint === true,
  }
}

function showProgress({ progress, total, message }: McpProgress, report: (progress: unknown) => void): void {
  if (message !== undefined) report({ type: 'output', text: `${message}\n` })
  if (total !== undefined && total > 0) report(Math.min(1, Math.max(0, progress / total)))
  else if (message === undefined) report(String(progress))
}
