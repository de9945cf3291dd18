import { type AssistantMessage, type MessageStore, type StoredMessage } from '@antiphon/core'
import { createCompletionReader } from '@antiphon/core/wire'
import type { createKeepers, createLiveSteps } from '@antiphon/core/keeper'
import { channelOfEvent } from '@antiphon/core/channels'
import { isSameJson } from '@antiphon/base'
import type { NodeRecord } from '@antiphon/threads'
import type { RunEvent } from './protocol.js'

export interface RunViewHost {
  store: MessageStore
  live: ReturnType<typeof createLiveSteps>
  keepers: ReturnType<typeof createKeepers>
  now(): number
  model(): string | undefined
  /** Called with the first reasoning, text or call of an answer. */
  onFirstToken(): void
}

/** Shows a run: its answers as they arrive, each until it is stored. */
export interface RunView {
  /** Shows an empty answer below a message, until the first one begins. */
  wait(parent: string | null): void
  /** Shows that a message goes on. */
  waitAt(id: string): void
  /** The request could not be made, and is tried again. */
  notice(error: unknown, at: number, attempt: number): void
  answer(event: Extract<RunEvent, { antiphon: 'answer' }>): void
  /** A piece of the last answer. */
  piece(chunk: object): void
  message(node: NodeRecord): Promise<void>
  /** Ends all that is shown as under way. */
  end(): void
  /** The last answer that it showed. */
  lastAnswer(): string | undefined
  /** The answer that was awaited, as it ended before it began. */
  fail(message: Partial<AssistantMessage>): void
}

/** The answer that arrives. */
interface Current {
  id: string
  reader: ReturnType<typeof createCompletionReader>
  /** It was there whole before. */
  isKept: boolean
  /** The message that was made of its pieces. */
  made?: StoredMessage
}

export function createRunView(host: RunViewHost): RunView {
  const { store, live, keepers, now } = host
  /** The empty answer before the first one begins. */
  let placeholder: string | undefined
  let current: Current | undefined
  let last: string | undefined
  const shown = new Set<string>()

  const start = (id: string, startedAt: number, model = host.model()): void => {
    shown.add(id)
    live.start(id, { phase: 'waiting', startedAt, model, onServer: true, calls: {} })
  }
  const rest = (id: string): void => {
    shown.delete(id)
    live.end(id)
  }
  const dropPlaceholder = (): void => {
    if (placeholder === undefined) return
    const id = placeholder
    placeholder = undefined
    store.remove(id)
    rest(id)
  }
  /** Nothing was stored of an answer that was given up. */
  const giveUp = (): void => {
    const before = current
    current = undefined
    if (!before) return
    // Another object has come from the storage, so it was stored after all.
    if (!before.isKept && store.getMessage(before.id) === before.made) store.remove(before.id)
    rest(before.id)
  }

  const beginReading = (id: string): ReturnType<typeof createCompletionReader> =>
    createCompletionReader({
      now,
      onEvent(event) {
        const activePart = 'callIndex' in event ? 'tool_call' : channelOfEvent(event.type)
        const step = live.get(id)
        if (!activePart || !step) return
        if (step.phase === 'waiting') host.onFirstToken()
        if (step.activePart !== activePart)
          live.update(id, { phase: 'streaming', activePart, activeSince: now() })
      },
    })

  const parentOf = (parent: string | null): string | null =>
    parent !== null && store.getMessage(parent) ? parent : null

  return {
    wait(parent) {
      const startedAt = now()
      placeholder = store.append(
        { role: 'assistant', content: '', model: host.model(), timestamp: startedAt },
        { parent },
      )
      start(placeholder, startedAt)
    },
    waitAt: (id) => start(id, now()),
    notice(error, at, attempt) {
      if (placeholder === undefined) return
      const message = error instanceof Error ? error.message : String(error)
      live.update(placeholder, { retry: { attempt, at, error: { kind: 'network_or_cors', message } } })
    },
    answer({ id, parent, model, at }) {
      if (current?.id !== id) giveUp()
      const isWhole = current === undefined && store.getMessage(id) !== undefined
      for (const one of shown) if (one !== placeholder) rest(one)
      last = id
      // A message that is there already stays as it is: it was stored, and is told again whole.
      current = { id, reader: beginReading(id), isKept: isWhole }
      start(id, at, model)
      if (!store.getMessage(id))
        store.append(
          { role: 'assistant', content: '', id, model, timestamp: at },
          { parent: parentOf(parent) },
        )
      current.made = store.getMessage(id)
      dropPlaceholder()
    },
    piece(chunk) {
      if (!current) return
      const answer = current
      const { id, reader, isKept } = answer
      reader.push(chunk)
      const before = store.getMessage(id)
      if (isKept || before?.role !== 'assistant') return
      const { timestamp, model } = before
      store.write(id, () => {
        const message = reader.snapshot()
        return (answer.made = { ...message, id, timestamp, model: message.model ?? model })
      })
    },
    async message({ id, message, parent }) {
      if (!message) return
      const before = store.getMessage(id)
      if (before && !isSameJson(before, message)) {
        store.write(id, message)
        store.flush()
      }
      if (current?.id === id) current = undefined
      if (!before || !isSameJson(before, message)) {
        // The keeper reads it with its place in the storage. Where it cannot, the event has the same.
        await keepers.refresh()
        if (!store.getMessage(id)) store.append({ ...message, id }, { parent: parentOf(parent) })
      }
      if (message.role === 'assistant') last = id
      if (!live.get(id)) return
      const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
      const open = calls.flatMap((call, at) => (call.providerRun ? [] : [at]))
      if (open.length === 0 || (message.role === 'assistant' && message.isError)) rest(id)
      else
        live.update(id, {
          phase: 'tools',
          activePart: undefined,
          calls: Object.fromEntries(open.map((at) => [at, { state: 'running', startedAt: now() }])),
        })
    },
    end() {
      giveUp()
      dropPlaceholder()
      for (const id of shown) rest(id)
    },
    lastAnswer: () => last,
    fail(message) {
      const id = placeholder
      const before = id === undefined ? undefined : store.getMessage(id)
      if (id === undefined || !before) return
      placeholder = undefined
      last = id
      store.write(id, { ...before, ...message } as StoredMessage)
      store.flush()
      rest(id)
    },
  }
}
