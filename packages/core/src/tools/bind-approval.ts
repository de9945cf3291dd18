import { sha256 } from './sha256.js'

/** What an approval is for, and for nothing else (trust-checklist S33). */
export interface ApprovalBinding {
  threadId: string
  messageId: string
  /** Position in `tool_calls`: wire ids repeat. */
  callIndex: number
  callId: string
  toolName: string
  /** The checked arguments as they are shown. */
  argumentsText: string
}

/** SHA-256 over everything that an approval is bound to. A change of one byte of the arguments makes another hash. */
export function bindApproval(binding: ApprovalBinding): string {
  const { threadId, messageId, callIndex, callId, toolName, argumentsText } = binding
  // As JSON, so that no value can run into the next.
  return sha256(JSON.stringify([threadId, messageId, callIndex, callId, toolName, argumentsText]))
}

/**
 * The JSON text under which arguments are shown for approval.
 *
 * @throws TypeError when the schema made something of them that JSON cannot show: it must not be approved unseen.
 */
export function approvalText(toolName: string, args: unknown): string {
  const refuse = (kind: string): never => {
    throw new TypeError(
      `The arguments of "${toolName}" cannot be shown for approval: its schema made a ${kind} of them. Convert it in execute instead.`,
    )
  }
  const text = JSON.stringify(args, (_, value: unknown) => {
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
      refuse(typeof value)
    if (typeof value === 'number' && !Number.isFinite(value)) refuse('number that JSON has no word for')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null)
      refuse(value.constructor?.name ?? 'special object')
    return value
  })
  return text
}
