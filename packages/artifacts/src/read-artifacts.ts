import { isRecord } from '@antiphon/base'
import { pairStep, type LiveStep, type Message, type PairedCall, type ToolMessage } from '@antiphon/core'
import { createPartialJsonReader, type PartialJsonReader } from '@antiphon/core/partial-json'
import { artifactKinds, writeArtifact, type ArtifactDraft, type ArtifactKind } from './write-artifact.js'

/** The text of one call. */
export interface ArtifactVersion {
  /** Key of the call. */
  key: string
  kind: ArtifactKind
  title: string
  /** Language of code, as the model named it. */
  language?: string
  content: string
  /** False while the model writes it. */
  isComplete: boolean
}

/** All versions that the messages hold of one artifact. */
export interface Artifact {
  id: string
  /** Oldest first; at least one. */
  versions: readonly ArtifactVersion[]
}

/** Calls that write or have written. One that was refused, was cut off or failed is left out. */
const written = new Set<PairedCall['state']>(['writing', 'queued', 'running', 'done'])

/**
 * The artifacts of a conversation, in the order of their first calls. Only calls of `writeArtifact` that have run are versions;
 * `useArtifacts` also has the one that is being written.
 */
export function readArtifacts(messages: readonly Message[]): readonly Artifact[] {
  return createArtifactsReader()(messages)
}

interface Held {
  text: string
  isWriting: boolean
  /** Reads on, while the text grows. */
  reader: PartialJsonReader
  id: string
  version: ArtifactVersion | undefined
}

/**
 * Reads messages that change, each piece of a call once. As long as no version has changed, the result is the same object.
 * `liveOf` is the live step of an answer in flight.
 */
export function createArtifactsReader(): (
  messages: readonly Message[],
  liveOf?: (messageId: string) => LiveStep | undefined,
) => readonly Artifact[] {
  let held: ReadonlyMap<string, Held> = new Map()
  let artifacts: readonly Artifact[] = []
  return (messages, liveOf) => {
    const found = new Map<string, Held>()
    for (const call of artifactCalls(messages, liveOf))
      found.set(call.key, readCall(call, held.get(call.key)))
    const isSame = found.size === held.size && [...found].every(([key, one]) => held.get(key) === one)
    if (!isSame) artifacts = collect(found.values())
    held = found
    return artifacts
  }
}

/** A single call, for a transcript without a chat. */
export function readVersion(call: PairedCall): { id: string; version: ArtifactVersion | undefined } {
  return readCall(call, undefined)
}

function* artifactCalls(
  messages: readonly Message[],
  liveOf?: (messageId: string) => LiveStep | undefined,
): Generator<PairedCall> {
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    if (!message.tool_calls?.some((call) => call.function.name === writeArtifact.name)) continue
    const results: ToolMessage[] = []
    for (let next = index + 1; messages[next]?.role === 'tool'; next++)
      results.push(messages[next] as ToolMessage)
    const { id } = message
    const step = { key: id ?? `#${index}`, assistant: message, assistantIndex: index, results }
    const { calls } = pairStep(step, id === undefined ? undefined : liveOf?.(id))
    yield* calls.filter(({ call, state }) => call.function.name === writeArtifact.name && written.has(state))
  }
}

function readCall({ key, call, state }: PairedCall, before: Held | undefined): Held {
  const text = call.function.arguments
  const isWriting = state === 'writing'
  if (before?.text === text && before.isWriting === isWriting) return before
  const grows = before?.isWriting && text.startsWith(before.text)
  const reader = grows ? before.reader : createPartialJsonReader()
  reader.push(grows ? text.slice(before.text.length) : text)
  const draft = readDraft(reader.value)
  const { id = '', ...rest } = draft ?? {}
  return {
    text,
    isWriting,
    reader,
    id,
    version: draft && { key, ...(rest as Omit<ArtifactDraft, 'id'>), isComplete: !isWriting },
  }
}

/** Undefined until it is known which artifact it is, and for arguments that are not one. */
function readDraft(value: unknown): ArtifactDraft | undefined {
  if (!isRecord(value)) return undefined
  const { id, kind, title, language, content } = value
  const known = artifactKinds.find((one) => one === kind)
  if (typeof id !== 'string' || typeof title !== 'string' || typeof content !== 'string' || !known)
    return undefined
  return { id, kind: known, title, content, ...(typeof language === 'string' && { language }) }
}

function collect(calls: Iterable<Held>): readonly Artifact[] {
  const byId = new Map<string, ArtifactVersion[]>()
  for (const { id, version } of calls) {
    if (!version) continue
    const versions = byId.get(id)
    if (versions) versions.push(version)
    else byId.set(id, [version])
  }
  return [...byId].map(([id, versions]) => ({ id, versions }))
}
