import { inputRequired } from '@modelcontextprotocol/server'
import type { TestProject } from 'vitest/node'
import { closeV2Servers, serveV2 } from '../../integration/support/mcp-v2-server.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of an MCP server of the official SDK, on another origin than the page of the tests. */
    mcpUrl: string
  }
}

const requestedSchema = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, title: 'Name' },
    seats: { type: 'integer' as const, title: 'Seats', minimum: 1, maximum: 8 },
    room: { type: 'string' as const, title: 'Room', enum: ['inside', 'terrace'] },
    window: { type: 'boolean' as const, title: 'At the window' },
  },
  required: ['name', 'seats'],
}

/** Serves a server whose tool `book` asks for a form. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url } = await serveV2((server) =>
    server.registerTool('book', { description: 'Books a table.' }, (ctx) => {
      const given = ctx.mcpReq.inputResponses
      if (given) return { content: [{ type: 'text', text: JSON.stringify(given['who']) }] }
      const who = inputRequired.elicit({ message: 'Who comes?', requestedSchema })
      return inputRequired({ inputRequests: { who } })
    }),
  )
  provide('mcpUrl', url.href)
  return closeV2Servers
}
