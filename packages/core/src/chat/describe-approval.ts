import { toolDefinition } from '../tools/define-tool.js'
import type { PreparedCall } from '../tools/gate.js'
import type { Tool } from '../tools/types.js'
import type { PendingApproval, ToolGrant } from './types.js'

/** Questions that this page has asked. */
let asked = 0

/**
 * The question that a person sees before a call runs. Its key is new each time, so an answer is for this question only.
 *
 * @throws TypeError when its arguments cannot be shown.
 */
export function describeApproval(
  { index: callIndex, call, callKey, tool, args, form }: PreparedCall,
  about: Pick<PendingApproval, 'threadId' | 'messageId' | 'since' | 'originalText' | 'checks'>,
): PendingApproval {
  const { threadId, messageId, since, originalText, checks = [] } = about
  return {
    key: `${callKey}#${++asked}`,
    threadId,
    messageId,
    callIndex,
    callKey,
    callId: call.id,
    toolName: tool.name,
    args,
    argumentsText: approvalText(tool.name, args),
    destructive: tool.destructive ?? false,
    ...(tool.keepsArguments && { keepsArguments: true }),
    ...(checks.length > 0 && { checks }),
    ...(form && { form }),
    since,
    ...(originalText !== undefined && { originalText }),
  }
}

/** The facts that an approval is bound to. If one of them differs, it is another question. */
const BOUND = ['threadId', 'messageId', 'callIndex', 'callId', 'toolName', 'argumentsText'] as const

/** Is it the same call with the same arguments? Then the question stays, with its key. */
export function isSameQuestion(one: PendingApproval, other: PendingApproval): boolean {
  const shown = ({ checks, form }: PendingApproval): string => JSON.stringify([checks, form])
  return BOUND.every((field) => one[field] === other[field]) && shown(one) === shown(other)
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

/**
 * Tools that were allowed for the whole chat. A grant holds for the tool as it was then. With another description or other
 * parameters it is another tool.
 */
export interface Grants {
  add(tool: Tool): void
  /** Removes one, or all; true when there was one. */
  remove(toolName?: string): boolean
  covers(tool: Tool): boolean
  list(): ToolGrant[]
}

/** An empty list of grants. `now` dates each of them. */
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

/**
 * Does a person have to be asked? When in doubt (a rule that throws or says neither yes nor no), yes. And where the provider
 * warns, since neither a tool nor a grant may acknowledge a warning that nobody saw; and where something has to be filled in.
 */
export async function wantsApproval(
  { tool, call, callKey, args, form }: PreparedCall,
  grants: Grants,
  checks: readonly string[] = [],
): Promise<boolean> {
  if (checks.length > 0 || form) return true
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
