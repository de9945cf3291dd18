import { isChatError, type Message } from '@antiphon/core'
import { isRecord, textOf } from '@antiphon/base'
import { type TranscriptRead, type TranscriptReadOptions, TRANSCRIPT_KEY } from '@antiphon/transcripts'
import { withMetadata } from '@antiphon/transcripts/toolkit'
import { groupSessionFiles } from './session-files.js'
import { sessionFormats } from './session-formats.js'
import { agentLinks, type AgentLinks } from './shared/agent-links.js'

/** A file of a folder, or one that was dropped. */
export interface SessionFile {
  /** The path with `/`. It tells which session an agent belongs to when the records do not. */
  path: string
  text: string
}

/** A session and the files that were read into it. */
export interface JoinedSession {
  path: string
  transcript: TranscriptRead
  /** Paths of the agents in the results of its calls, or of the calls of its agents. */
  agents: string[]
}

/** The sessions of a folder, and the files that could not be read. */
export interface JoinedSessions {
  sessions: JoinedSession[]
  /** Files that are not sessions, each with the reason in one line. */
  problems: { path: string; message: string }[]
}

interface Entry extends JoinedSession {
  links: AgentLinks
  /** The place in which it was put. */
  host?: Entry
}

/** The files with those of a store, which has one for each message and part, joined to one for each session. */
function joinStores(files: readonly SessionFile[]): readonly SessionFile[] {
  const groups = groupSessionFiles(files.map(({ path }) => path))
  const stores = groups.filter((group) => group.isStore && group.files.length > 1)
  if (stores.length === 0) return files
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const joined = new Set(stores.flatMap((group) => group.files))
  return [
    ...stores.map(({ path, files: names }) => ({
      path,
      text: names.map((name) => texts.get(name)!).join('\n'),
    })),
    ...files.filter(({ path }) => !joined.has(path)),
  ]
}

/** Reads the text of one file: `readTranscript`, with the formats that the files may be in. */
export type ReadText = (text: string, options: TranscriptReadOptions) => TranscriptRead

/**
 * Reads the session files of a folder, each with `read`: `readTranscript` of `@antiphon/transcripts`. It is handed in, so a page that
 * lists sessions does not load every other format. If the call that ran an agent is in another file, the agent's transcript goes to
 * the result of that call: `metadata['antiphon.transcript']`. Any other agent is a session of its own.
 */
export function readSessionFiles(files: readonly SessionFile[], read: ReadText): JoinedSessions {
  const entries: Entry[] = []
  const problems: JoinedSessions['problems'] = []
  /** The call that an agent's own description names, by the path of the agent without its ending. */
  const described = new Map<string, string>()

  for (const { path, text } of joinStores(files)) {
    if (path.endsWith('.meta.json')) {
      const callId = callOfDescription(text)
      if (callId !== undefined) described.set(path.slice(0, -'.meta.json'.length), callId)
      continue
    }
    try {
      const transcript = read(text, { formats: sessionFormats })
      const isSession = sessionFormats.some(({ name }) => name === transcript.format)
      const links = isSession ? agentLinks(transcript.format, text) : { calls: new Map() }
      entries.push({ path, transcript, agents: [], links })
    } catch (error) {
      if (!isChatError(error)) throw error
      problems.push({ path, message: error.message })
    }
  }

  const places = new Map<Entry, { host: Entry; callId: string }>()
  for (const entry of entries) {
    const place = placeOf(entry, entries, described.get(entry.path.replace(/\.jsonl?$/, '')))
    if (place) places.set(entry, place)
  }
  // Inner agents go first, because a result gets a copy of the transcript.
  const ordered = [...places.keys()].toSorted((a, b) => depthOf(b, places) - depthOf(a, places))
  for (const entry of ordered) {
    const { host, callId } = places.get(entry)!
    if (depthOf(entry, places) === Infinity || !attach(host, callId, entry)) continue
    entry.host = host
    host.agents.push(entry.path, ...entry.agents)
  }
  const sessions = entries
    .filter(({ host }) => !host)
    .map(({ path, transcript, agents }) => ({ path, transcript, agents }))
  return { sessions, problems }
}

function callOfDescription(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? textOf(value.toolUseId) : undefined
  } catch {
    return undefined
  }
}

/** The file and the call that ran an agent: by its description, by its id, by what it was asked. */
function placeOf(
  entry: Entry,
  entries: readonly Entry[],
  described: string | undefined,
): { host: Entry; callId: string } | undefined {
  const { agent, prompt } = entry.links
  if (agent === undefined && described === undefined && prompt === undefined) return undefined
  const others = entries.filter(
    (other) => other !== entry && other.transcript.format === entry.transcript.format,
  )
  if (described !== undefined) {
    const host = others.find(({ transcript }) => resultOf(transcript.messages, described) !== undefined)
    if (host) return { host, callId: described }
  }
  for (const host of others) {
    const callId = agent === undefined ? undefined : host.links.calls.get(agent)
    if (callId !== undefined) return { host, callId }
  }
  // The same words may appear anywhere, so they count only within one session.
  for (const host of others.filter((other) => isOfSession(entry, other))) {
    const callId = prompt === undefined ? undefined : host.links.calls.get(prompt)
    if (callId !== undefined) return { host, callId }
  }
  return undefined
}

function isOfSession({ path, links }: Entry, host: Entry): boolean {
  if (links.session !== undefined && links.session === host.links.session) return true
  return path.startsWith(`${host.path.replace(/\.jsonl?$/, '')}/`)
}

/** A circle of files, each the agent of the next, has no top. */
function depthOf(entry: Entry, places: ReadonlyMap<Entry, { host: Entry }>): number {
  let depth = 0
  for (let at = places.get(entry)?.host; at; at = places.get(at)?.host)
    if (++depth > places.size) return Infinity
  return depth
}

function resultOf(messages: readonly Message[], callId: string): Message | undefined {
  return messages.findLast((message) => message.role === 'tool' && message.tool_call_id === callId)
}

function attach({ transcript }: Entry, callId: string, agent: Entry): boolean {
  const before = resultOf(transcript.messages, callId)
  if (!before || before.metadata?.[TRANSCRIPT_KEY] !== undefined) return false
  const { messages, document } = agent.transcript
  const after = withMetadata(before, { [TRANSCRIPT_KEY]: { messages, ...document } })
  const swap = <M extends Message>(message: M): M => (message === before ? (after as M) : message)
  transcript.messages = transcript.messages.map(swap)
  if (transcript.tree)
    transcript.tree = {
      ...transcript.tree,
      nodes: transcript.tree.nodes.map((node) => ({ ...node, message: swap(node.message) })),
    }
  return true
}
