import * as z from 'zod/v4'
import { withoutJit } from '@antiphon/base'
import type { McpClient, McpClientV2, McpListKind, McpRequestOptions, McpResult } from './types.js'

/** Parameters of `tools/call`; the last two answer an `input_required` result of protocol 2026-07-28. */
export interface McpCall {
  name: string
  arguments?: Record<string, unknown>
  inputResponses?: Record<string, unknown>
  requestState?: string
}

/** Is it a client of version 2 of the official SDK? Only that version knows the era of its server. */
export function isV2(client: McpClient): client is McpClientV2 {
  return 'getProtocolEra' in client
}

/** The second argument of version 1 is the schema of the result; version 2 has its options there. */
export function callTool(client: McpClient, call: McpCall, options: McpRequestOptions): Promise<McpResult> {
  return isV2(client) ? client.callTool(call, options) : client.callTool(call, undefined, options)
}

/**
 * Calls `handler` whenever the server says that one of its lists has changed. A server of protocol 2026-07-28 says so only to
 * whom it was asked for; that it does not let itself be asked is thrown.
 */
export async function watchList(
  client: McpClient,
  kind: McpListKind,
  handler: () => void | Promise<void>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!client.setNotificationHandler)
    throw new TypeError(
      `This MCP client has no setNotificationHandler, which is needed to follow its ${kind}.`,
    )
  if (!isV2(client)) return client.setNotificationHandler(listChanged(kind) as never, handler)
  client.setNotificationHandler(`notifications/${kind}/list_changed` as never, handler)
  if (client.getProtocolEra() !== 'modern' || !client.listen) return
  // A server that says its list never changes is not listened to.
  if (client.getServerCapabilities && !client.getServerCapabilities()?.[kind]?.listChanged) return
  await client.listen({ [`${kind}ListChanged`]: true }, signal && { signal })
}

const listChanged = (kind: McpListKind) =>
  withoutJit(z.config, () =>
    z.object({
      method: z.literal(`notifications/${kind}/list_changed`),
      params: z.unknown().optional(),
    }),
  )
