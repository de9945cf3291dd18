/** The entry `@antiphon/mcp`: tools, prompts and resources of servers of the Model Context Protocol. Loads no client of its own. */
export { toolsFromMcp, type McpToolsOptions, type ToolFromMcp } from './tools-from-mcp.js'
export type * from './types.js'
export { mcpAppsExtension, type AppCallableTool, type McpAppOfTool } from './tool-apps.js'
export { promptsFromMcp, type McpPromptsOptions, type MessageFromMcp, type PromptFromMcp } from './prompts.js'
export { resourcesFromMcp, type McpResourcesOptions, type ResourceFromMcp } from './resources.js'
export type { PageOptions } from './list-pages.js'
