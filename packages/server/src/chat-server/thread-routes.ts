import { StorageError, type StorageProblemKind, type ThreadWrite } from '@antiphon/threads'
import * as z from 'zod'
import type { ThreadStore } from '../threads/thread-store.js'
import { json, RouteError } from '../web/answers.js'
import { check, readJson } from '../web/read-json.js'
import type { Route, RouteContext } from '../route.js'
import { id, threadChange, threadWrite } from './thread-schemas.js'

const ids = z.array(z.string())

/** The routes that `createHttpStorage` asks. Each query carries the user, so the thread of another one is a thread that is not there. */
export function createThreadRoutes(store: ThreadStore, pageThreads: number): Route[] {
  const routes: Route[] = [
    {
      method: 'GET',
      path: '/threads',
      async handle({ user, url }) {
        const query = url.searchParams.get('q')
        const threads = store.of(user)
        if (query !== null) return json({ ids: await threads.search(query) })
        return json(await threads.changes(url.searchParams.get('since') ?? undefined, pageThreads))
      },
    },
    {
      method: 'GET',
      path: '/threads/:id',
      async handle({ user, url, params }) {
        const wanted = url.searchParams.get('ids')
        const thread = await store
          .of(user)
          .read(threadId(params), wanted === null ? undefined : idList(wanted), 'references')
        // Every new conversation is looked up once, and a browser writes each 404 into its console.
        return thread ? json(thread) : new Response(null, { status: 204 })
      },
    },
    {
      method: 'POST',
      path: '/threads/:id/nodes',
      async handle({ user, request, params }) {
        const write = await readJson(request, threadWrite)
        const own = threadId(params)
        if ([write, ...write.nodes].some((one) => one.threadId !== own))
          throw new RouteError(400, 'wrong_thread', 'The body is about another thread than the path.')
        return json({ answer: await store.of(user).write(write as unknown as ThreadWrite) })
      },
    },
    {
      method: 'PATCH',
      path: '/threads/:id',
      async handle({ user, request, params }) {
        await store.of(user).update(threadId(params), await readJson(request, threadChange))
        return new Response(null, { status: 204 })
      },
    },
    {
      method: 'DELETE',
      path: '/threads/:id',
      async handle({ user, params }) {
        await store.of(user).purge(threadId(params))
        return new Response(null, { status: 204 })
      },
    },
  ]
  return routes.map(inStatuses)
}

export const threadId = (params: RouteContext['params']): string => check(id, params['id'], 'path.id')

function idList(text: string): string[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RouteError(400, 'does_not_fit', 'query.ids: is not a JSON list of ids')
  }
  return check(ids, value, 'query.ids')
}

/** The statuses that `createHttpStorage` turns back into the same problem. */
const statuses: Partial<Record<StorageProblemKind, number>> = {
  refused: 400,
  'too-large': 413,
  'server-full': 507,
  network: 503,
  slow: 503,
}

/** The route with the problems of a storage as refusals. */
export function inStatuses(route: Route): Route {
  return { ...route, handle: (context) => inWords(route, context) }
}

async function inWords(route: Route, context: RouteContext): Promise<Response> {
  try {
    return await route.handle(context)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const { kind, raw = '' } = error.problem
    const status = statuses[kind] ?? 500
    // The words of an engine may hold texts and addresses. Those of a refusal are our own.
    const message = kind === 'refused' ? raw : `The database could not do it (${kind}).`
    throw Object.assign(new RouteError(status, `storage_${kind}`, message), { cause: error })
  }
}
