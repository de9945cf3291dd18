import { ChatError, type ChatErrorData } from '@antiphon/core'
import type { NodeRecord } from '@antiphon/threads'

/** The person can do nothing about these: a key, an account, an address or a network of the host is wrong. */
const OPERATOR = new Set<ChatErrorData['kind']>(['auth', 'billing', 'not_found', 'network_or_cors'])

/**
 * The message without the reason of a failure that is the host's: its words name the key, the account or the address. The host gets the
 * reason. A connection that broke within an answer stays as it is, because the answer can go on.
 */
export function hideOperatorFault(node: NodeRecord, report: (error: ChatError) => void): NodeRecord {
  const { message } = node
  const error = message?.role === 'assistant' ? message.error : undefined
  if (message?.role !== 'assistant' || !error || !OPERATOR.has(error.kind)) return node
  if (error.code === 'server_stopped' || message.content || message.reasoning || message.tool_calls?.length)
    return node
  report(new ChatError(error))
  const { occurredAt, model } = error
  const told: ChatErrorData = {
    kind: 'provider',
    code: 'assistant_unavailable',
    message: 'The assistant is not available at the moment.',
    ...(occurredAt !== undefined && { occurredAt }),
    ...(model !== undefined && { model }),
  }
  return { ...node, message: { ...message, error: told } }
}
