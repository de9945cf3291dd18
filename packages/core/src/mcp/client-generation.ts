import * as z from 'zod/v4'
import { withoutJit } from '../lib/without-jit.js'
import type { McpClient, McpClientV2, McpRequestOptions, McpResult } from './types.js'

/** What `tools/call` takes; the last two answer an `input_required` result of protocol 2026-07-28. */
export interface McpCall {
  name: string
  arguments?: Record<string, unknown>
  inputResponses?: Record<string, unknown>
  requestState?: string
}

/** Is it a client of version 2 of the official SDK? That one alone tells of the era of its server. */
export function isV2(client: McpClient): client is McpClientV2 {
  return 'getProtocolEra' in client
}

/** The second argument of version 1 is the schema of the result; version 2 has its options there. */
export function callTool(client: McpClient, call: McpCall, options: McpRequestOptions): Promise<McpResult> {
  return isV2(client) ? client.callTool(call, options) : client.callTool(call, undefined, options)
}

/**
 * Calls `handler` whenever the server says that its tools have changed. A server of protocol 2026-07-28 says so only to
 * whom it was asked for; that it does not let itself be asked is thrown.
 */
export async function watchToolList(
  client: McpClient,
  handler: () => void | Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!client.setNotificationHandler)
    throw new TypeError('This MCP client has no setNotificationHandler, which onToolsChanged needs.')
  if (!isV2(client)) return client.setNotificationHandler(listChanged as never, handler)
  client.setNotificationHandler('notifications/tools/list_changed' as never, handler)
  if (client.getProtocolEra() !== 'modern' || !client.listen) return
  // A server that says its list never changes is not listened to.
  if (client.getServerCapabilities && !client.getServerCapabilities()?.tools?.listChanged) return
  await client.listen({ toolsListChanged: true }, signal && { signal })
}

const listChanged = withoutJit(z.config, () =>
  z.object({
    method: z.literal('notifications/tools/list_changed'),
    params: z.unknown().optional(),
  }),
)
