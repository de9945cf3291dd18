import type { AnswerEnd, ChatConfig, ChatErrorData, ChatStatus, MessageStore } from '@antiphon/core'
import { toChatErrorData } from '@antiphon/core/errors'
import type { createKeepers } from '@antiphon/core/keeper'
import { callHost, compact } from '@antiphon/base'
import { isLogin, persist } from './persist.js'
import { SENT_KEY, type RunEvent, type RunOutcome } from './protocol.js'
import { readRun, type RunLine } from './read-run.js'
import type { RunClient } from './run-client.js'
import type { RunView } from './run-view.js'
import type { WaitingCalls } from './waiting-calls.js'

export interface PresentRunHost {
  client: RunClient
  store: MessageStore
  keepers: ReturnType<typeof createKeepers>
  view: RunView
  calls: Pick<WaitingCalls, 'set' | 'answered'>
  getConfig(): ChatConfig
  /** Aborted when the chat lets go of the server. */
  signal(): AbortSignal
  /** The server has the run. */
  onStarted(): void
  /** A message that was sent to the run is in the thread. */
  onUsed(messageId: string): void
  onEnded(): void
  /** A run was stopped before the server was heard to have it. It has it, and what there is of its answer is in the thread. */
  onLeft(): void
  update(): void
}

/** The run that a chat shows, whether it started it or found it. There is one at a time, and one reader of its events. */
export interface PresentRun {
  /** Its id; undefined where there is none. */
  id(): string | undefined
  /** Does the server have it? */
  isStarted(): boolean
  /** Has somebody stopped it? It is over in a moment. */
  isStopped(): boolean
  status(): ChatStatus
  /**
   * Takes up a run and shows it to its end. Rejects with the refusal of its start.
   *
   * @param start resolves when the server has it; aborted by `stop`.
   */
  enter(runId: string, start: (signal: AbortSignal) => Promise<void>): Promise<AnswerEnd['outcome']>
  stop(): void
  /** Reads again which of its calls wait. */
  refresh(): void
  /** Resolves when it has ended. */
  ended(): Promise<unknown>
  onFirstToken(): void
  clearFailure(): void
}

export function createPresentRun(host: PresentRunHost): PresentRun {
  const { client, store, keepers, view, calls } = host
  let current:
    | {
        runId: string
        stop: AbortController
        isStarted: boolean
        isStopped: boolean
        ended: Promise<unknown>
      }
    | undefined
  let phase: 'submitted' | 'streaming' = 'submitted'
  let hasFailed = false

  /** Asks the server, because a replay repeats questions that were answered long ago. */
  const readCalls = async (): Promise<void> => {
    const signal = host.signal()
    const run = await persist(() => client.open(signal), { signal })
    // One that goes on at this moment tells what waits in its next events. Until then calls go on that run here.
    if (run?.id === current?.runId && run?.status === 'waiting') calls.set(run.waiting ?? [])
  }

  const applyEvent = async (event: RunEvent): Promise<void> => {
    switch (event.antiphon) {
      case 'answer':
        return view.answer(event)
      case 'message': {
        const { message } = event.node
        const sent = message?.metadata?.[SENT_KEY]
        if (current && message?.role === 'assistant' && message.finishReason === 'cancelled')
          current.isStopped = true
        await view.message(event.node)
        return typeof sent === 'string' ? host.onUsed(sent) : undefined
      }
      case 'waiting': {
        phase = 'streaming'
        await readCalls()
        return host.update()
      }
      case 'resumed':
        return calls.answered(event.decided)
      case 'end':
    }
  }

  /** Shows a run until it ends. Undefined where its events are gone, or were read to their end before. */
  const follow = async (runId: string): Promise<RunOutcome | undefined> => {
    let outcome: RunOutcome | undefined
    const applyNamed = async (event: RunEvent): Promise<boolean> => {
      await applyEvent(event)
      if (event.antiphon !== 'end') return false
      outcome = event.outcome
      return true
    }
    const apply = ({ name, data }: RunLine): boolean | Promise<boolean> => {
      const value = JSON.parse(data) as RunEvent
      if (name !== undefined) return applyNamed(value)
      view.piece(value)
      return false
    }
    await readRun({ client, runId, signal: host.signal(), apply })
    return outcome
  }

  /** The thread has what there is, whether the run was shown to its end or not. */
  const settle = async (outcome: RunOutcome | undefined): Promise<AnswerEnd['outcome']> => {
    calls.set([])
    await keepers.refresh()
    view.end()
    const id = view.lastAnswer() ?? store.getIds().at(-1)
    const message = id === undefined ? undefined : store.getMessage(id)
    const answer = message?.role === 'assistant' ? message : undefined
    const told = outcome === 'lost' ? 'failed' : (outcome ?? 'done')
    hasFailed = told === 'failed' || answer?.isError === true
    current = undefined
    host.onEnded()
    host.update()
    if (!answer) return told
    const { onError, onFinish } = host.getConfig()
    if (answer.error) callHost(onError, answer.error)
    callHost(onFinish, { message: answer, messages: store.getPath(answer.id), outcome: told })
    return told
  }

  return {
    id: () => current?.runId,
    isStarted: () => current?.isStarted ?? false,
    isStopped: () => current?.isStopped ?? false,
    status: () => (current ? phase : hasFailed ? 'error' : 'ready'),
    enter(runId, start) {
      const stop = new AbortController()
      const signal = host.signal()
      const ended = Promise.resolve() as Promise<unknown>
      const entry = { runId, stop, isStarted: false, isStopped: false, ended }
      current = entry
      hasFailed = false
      phase = 'submitted'
      const work = async (): Promise<AnswerEnd['outcome']> => {
        try {
          await start(AbortSignal.any([signal, stop.signal]))
          entry.isStarted = true
          host.onStarted()
          return await settle(await follow(runId))
        } catch (error) {
          if (current === entry) current = undefined
          const isStopped = signal.aborted || stop.signal.aborted
          if (isStopped) view.end()
          else {
            hasFailed = true
            const { model } = host.getConfig()
            view.fail({
              isError: true,
              finishReason: 'error',
              error: problemOf(error, compact({ model })),
            })
          }
          host.update()
          if (isStopped) return 'stopped'
          throw error
        }
      }
      const outcome = work()
      entry.ended = outcome.catch(() => {})
      host.update()
      return outcome
    },
    stop() {
      if (!current) return
      const { runId, stop, isStarted } = current
      current.isStopped = true
      stop.abort()
      const signal = host.signal()
      // Also where the request to start it was on its way: the server may have got it.
      persist(() => client.stop(runId, signal), { signal }).then(
        () => isStarted || host.onLeft(),
        () => {},
      )
    },
    refresh: () => void (current && readCalls().catch(() => {})),
    ended: () => current?.ended ?? Promise.resolve(),
    onFirstToken() {
      phase = 'streaming'
      host.update()
    },
    clearFailure: () => void (hasFailed = false),
  }
}

/** A session that has ended is told as elsewhere in the kit: the person signs in, and sends it again. */
function problemOf(error: unknown, context: { model?: string }): ChatErrorData {
  const problem = toChatErrorData(error, context)
  return isLogin(error) ? { ...problem, kind: 'auth', status: 401, isSignedOut: true } : problem
}
