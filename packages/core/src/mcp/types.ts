/**
 * The part of an MCP client that the kit uses. The `Client` of `@modelcontextprotocol/sdk` has this shape. The kit does not
 * import it, so only apps that use it load it.
 */
export interface McpClient {
  listTools(params?: { cursor?: string }, options?: McpRequestOptions): Promise<McpToolPage>
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: McpRequestOptions,
  ): Promise<McpResult>
  /** Needed for the apps of tools only. */
  readResource?(params: { uri: string }, options?: McpRequestOptions): Promise<unknown>
  /** Needed for `onToolsChanged` only. */
  setNotificationHandler?(schema: never, handler: () => void | Promise<void>): void
}

export interface McpRequestOptions {
  signal?: AbortSignal
  onprogress?: (progress: McpProgress) => void
  /** Milliseconds. */
  timeout?: number
  resetTimeoutOnProgress?: boolean
}

export interface McpProgress {
  progress: number
  total?: number
  message?: string
}

export interface McpToolPage {
  tools: readonly McpTool[]
  nextCursor?: string
}

/** A tool as a server lists it. */
export interface McpTool {
  name: string
  title?: string
  description?: string
  inputSchema: Readonly<Record<string, unknown>>
  /** The server's own word about its tool: hints, never facts. */
  annotations?: {
    title?: string
    readOnlyHint?: boolean
    destructiveHint?: boolean
    idempotentHint?: boolean
    openWorldHint?: boolean
  }
  /** What extensions of the protocol say of it, such as the app that shows its calls. */
  _meta?: unknown
}

/** A result: blocks, or `toolResult` from servers of the first protocol version. */
export interface McpResult {
  content?: unknown
  structuredContent?: unknown
  isError?: unknown
  toolResult?: unknown
}
