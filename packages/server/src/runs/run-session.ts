import {
  pairToolCalls,
  type ChatController,
  type ChatOptions,
  type ChatTransport,
  type Tool,
} from '@antiphon/core'
import type { StorageProblemKind, ThreadSaver, ThreadStorage } from '@antiphon/threads'
import type { RunWatch } from './observer.js'
import { beginRun, endsInterrupted, until } from './begin-run.js'
import { watchRest } from './chat-rest.js'
import type { LogWriter } from './log-writer.js'
import { openThread, type OpenThread } from './open-thread.js'
import { callKeyOf, settlePageCalls } from './page-results.js'
import { eventLine, type RunEvent } from './run-events.js'
import { storedLines } from './seal-log.js'
import { SENT_KEY, sentIds } from './sent-messages.js'
import { tapTransport } from './tap-transport.js'
import type { Run, RunData, RunDecision, RunMessage, RunOutcome, WaitingCall } from './types.js'
import { waitingCalls } from './waiting-calls.js'

export interface SessionOptions {
  run: Run
  /** The data of the run as they are at this moment. */
  dataNow(): Promise<RunData>
  storage: ThreadStorage
  transport: ChatTransport
  /** The tools that run here, and those that the client runs. */
  tools: readonly Tool[]
  chat: Pick<ChatOptions, 'system' | 'model' | 'parameters' | 'maxSteps' | 'toolTimeout' | 'generateId'>
  writer: LogWriter
  watch: RunWatch
  /** Is told why an answer failed where that is a matter of the host alone. */
  onFault(error: Error): void
  now: () => number
}

/** How a session left the run. One that waits may go on in another session, of any process. */
export type SessionEnd = {
  isSaved: boolean
  /** Messages that were sent to it and are in the thread. */
  sent: ReadonlySet<string>
} & (
  | { status: 'waiting'; calls: readonly WaitingCall[]; decisions: readonly RunDecision[] }
  | { status: 'ended'; outcome: RunOutcome }
)

/** A run while this process executes it: the loop of the kernel over the stored thread. */
export interface RunSession {
  /** Resolves when the run has ended or waits, and all is stored. Never settles after `abandon`. Rejects when it cannot begin. */
  readonly ended: Promise<SessionEnd>
  /** Adds a message, which the model reads with its next request. One that it was given before is left out. */
  steer(message: RunMessage): void
  stop(): void
  /** Another process has the run: nothing more is stored or said. */
  abandon(): void
}

/** How often a thread is tried to be read or stored, and the first pause between, which doubles, in ms: a database may restart. */
const TRIES = 6
const PAUSE_MS = 250
/** A whole answer is kept nowhere else, so for reasons that pass it is tried for as long as it takes. */
const PASSING: ReadonlySet<string> = new Set<StorageProblemKind>(['server-full', 'network', 'slow'])
const NOTHING_PASSES: ReadonlySet<string> = new Set()
const LONGEST_PAUSE_MS = 4000

const never = new Promise<never>(() => {})

export function startSession(options: SessionOptions): RunSession {
  const { run, storage, writer, watch, now, tools } = options
  const { data } = run
  const tell = (event: RunEvent): void => {
    if (!isAbandoned) writer.write(eventLine(event))
  }
  const given = new Set<string>()
  /** Orders that came while the thread was read. */
  const early: ((chat: ChatController) => void)[] = []
  let chat: ChatController | undefined
  let saver: ThreadSaver | undefined
  let isAbandoned = false
  let outcome: RunOutcome | undefined

  const act = (work: (chat: ChatController) => void): void => {
    if (chat) work(chat)
    else early.push(work)
  }

  const transport = tapTransport(options.transport, {
    onRequest: watch.asked,
    async onAnswer() {
      // A reader gets the messages that it answers before it. A database that restarts holds it up for a while.
      if (saver) await save(saver, NOTHING_PASSES)
      const id = chat?.store.getIds().findLast((one) => chat?.getLiveStep(one))
      if (!chat || id === undefined) return
      const { model } = chat.getState()
      const parent = chat.store.getParent(id) ?? null
      tell({ antiphon: 'answer', id, parent, ...(model !== undefined && { model }), at: now() })
    },
    onChunk: (chunk) => isAbandoned || writer.write(JSON.stringify(chunk)),
  })

  const steer = (to: ChatController, message: RunMessage): void => {
    if (given.has(message.id)) return
    given.add(message.id)
    const send = (): void => {
      if (sentIds(to.store).has(message.id)) return
      void to.send(message.content, { metadata: { ...message.metadata, [SENT_KEY]: message.id } })
    }
    const isAtWork = (): boolean => /^(submitted|streaming)$/.test(to.getState().status)
    if (isAtWork()) return send()
    // Calls that waited are being answered: before the loop goes on, a message would begin a run of its own.
    const unsubscribe = to.subscribe(() => {
      if (!isAtWork()) return
      unsubscribe()
      send()
    })
  }

  /** The process before may have stored messages and not told them any more. Told twice, they count once. */
  const tellStored = async (): Promise<void> => {
    if (run.epoch === 1 || data.decisions) return
    for (const line of await storedLines(run, storage)) if (!isAbandoned) writer.write(line)
  }

  const open = async (): Promise<OpenThread> => {
    for (let tries = 1, pause = PAUSE_MS; ; tries++, pause *= 2) {
      try {
        return await openThread(
          {
            ...options.chat,
            threadId: run.threadId,
            transport,
            tools,
            now,
            onFinish: (end) => (outcome = end.outcome),
          },
          storage,
          {
            isOver: () => isAbandoned,
            onFault: options.onFault,
            onStored: (node) => tell({ antiphon: 'message', node }),
          },
        )
      } catch (error) {
        if (isAbandoned) return never
        if (tries === TRIES) throw error
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  const execute = async (): Promise<SessionEnd> => {
    const thread = await open()
    ;({ chat, saver } = thread)
    refuseQuestions(chat)
    const rest = watchRest(chat)
    await tellStored()
    // The process before may have died when the answer with these calls was stored.
    if (run.epoch > 1 && !data.decisions && openCalls(chat).size > 0) return leaveCalls(chat, thread.saver)
    if (data.decisions?.length) tell({ antiphon: 'resumed', decided: data.decisions.map(({ key }) => key) })
    beginRun(chat, data, rest, now)
    if (endsInterrupted(data)) outcome = 'stopped'
    for (const message of data.inbox ?? []) steer(chat, message)
    for (const work of early.splice(0)) work(chat)
    if (data.isStopped) chat.stop()
    await rest.reached()
    return isAbandoned ? never : leave(chat, thread.saver)
  }

  /** Leaves calls of the process before as they are. Where one of them waits for nobody, it may have run, and the run is lost. */
  const leaveCalls = async (from: ChatController, saver: ThreadSaver): Promise<SessionEnd> => {
    const open = openCalls(from).size
    await until(from, () => waitingCalls(from).length === open)
    if (waitingCalls(from).length < open) outcome = 'lost'
    return isAbandoned ? never : leave(from, saver)
  }

  /** Stores all, and lets the chat go as it is: a loop that waits for a person goes on in another session. */
  const leave = async (from: ChatController, saver: ThreadSaver): Promise<SessionEnd> => {
    const isStopped = outcome === 'stopped' || (data.isStopped ?? false)
    const calls = isStopped ? [] : waitingCalls(from)
    if (calls.length === 0 && openCalls(from).size > 0) await settlePageCalls(from, await options.dataNow())
    const isSaved = await save(saver)
    if (isAbandoned) return never
    await saver.close()
    const sent = sentIds(from.store)
    const open = openCalls(from)
    from.stop()
    if (calls.length === 0) {
      const last = isStopped ? 'stopped' : (outcome ?? 'done')
      return { status: 'ended', outcome: last, isSaved, sent }
    }
    // An allowed call runs with the rest of its turn, so its decision is kept. A denial has its result already.
    const decisions = (data.decisions ?? []).filter(({ key }) => open.has(callKeyOf(key)))
    return { status: 'waiting', calls, decisions, isSaved, sent }
  }

  const save = async (saver: ThreadSaver, passing = PASSING): Promise<boolean> => {
    for (let tries = 1, pause = PAUSE_MS; ; tries++, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      await saver.flush()
      const { status, problem } = saver.getState()
      if (status === 'saved') return true
      if (isAbandoned || (tries >= TRIES && !passing.has(problem?.kind ?? ''))) return false
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  const ended = execute()
  // Whoever awaits it gets its failure. When nobody does, the failure must not end the process.
  ended.catch(() => {})
  return {
    ended,
    steer: (message) => act((to) => steer(to, message)),
    stop: () => act((to) => to.stop()),
    abandon() {
      isAbandoned = true
      act((to) => to.stop())
    },
  }
}

/** A question lives as long as the call that asks it, and a run may outlive its process. So nobody is there to answer. */
function refuseQuestions(chat: ChatController): void {
  chat.subscribe(() => {
    for (const { key } of chat.getState().questions ?? []) void chat.answerQuestion(key, { type: 'cancel' })
  })
}

function openCalls(chat: ChatController): Set<string> {
  return new Set(
    pairToolCalls(chat.store.getMessages()).calls.flatMap(({ key, result }) => (result ? [] : [key])),
  )
}
