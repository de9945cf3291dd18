import type { Run } from './types.js'

/** Why a request about runs is refused, for `switch`. */
export type RefusalCode = 'invalid' | 'unknown_run' | 'run_open' | 'stale' | 'ended' | 'not_resumable'

const STATUS: Record<RefusalCode, number> = {
  invalid: 400,
  unknown_run: 404,
  run_open: 409,
  stale: 409,
  ended: 409,
  not_resumable: 410,
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...HEADERS, ...headers } })
}

export function refuse(code: RefusalCode, message: string, more: object = {}): Response {
  return answer({ error: { code, message }, ...more }, STATUS[code])
}

/** The facts about a run that its client may know. */
export function shownRun({ runId, threadId, status, data }: Run): object {
  const { startedAt, outcome, problem, waiting = [], begun = {}, inbox } = data
  return {
    id: runId,
    threadId,
    status,
    startedAt,
    ...(outcome && { outcome }),
    ...(problem !== undefined && { problem }),
    ...(status === 'waiting' && {
      waiting: waiting.map((call) => ({ ...call, ...(begun[call.key] && { begun: begun[call.key] }) })),
    }),
    ...(status === 'ended' && inbox?.length && { unsent: inbox }),
  }
}
