import type { AssistantMessage } from '../message/types.js'
import type { RequestPolicy } from './request-types.js'

/**
 * Whether an answer is known to come from another model or provider than the one that will read it. Signatures and
 * encrypted blocks are bound to the model that made them (wire-facts 5). What is not known counts as the same.
 */
export function isForeign(
  { reasoningSource: source, request }: AssistantMessage,
  { model, provider }: RequestPolicy,
): boolean {
  // The generic profile says of no two servers that they differ.
  const differs = (from: string | undefined, to: string | undefined): boolean =>
    !!from && !!to && from !== to && from !== 'generic' && to !== 'generic'
  // The profile of its request says it best: a router names the company behind it as the provider.
  return differs(request?.profile ?? source?.provider, provider) || differs(source?.model, model)
}
