import { userAt } from './page-user.js'
import type { RunDecision, RunMessage, RunOrder, ShownRun } from './protocol.js'
import { RunRefusal } from './run-refusal.js'
import { sendTo, type ServerAccess, type ServerRequest } from './server-access.js'

export interface RunClientOptions extends Pick<ServerAccess, 'baseUrl' | 'fetch' | 'headers'> {
  threadId: string
}

/** The requests about runs of one thread. Each rejects with a `RunRefusal`, or with another error where it may be tried again. */
export interface RunClient {
  /** The run of the thread that has not ended. */
  open(signal: AbortSignal): Promise<ShownRun | undefined>
  /** Begins a run. The same id again gives the same run, so it may be sent twice. */
  start(order: RunOrder & { id: string }, signal: AbortSignal): Promise<void>
  stop(runId: string, signal: AbortSignal): Promise<void>
  /** Notes that this page begins to run a call. A refusal: it was answered, or another page has begun it. */
  begin(runId: string, call: { key: string; mark: string }, signal: AbortSignal): Promise<void>
  decide(runId: string, decision: RunDecision, signal: AbortSignal): Promise<void>
  steer(runId: string, message: RunMessage, signal: AbortSignal): Promise<void>
  /** The events of a run behind an offset; undefined where it has ended there. */
  read(runId: string, offset: string | undefined, signal: AbortSignal): Promise<Response | undefined>
}

/** Statuses of a server, or of a proxy before it, that cannot answer now. */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 429

export function createRunClient({ threadId, ...access }: RunClientOptions): RunClient {
  const base = `/threads/${encodeURIComponent(threadId)}/runs`
  const user = userAt(access)

  const ask = async (path: string, signal: AbortSignal, init: ServerRequest = {}): Promise<Response> => {
    const response = await sendTo(access, user, base + path, { ...init, cache: 'no-store', signal })
    if (response.ok) return response
    const said = (await response.json().catch(() => ({}))) as {
      error?: { code?: string; message?: string }
      run?: ShownRun
    }
    const words = said.error?.message ?? `The server answered with ${response.status}.`
    if (mayPass(response.status)) throw new Error(words)
    throw new RunRefusal(response.status, said.error?.code ?? '', words, said.run)
  }
  const post = async (path: string, signal: AbortSignal, json: unknown): Promise<void> => {
    await ask(path, signal, { method: 'POST', json })
  }
  const at = (runId: string, action = ''): string => `/${encodeURIComponent(runId)}${action}`

  return {
    async open(signal) {
      const { run } = (await (await ask('/open', signal)).json()) as { run: ShownRun | null }
      return run ?? undefined
    },
    start: (order, signal) => post('', signal, order),
    stop: (runId, signal) => post(at(runId, '/stop'), signal, {}),
    begin: (runId, call, signal) => post(at(runId, '/begin'), signal, call),
    decide: (runId, decision, signal) => post(at(runId, '/decide'), signal, decision),
    steer: (runId, message, signal) => post(at(runId, '/steer'), signal, { message }),
    async read(runId, offset, signal) {
      const query = offset === undefined ? '' : `?offset=${encodeURIComponent(offset)}`
      const response = await ask(at(runId, query), signal, { headers: { accept: 'text/event-stream' } })
      return response.status === 204 ? undefined : response
    },
  }
}
