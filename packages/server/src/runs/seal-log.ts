import type { NodeRecord, ThreadStorage } from '@antiphon/threads'
import type { RunLog } from '../log/types.js'
import { eventLine } from './run-events.js'
import type { Run } from './types.js'

/** The question of a run and all that follows it in the thread. */
async function ownNodes({ threadId, data }: Run, storage: ThreadStorage): Promise<NodeRecord[]> {
  const nodes = ((await storage.read(threadId))?.nodes ?? []) as NodeRecord[]
  // Parents first, because a reader puts a message below one that it has. The storage gives them in any order.
  const own = nodes.filter(({ id }) => id === data.order.message?.id)
  for (const { id: above } of own) own.push(...nodes.filter(({ parent }) => parent === above))
  return own
}

/** The messages of a run as events. Told again, they change nothing. */
export async function storedLines(run: Run, storage: ThreadStorage): Promise<string[]> {
  return (await ownNodes(run, storage)).map((node) => eventLine({ antiphon: 'message', node }))
}

/** The last message of a run in its thread. */
export async function lastMessage(run: Run, storage: ThreadStorage): Promise<NodeRecord['message']> {
  return (await ownNodes(run, storage)).at(-1)?.message
}

/**
 * Ends the log of a run that has ended without it: the log could not be written, or the process died right then. Readers get the
 * messages as the thread has them, and the end. Several may do so at once, and one of them does.
 */
export async function sealLog(log: RunLog, run: Run, storage: ThreadStorage): Promise<void> {
  const { userId, threadId, runId, epoch, data } = run
  const key = { userId, threadId, runId }
  const { outcome = 'lost', problem, inbox = [] } = data
  const said = problem === undefined ? {} : { problem }
  const unsent = inbox.length > 0 ? { unsent: inbox } : {}
  const saved = problem === undefined
  const end = eventLine({ antiphon: 'end', outcome, saved, ...said, ...unsent })
  const lines = [...(await storedLines(run, storage)), end]
  await log.open(key, epoch)
  await log.append(key, epoch, lines, true)
}
