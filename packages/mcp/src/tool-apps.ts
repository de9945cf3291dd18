import type { Tool, ToolContent, ToolContext } from '@antiphon/core'
import type { McpClient, McpResult, McpTool } from './types.js'

/** The type of a resource that is an app (MCP Apps, 2026-01-26). */
export const MCP_APP_TYPE = 'text/html;profile=mcp-app'

/**
 * The capability that a client declares so that servers list their tools with apps:
 * `new Client(info, { capabilities: { extensions: mcpAppsExtension } })`.
 */
export const mcpAppsExtension: { 'io.modelcontextprotocol/ui': { mimeTypes: string[] } } = {
  'io.modelcontextprotocol/ui': { mimeTypes: [MCP_APP_TYPE] },
}

/** The app of a tool: a page of the server that shows the calls of the tool. Nothing of it is loaded before it is shown. */
export interface McpAppOfTool {
  /** `ui://…` */
  uri: string
  client: McpClient
  /** Tools that the app itself may call: those of its own server whose visibility includes `app`. */
  tools: readonly AppCallableTool[]
  /** The server's own result of a call of this page; undefined after a reload, and once many others have followed. */
  resultOf(callKey: string): McpResult | undefined
}

/** A tool that apps of its server may call. */
export interface AppCallableTool extends Tool {
  execute: (args: never, context: ToolContext) => Promise<ToolContent>
  mcp: McpTool
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The address of a tool's app; also under the key of older servers. */
function appUri({ _meta }: McpTool): string | undefined {
  const meta = fieldsOf(_meta)
  const uri = fieldsOf(meta['ui'])['resourceUri'] ?? meta['ui/resourceUri']
  return typeof uri === 'string' && /^ui:\/\/[^\s\p{Cc}]+$/u.test(uri) && uri.length <= 2_000
    ? uri
    : undefined
}

/** Who may call it. A tool without a readable value is for both. */
function isVisibleTo(who: 'model' | 'app', { _meta }: McpTool): boolean {
  const visibility = fieldsOf(fieldsOf(_meta)['ui'])['visibility']
  return Array.isArray(visibility) ? visibility.includes(who) : true
}

/** Results that are kept for apps. */
const MAX_KEPT = 100

/** The server's results, by the key of their call. The latest ones; the thread has its own copy of each for the model. */
export class KeptResults {
  private readonly results = new Map<string, McpResult>()
  of = (callKey: string): McpResult | undefined => this.results.get(callKey)
  keep(callKey: string, result: McpResult): McpResult {
    this.results.delete(callKey)
    this.results.set(callKey, result)
    for (const oldest of this.results.keys()) {
      if (this.results.size <= MAX_KEPT) break
      this.results.delete(oldest)
    }
    return result
  }
}

/** The tools that a model is offered, each with its app where it has one. */
export function withApps<T extends AppCallableTool>(
  listed: readonly T[],
  client: McpClient,
  results: KeptResults,
): (T & { app?: McpAppOfTool })[] {
  const tools = listed.filter(({ mcp }) => isVisibleTo('app', mcp))
  return listed
    .filter(({ mcp }) => isVisibleTo('model', mcp))
    .map((tool) => {
      const uri = appUri(tool.mcp)
      return uri === undefined ? tool : { ...tool, app: { uri, client, tools, resultOf: results.of } }
    })
}
