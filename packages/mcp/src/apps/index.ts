/** The entry `@antiphon/mcp/apps`: apps of tools of MCP servers, for `toolRenderers`. */
export { mcpApps } from './mcp-apps.js'
export type { AppTraffic } from './app-bridge.js'
export type { AppPermission } from './app-resource.js'
export type { McpAppsOptions } from './types.js'
