/**
 * The part of an MCP client that the kit uses. The `Client` of the official SDK has this shape: of
 * `@modelcontextprotocol/sdk` (version 1) and of `@modelcontextprotocol/client` (version 2). The kit imports neither, so
 * only apps that use one load it.
 */
export type McpClient = McpClientV1 | McpClientV2

interface AnyMcpClient {
  /** Needed for `promptsFromMcp` only, with `getPrompt`. */
  listPrompts?(params?: { cursor?: string }, options?: McpRequestOptions): Promise<McpPromptPage>
  getPrompt?(
    params: { name: string; arguments?: Record<string, string> },
    options?: McpRequestOptions,
  ): Promise<unknown>
  /** Needed for `resourcesFromMcp` only. */
  listResources?(params?: { cursor?: string }, options?: McpRequestOptions): Promise<McpResourcePage>
  /** Needed for resources and for the apps of tools only. */
  readResource?(params: { uri: string }, options?: McpRequestOptions): Promise<unknown>
  listTools(params?: { cursor?: string }, options?: McpRequestOptions): Promise<McpToolPage>
  /** Needed for `elicitation` only. */
  setRequestHandler?(method: never, handler: never): void
  getServerVersion?(): { name: string; title?: string } | undefined
}

/** A client of `@modelcontextprotocol/sdk`. */
export interface McpClientV1 extends AnyMcpClient {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: McpRequestOptions,
  ): Promise<McpResult>
  /** Needed to follow lists that change only. */
  setNotificationHandler?(schema: never, handler: () => void | Promise<void>): void
}

/** Told from version 1 by `getProtocolEra`. */
export interface McpClientV2 extends AnyMcpClient {
  /** `modern`: the server speaks protocol 2026-07-28. */
  getProtocolEra(): 'legacy' | 'modern' | undefined
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: McpRequestOptions,
  ): Promise<McpResult>
  /** Needed to follow lists that change only. */
  setNotificationHandler?(method: never, handler: () => void | Promise<void>): void
  /** Needed to follow lists that change, with protocol 2026-07-28 only. */
  listen?(filter: McpListFilter, options?: McpRequestOptions): Promise<unknown>
  getServerCapabilities?(): Partial<Record<McpListKind, { listChanged?: boolean }>> | undefined
}

/** A list of a server that may change while the client is connected. */
export type McpListKind = 'tools' | 'prompts' | 'resources'

/** The lists of whose changes a server is to tell. */
export type McpListFilter = { [Kind in McpListKind as `${Kind}ListChanged`]?: boolean }

/** How one request of a client may be stopped, followed and limited. */
export interface McpRequestOptions {
  signal?: AbortSignal
  onprogress?: (progress: McpProgress) => void
  /** Milliseconds. */
  timeout?: number
  resetTimeoutOnProgress?: boolean
  /** Only for version 2 of the client: gives back a result that wants input as it is. */
  allowInputRequired?: boolean
}

/** A report of a running call. */
export interface McpProgress {
  progress: number
  total?: number
  message?: string
}

/** One page of the list of tools. */
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
  /** Data of protocol extensions, such as the app that shows its calls. */
  _meta?: unknown
}

/** One page of the list of prompts. */
export interface McpPromptPage {
  prompts: readonly McpPrompt[]
  nextCursor?: string
}

/** A prompt as a server lists it. */
export interface McpPrompt {
  name: string
  title?: string
  description?: string
  arguments?: readonly { name: string; title?: string; description?: string; required?: boolean }[]
}

/** One page of the list of resources. */
export interface McpResourcePage {
  resources: readonly McpResource[]
  nextCursor?: string
}

/** A resource as a server lists it. */
export interface McpResource {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
}

/** A result: blocks, or `toolResult` from servers of the first protocol version. */
export interface McpResult {
  content?: unknown
  structuredContent?: unknown
  isError?: unknown
  toolResult?: unknown
  /** `input_required`, of protocol 2026-07-28. */
  resultType?: unknown
  inputRequests?: unknown
  requestState?: unknown
}
