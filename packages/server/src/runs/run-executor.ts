import type { Tool } from '@antiphon/core'
import { nameOf } from '../log/types.js'
import type { RunWatch } from './observer.js'
import type { ChatUser } from '../route.js'
import { createLogWriter, type LogWriter } from './log-writer.js'
import type { RunsContext } from './run-options.js'
import { eventLine } from './run-events.js'
import { startSession, type RunSession, type SessionEnd } from './run-session.js'
import { storedLines } from './seal-log.js'
import type { Run, RunOutcome, WaitingCall } from './types.js'

/** The runs that this process executes. */
export interface RunExecutor {
  /** Executes a run whose row names this process. */
  execute(run: Run, user: ChatUser): void
  /** Takes a run that waits, and goes on with it. Does nothing where another process was faster. */
  resume(waits: Run, user: ChatUser): Promise<void>
  /** Passes on what the row of a run asks of its session. */
  attend(run: Run | undefined): void
  /** Ends the row and the log of a run that this process has. */
  end(run: Run, writer: LogWriter, ended: RunEnd): Promise<void>
  writerOf(run: Run): LogWriter
  held(): Held[]
  /** Another process has the run, or nobody: its session says nothing more. */
  lose(run: Run): void
  /** The same, where what becomes of the run is told elsewhere. */
  drop(run: Run): void
}

interface Held {
  run: Run
  writer: LogWriter
  watch: RunWatch
  /** Absent until the upstream is known. */
  session?: RunSession
  /** Resolves when the run has left this process. */
  left: Promise<void>
}

interface RunEnd {
  outcome: RunOutcome
  isSaved: boolean
  sent: ReadonlySet<string>
  problem?: string
}

export function createExecutor(context: RunsContext): RunExecutor {
  const { store, log, storageOf, upstreamOf, tools, owner, windowMs, now, generateId, observer, onError } =
    context
  const held = new Map<string, Held>()

  const writerOf = (run: Run): LogWriter => {
    const { userId, threadId, runId, epoch } = run
    const key = { userId, threadId, runId }
    return createLogWriter({ log, key, epoch, windowMs, onFenced: () => lose(run) })
  }
  /** Changes a run only while this process has it. */
  const changeOwn = (run: Run, change: (at: Run) => Run): Promise<Run | undefined> =>
    store.change(run, (at) => (at.epoch === run.epoch && at.status === 'running' ? change(at) : undefined))

  const drop = ({ epoch, ...key }: Run): Held | undefined => {
    const name = nameOf(key)
    const entry = held.get(name)
    if (entry?.run.epoch !== epoch) return undefined
    held.delete(name)
    entry.session?.abandon()
    return entry
  }
  const lose = (run: Run): void => drop(run)?.watch.ended('left')

  const attend = (run: Run | undefined): void => {
    const entry = run && held.get(nameOf(run))
    if (!entry) return
    if (entry.run.epoch !== run.epoch) return lose(entry.run)
    for (const message of run.data.inbox ?? []) entry.session?.steer(message)
    if (run.data.isStopped) entry.session?.stop()
  }

  const begin = async (entry: Held, user: ChatUser): Promise<void> => {
    const { run, writer, watch } = entry
    const { asking, waiting = [] } = run.data
    if (asking !== undefined) {
      for (const line of await storedLines(run, storageOf(run.userId))) writer.write(line)
      watch.ended('waiting')
      return ask(run, writer, waiting, user)
    }
    const { model, parameters, tools: clientTools = [] } = run.data.order
    const { transport, chat } = await upstreamOf(run.data.order, user)
    const session = startSession({
      run,
      dataNow: () =>
        store.get(run).then(
          (at = run) => at.data,
          () => run.data,
        ),
      storage: storageOf(run.userId, run),
      transport,
      tools: [...tools.map((tool) => forUser(watch.tool(tool), user)), ...clientTools],
      chat: { generateId, ...(model !== undefined && { model }), ...(parameters && { parameters }), ...chat },
      writer,
      watch,
      onFault: onError,
      now,
    })
    if (held.get(nameOf(run)) !== entry) return session.abandon()
    entry.session = session
    // Somebody may have asked it to stop since. If the database does not answer now, the next beat looks again.
    attend(await store.get(run).catch(() => undefined))
    const ended = await session.ended
    watch.ended(ended.status === 'ended' ? ended.outcome : 'waiting')
    const left = ended.status === 'ended' ? end(run, writer, ended) : leaveWaiting(entry, ended, user)
    // The run is over, so an end that cannot be stored now does not make it fail: `beat` finds the row and ends it.
    await left.catch(onError)
  }

  const execute = (run: Run, user: ChatUser): void => {
    const writer = writerOf(run)
    const watch = observer.began(run)
    let letGo!: () => void
    const entry: Held = { run, writer, watch, left: new Promise((resolve) => (letGo = resolve)) }
    held.set(nameOf(run), entry)
    void begin(entry, user)
      .catch(async (error: unknown) => {
        onError(error)
        watch.ended('failed')
        const problem = error instanceof Error ? error.message : String(error)
        await end(run, writer, { outcome: 'failed', isSaved: false, sent: new Set(), problem })
      })
      .catch(onError)
      .finally(() => {
        if (held.get(nameOf(run)) === entry) held.delete(nameOf(run))
        letGo()
      })
  }

  /** Stores the question before anybody is shown it: another process asks it again where this one dies in between. */
  const leaveWaiting = async (
    { run, writer }: Held,
    { calls, decisions, sent }: Extract<SessionEnd, { status: 'waiting' }>,
    user: ChatUser,
  ): Promise<void> => {
    const known = new Set(run.data.decisions?.map(({ key }) => key))
    const asks = await changeOwn(run, (at) => {
      // Decisions that came while the run went on with those before.
      const said = (at.data.decisions ?? []).filter(({ key }) => !known.has(key))
      const keys = new Set(said.map(({ key }) => key))
      const waiting = calls.filter(({ key }) => !keys.has(key))
      const inbox = (at.data.inbox ?? []).filter(({ id }) => !sent.has(id))
      const data = { ...at.data, asking: calls.length, waiting, decisions: [...decisions, ...said], inbox }
      return { ...at, data }
    })
    if (asks) await ask(asks, writer, calls, user)
  }

  /** Shows the calls that wait, and leaves the run to whoever answers one. It stays with its owner where that cannot be stored. */
  const ask = async (
    run: Run,
    writer: LogWriter,
    calls: readonly WaitingCall[],
    user: ChatUser,
  ): Promise<void> => {
    writer.write(eventLine({ antiphon: 'waiting', calls }))
    await writer.flush()
    let isAnswered = false
    const waits = await changeOwn(run, ({ data: { asking = 0, ...data }, ...at }) => {
      isAnswered = (data.waiting ?? []).length < asking
      return { ...at, status: 'waiting', owner: '', data }
    }).catch(onError)
    if (waits && (isAnswered || waits.data.isStopped)) await resume(waits, user)
  }

  const end: RunExecutor['end'] = async (run, writer, { outcome, isSaved: saved, sent, problem }) => {
    const said = problem === undefined ? {} : { problem }
    const ended = await changeOwn(run, (at) => {
      const { waiting: _, decisions: __, begun: ___, inbox = [], ...data } = at.data
      const unsent = inbox.filter(({ id }) => !sent.has(id))
      return { ...at, status: 'ended', owner: '', data: { ...data, ...said, outcome, inbox: unsent } }
    })
    if (!ended) return
    const { inbox: unsent = [] } = ended.data
    writer.write(
      eventLine({ antiphon: 'end', outcome, saved, ...said, ...(unsent.length > 0 && { unsent }) }),
    )
    await writer.end()
  }

  const resume = async (waits: Run, user: ChatUser): Promise<void> => {
    const taken = await store.change(waits, (at) =>
      at.status === 'waiting' && at.epoch === waits.epoch
        ? { ...at, status: 'running', owner, epoch: at.epoch + 1, beat: 0 }
        : undefined,
    )
    if (taken) execute(taken, user)
  }

  return { execute, resume, attend, end, writerOf, lose, drop, held: () => [...held.values()] }
}

/** The tool, which is told who asked. */
function forUser(tool: Tool, user: ChatUser): Tool {
  const { execute } = tool
  return execute ? { ...tool, execute: (args, context) => execute(args, { ...context, user }) } : tool
}
