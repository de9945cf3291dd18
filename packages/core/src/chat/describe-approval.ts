import { approvalText, bindApproval } from '../tools/bind-approval.js'
import { toolDefinition } from '../tools/define-tool.js'
import type { PreparedCall } from '../tools/gate.js'
import type { Tool } from '../tools/types.js'
import type { PendingApproval, ToolGrant } from './types.js'

/**
 * What a person is shown before a call runs.
 *
 * @throws TypeError when its arguments cannot be shown.
 */
export function describeApproval(
  { index: callIndex, call, callKey, tool, args }: PreparedCall,
  about: Pick<PendingApproval, 'threadId' | 'messageId' | 'since' | 'originalText'>,
): PendingApproval {
  const { threadId, messageId, since, originalText } = about
  const argumentsText = approvalText(tool.name, args)
  const bound = { threadId, messageId, callIndex, callId: call.id, toolName: tool.name, argumentsText }
  const hash = bindApproval(bound)
  return {
    ...bound,
    key: `${callKey}#${hash}`,
    hash,
    callKey,
    args,
    destructive: tool.destructive ?? false,
    since,
    ...(originalText !== undefined && { originalText }),
  }
}

/**
 * Tools that were allowed for the whole chat (trust-checklist S35). A grant is for the tool as it was offered when it
 * was given: another description or other parameters under the same name are another tool.
 */
export interface Grants {
  add(tool: Tool): void
  /** Removes one, or all; true when there was one. */
  remove(toolName?: string): boolean
  covers(tool: Tool): boolean
  list(): ToolGrant[]
}

export function createGrants(now: () => number): Grants {
  const grants = new Map<string, { offered: string; since: number }>()
  return {
    add: (tool) => void grants.set(tool.name, { offered: offered(tool), since: now() }),
    remove(toolName) {
      if (toolName !== undefined) return grants.delete(toolName)
      const any = grants.size > 0
      grants.clear()
      return any
    },
    covers: (tool) => !tool.destructive && grants.get(tool.name)?.offered === offered(tool),
    list: () => Array.from(grants, ([toolName, { since }]) => ({ toolName, since })),
  }
}

function offered(tool: Tool): string {
  return JSON.stringify(toolDefinition(tool))
}

/** Does a person have to be asked? When in doubt (a rule that throws or says neither yes nor no), yes. */
export async function wantsApproval(
  { tool, call, callKey, args }: PreparedCall,
  grants: Grants,
): Promise<boolean> {
  const { approval: rule = 'never' } = tool
  if (rule === 'never') return false
  if (grants.covers(tool)) return false
  if (typeof rule !== 'function') return true
  try {
    const wanted = await (rule as (args: unknown, context: unknown) => unknown)(args, {
      callId: call.id,
      callKey,
    })
    return wanted !== false
  } catch {
    return true
  }
}
