import { isRecord, textOf, type JsonObject } from '@antiphon/base'
import { agentCalls } from '../claude-code/branches.js'

/** The links between a file and agents. */
export interface AgentLinks {
  /** Id of the agent of this file. */
  agent?: string
  /** The first prompt of the agent, which is also in the call. */
  prompt?: string
  /** Id of the session. Agents of Claude Code have the id of the session that ran them. */
  session?: string
  /** Calls of this file by the agent that they ran, or by what it was asked. */
  calls: ReadonlyMap<string, string>
}

const none: AgentLinks = { calls: new Map() }

/** Reads from the lines of a session which call ran which agent. Formats with agents inside the file need no links. */
export function agentLinks(format: string, text: string): AgentLinks {
  if (format !== 'claude-code' && format !== 'codex') return none
  const records = text.split('\n').flatMap((line): JsonObject[] => {
    try {
      const value: unknown = JSON.parse(line.replace(/^\uFEFF/, ''))
      return isRecord(value) ? [value] : []
    } catch {
      // Broken lines are reported when the file is read.
      return []
    }
  })
  return format === 'codex' ? codexLinks(records) : claudeLinks(records)
}

function claudeLinks(records: readonly JsonObject[]): AgentLinks {
  const said = records.filter(({ type }) => type === 'user' || type === 'assistant')
  const isAgent =
    said.length > 0 && said.every(({ agentId, isSidechain }) => textOf(agentId) ?? isSidechain === true)
  const first = said.find(({ type }) => type === 'user')?.message
  return {
    agent: isAgent ? textOf(said[0]?.agentId) : undefined,
    prompt: isAgent && isRecord(first) ? textOf(first.content) : undefined,
    session: textOf(records.find(({ sessionId }) => textOf(sessionId))?.sessionId),
    calls: agentCalls(records),
  }
}

function codexLinks(records: readonly JsonObject[]): AgentLinks {
  const calls = new Map<string, string>()
  let agent: string | undefined
  for (const { type, payload } of records) {
    if (!isRecord(payload)) continue
    // A rollout may begin with entries copied from the parent. The first entry is its own.
    if (type === 'session_meta') agent ??= textOf(payload.id)
    if (type !== 'event_msg' || payload.type !== 'collab_agent_spawn_end') continue
    const id = textOf(payload.new_thread_id)
    const call = textOf(payload.call_id)
    if (id !== undefined && call !== undefined) calls.set(id, call)
  }
  return { agent, calls }
}
