import { cutText } from '@antiphon/core/calls'
import { clientLimit } from './silence.js'
import type { McpClient, McpTool } from './types.js'

/** Default of `maxTools`. */
const MAX_TOOLS = 512
/** A server that always has one more page. */
const MAX_PAGES = 1_000
const MAX_NAME_LENGTH = 1_000
/** Characters of JSON of one schema, and of all: they go out with each request. */
const MAX_SCHEMA_LENGTH = 100_000
const MAX_SCHEMAS_LENGTH = 2_000_000
const MAX_SCHEMA_DEPTH = 64

export interface ListOptions {
  filter?: (tool: McpTool) => boolean
  maxTools?: number
  signal?: AbortSignal
  timeout?: number
}

/**
 * All pages of what a server offers, as far as `filter` lets it.
 *
 * @throws Error in words when the list does not end or is larger than anything that could be sent to a model.
 */
export async function listTools(
  client: McpClient,
  { filter = () => true, maxTools = MAX_TOOLS, signal, timeout }: ListOptions,
): Promise<McpTool[]> {
  const listed = new Map<string, McpTool>()
  const cursors = new Set<string>()
  let length = 0
  let cursor: string | undefined
  do {
    const page = await client.listTools(cursor === undefined ? undefined : { cursor }, {
      signal,
      ...clientLimit(timeout),
    })
    for (const tool of page.tools) {
      // A list that changes between two pages may name a tool twice.
      if (listed.has(tool.name) || !filter(tool)) continue
      listed.set(tool.name, tool)
      if (listed.size <= maxTools) length += schemaLength(tool)
    }
    if (listed.size > maxTools)
      throw new Error(
        `This MCP server lists ${listed.size} tools or more; ${maxTools} is the most that is taken. Choose among them with "filter", or set "maxTools".`,
      )
    if (length > MAX_SCHEMAS_LENGTH)
      throw new Error(
        `The schemas of the tools of this MCP server have ${length} characters or more; ${MAX_SCHEMAS_LENGTH} is the most that is taken. Choose among the tools with "filter".`,
      )
    cursor = page.nextCursor
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= MAX_PAGES))
      throw new Error(
        `The list of tools of this MCP server does not end: after ${cursors.size + 1} pages it leads to "${cutText(cursor, 100)}" again or further.`,
      )
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
  return [...listed.values()]
}

/** Throws at a tool that cannot be offered. */
function schemaLength({ name, inputSchema }: McpTool): number {
  const refuse = (why: string): never => {
    throw new Error(
      `The tool "${cutText(name, 100)}" of this MCP server ${why}. Leave it out with "filter" to use the others.`,
    )
  }
  if (typeof inputSchema !== 'object' || inputSchema === null) refuse('has no schema of its arguments')
  if (name.length > MAX_NAME_LENGTH)
    refuse(`has a name of ${name.length} characters; ${MAX_NAME_LENGTH} is the most that is taken`)
  if (isDeeper(inputSchema, MAX_SCHEMA_DEPTH))
    refuse(`has a schema that is nested deeper than ${MAX_SCHEMA_DEPTH} levels`)
  const { length } = JSON.stringify(inputSchema)
  if (length > MAX_SCHEMA_LENGTH)
    refuse(`has a schema of ${length} characters; ${MAX_SCHEMA_LENGTH} is the most that is taken`)
  return length
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
