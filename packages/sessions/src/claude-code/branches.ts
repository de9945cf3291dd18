import { isRecord, textOf, type JsonObject } from '@antiphon/base'
import type { VersionNode } from '@antiphon/transcripts/toolkit'

/** A message made from one or several records of the log. */
export interface LogUnit extends Pick<VersionNode, 'messages'> {
  id: string
  /** Its parent record, as the log has it. */
  parentUuid: string | undefined
  /** Only these make branches: two prompts after one answer, two answers to one prompt. */
  kind: 'typed' | 'answer' | 'other'
}

/** The record above a record; a boundary of compaction names the one before it apart. */
export const parentOf = (record: JsonObject): string | undefined =>
  textOf(record.parentUuid) ?? textOf(record.logicalParentUuid)

/**
 * The units as nodes with versions, in the order of the file. Two children make a branch only when a prompt was typed twice
 * or answered twice after the same record. Other children of one record are parallel results.
 *
 * @param parents The record above each record of the file, also of those that make no message: chains run through them.
 * @param ownerOf The unit of a record.
 */
export function placeUnits(
  units: readonly LogUnit[],
  parents: ReadonlyMap<string, string | undefined>,
  ownerOf: ReadonlyMap<string, LogUnit>,
): VersionNode[] {
  const above = (unit: LogUnit): LogUnit | undefined => {
    const seen = new Set<string>()
    for (let id = unit.parentUuid; id !== undefined && !seen.has(id); id = parents.get(id)) {
      seen.add(id)
      const owner = ownerOf.get(id)
      if (owner && owner !== unit) return owner
    }
    return undefined
  }
  const groups = new Map<string, LogUnit[]>()
  const parentOfUnit = new Map<LogUnit, LogUnit | undefined>()
  for (const unit of units) {
    const parent = above(unit)
    parentOfUnit.set(unit, parent)
    const isFork = unit.kind === 'typed' || (unit.kind === 'answer' && parent?.kind === 'typed')
    if (!parent || !isFork) continue
    const key = `${unit.kind} ${parent.id}`
    const group = groups.get(key)
    if (group) group.push(unit)
    else groups.set(key, [unit])
  }
  const forks = new Map<LogUnit, LogUnit>()
  for (const group of groups.values())
    if (group.length > 1) for (const unit of group) forks.set(unit, group[0]!)

  /** The branch of a unit, and the last node of each branch. */
  const branchOf = new Map<LogUnit, LogUnit | undefined>()
  const ends = new Map<LogUnit | undefined, string>()
  const placeOf = new Map<LogUnit, string | undefined>()
  let last: LogUnit | undefined
  return units.map((unit): VersionNode => {
    const parent = parentOfUnit.get(unit) ?? last
    const outer = parent && branchOf.get(parent)
    const first = forks.get(unit)
    const branch = first ? unit : outer
    const place = first && first !== unit ? placeOf.get(first) : ends.get(outer)
    branchOf.set(unit, branch)
    placeOf.set(unit, place)
    ends.set(branch, unit.id)
    last = unit
    return { id: unit.id, parent: place, messages: unit.messages }
  })
}

/** The calls of agents in a file, by what leads to them. */
export function agentCalls(records: readonly JsonObject[]): Map<string, string> {
  const calls = new Map<string, string>()
  const note = (agent: unknown, call: unknown): void => {
    if (typeof agent === 'string' && typeof call === 'string' && !calls.has(agent)) calls.set(agent, call)
  }
  for (const record of records) {
    const { data, message, toolUseResult } = record
    if (isRecord(data) && data.type === 'agent_progress') note(data.agentId, record.parentToolUseID)
    const content = isRecord(message) ? message.content : undefined
    if (!Array.isArray(content)) continue
    for (const block of content as unknown[]) {
      if (!isRecord(block)) continue
      if (block.type === 'tool_result') {
        if (isRecord(toolUseResult)) note(toolUseResult.agentId, block.tool_use_id)
        note(/\bagentId: ([\w-]+)/.exec(JSON.stringify(block.content) ?? '')?.[1], block.tool_use_id)
      }
      if (block.type === 'tool_use' && isRecord(block.input)) note(block.input.prompt, block.id)
    }
  }
  return calls
}
