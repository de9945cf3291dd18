import { randomId } from '@antiphon/core'
import type { ThreadStorage } from '@antiphon/threads'
import type { Route } from '../route.js'
import { LOG_START, type LogKey, type RunLog } from '../log/types.js'
import { noObserver, type RunObserver } from './observer.js'
import { answer, refuse, shownRun } from './answers.js'
import type { Runs } from './create-runs.js'
import { uiStream } from './ai-sdk-stream.js'
import { eventStream } from './event-stream.js'
import { beginBody, decideBody, readBody, startBody, steerBody } from './read-body.js'
import { headRun, keyOf, readRun } from './read-routes.js'
import type { Run, RunMessage, RunOrder } from './types.js'

export interface RunRoutesOptions {
  runs: Runs
  log: RunLog
  /** The threads of a user. */
  storageOf(userId: string): ThreadStorage
  /** Longest wait of a long-poll, and the pause between two comments that keep a stream open, in ms. Default 15,000. */
  waitMs?: number
  /** Ends the streams of readers. Default: never. */
  closing?: AbortSignal
  /** Is told about readers. Default: none. */
  observer?: RunObserver
  /** Makes the id of a run when the client did not give one. Default: 128 random bits. */
  generateId?: () => string
}

const UNKNOWN = 'There is no such run.'

/** The addresses of runs. Each look-up carries the user, so a run of somebody else is one that does not exist. */
export function runRoutes(options: RunRoutesOptions): Route[] {
  const { runs, log, storageOf, waitMs = 15_000, generateId = randomId } = options
  const { closing = new AbortController().signal, observer = noObserver } = options
  const reading = { runs, log, waitMs, closing, observer }
  const runPath = '/threads/:threadId/runs/:runId'
  const answered = async (run: Run | undefined, key: LogKey): Promise<Response> => {
    if (run) return answer({ run: shownRun(run) }, 202)
    const now = await runs.get(key)
    const words =
      'No call waits under this key: it was answered, another page has begun it, or it has changed.'
    return now ? refuse('stale', words, { run: shownRun(now) }) : refuse('unknown_run', UNKNOWN)
  }

  return [
    {
      method: 'POST',
      path: '/threads/:threadId/runs',
      async handle({ request, user, params }) {
        const body = await readBody(request, startBody)
        if (body instanceof Response) return body
        const { id = generateId(), ...order } = body
        const { threadId = '' } = params
        const { run, isNew } = await runs.start(user, threadId, id, order as RunOrder)
        if (run.runId !== id)
          return refuse(
            'run_open',
            'Another run of this thread has not ended. Read it, steer it or stop it.',
            {
              run: shownRun(run),
            },
          )
        const location = `runs/${encodeURIComponent(run.runId)}`
        const headers = { location, 'antiphon-run': encodeURIComponent(run.runId) }
        if (!request.headers.get('accept')?.includes('event-stream'))
          return answer({ run: shownRun(run), offset: LOG_START }, isNew ? 201 : 200, headers)
        const key = { userId: user.id, threadId, runId: run.runId }
        const page = { state: 'open' as const, events: [], next: LOG_START }
        return eventStream({ key, page, form: 'events', ...reading, headers })
      },
    },
    {
      method: 'GET',
      path: '/threads/:threadId/runs/open',
      async handle({ user, params: { threadId = '' } }) {
        // Read before the thread: a message that is stored in between is then in both, and its id shows that it is one.
        const run = await runs.openOf(user.id, threadId)
        const thread = await storageOf(user.id).read(threadId)
        return answer({
          ...(thread ?? { thread: null, nodes: [] }),
          run: run ? { ...shownRun(run), offset: LOG_START } : null,
        })
      },
    },
    {
      method: 'GET',
      path: '/threads/:threadId/stream',
      async handle({ user, params: { threadId = '' } }) {
        const run = await runs.openOf(user.id, threadId)
        return run ? uiStream({ key: run, log, waitMs, closing }) : new Response(null, { status: 204 })
      },
    },
    { method: 'GET', path: runPath, handle: (context) => readRun(context, reading) },
    { method: 'HEAD', path: runPath, handle: (context) => headRun(context, reading) },
    {
      method: 'POST',
      path: `${runPath}/stop`,
      async handle(context) {
        const key = keyOf(context)
        const run = (await runs.stop(context.user, key)) ?? (await runs.get(key))
        return run ? answer({ run: shownRun(run) }, 202) : refuse('unknown_run', UNKNOWN)
      },
    },
    {
      method: 'POST',
      path: `${runPath}/begin`,
      async handle(context) {
        const body = await readBody(context.request, beginBody)
        if (body instanceof Response) return body
        const key = keyOf(context)
        return answered(await runs.begin(key, body), key)
      },
    },
    {
      method: 'POST',
      path: `${runPath}/decide`,
      async handle(context) {
        const body = await readBody(context.request, decideBody)
        if (body instanceof Response) return body
        const key = keyOf(context)
        return answered(await runs.decide(context.user, key, body), key)
      },
    },
    {
      method: 'POST',
      path: `${runPath}/steer`,
      async handle(context) {
        const body = await readBody(context.request, steerBody)
        if (body instanceof Response) return body
        const key = keyOf(context)
        const run = await runs.steer(key, body.message as RunMessage)
        if (run) return answer({ run: shownRun(run) }, 202)
        const now = await runs.get(key)
        return now
          ? refuse('ended', 'The run is over. Start another one with this message.', { run: shownRun(now) })
          : refuse('unknown_run', UNKNOWN)
      },
    },
    {
      method: 'DELETE',
      path: runPath,
      async handle(context) {
        await runs.remove(context.user, keyOf(context))
        return new Response(null, { status: 204 })
      },
    },
  ]
}
