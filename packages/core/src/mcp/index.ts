/** The entry `@antiphon/core/mcp`: tools of servers of the Model Context Protocol. Loads no client of its own. */
export { toolsFromMcp, type McpToolsOptions, type ToolFromMcp } from './tools-from-mcp.js'
export { readMcpResult } from './mcp-content.js'
export type * from './types.js'
export { MCP_APP_TYPE, mcpAppsExtension, type AppCallableTool, type McpAppOfTool } from './apps.js'
