import { createHash, randomBytes } from 'node:crypto'
import type { ShareStore } from '../shares/types.js'
import { json, RouteError } from '../web/answers.js'
import { readJson } from '../web/read-json.js'
import type { Route } from '../route.js'
import { shareAsk } from './thread-schemas.js'
import { inStatuses, threadId } from './thread-routes.js'

export interface ShareRoutesOptions {
  shares: ShareStore
  /** Longest time that a link is good for, in ms. */
  mostMs: number
  clock: () => number
}

/** Where whoever has the link reads the page. */
export const SHARED_PATH = '/shared/:token'

const idOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The routes by which a user makes, lists and ends links to a thread. */
export function createShareRoutes({ shares, mostMs, clock }: ShareRoutesOptions): Route[] {
  const routes: Route[] = [
    {
      method: 'POST',
      path: '/threads/:id/shares',
      async handle({ user, request, params }) {
        const { page, seconds } = await readJson(request, shareAsk)
        if (seconds * 1000 > mostMs)
          throw new RouteError(
            400,
            'too_long',
            `body.seconds: is ${mostMs / 1000} at most (limits.shareDays)`,
          )
        const token = randomBytes(32).toString('base64url')
        const createdAt = clock()
        const share = { id: idOf(token), createdAt, expiresAt: createdAt + seconds * 1000 }
        if (!(await shares.add(user.id, threadId(params), share, page)))
          throw new RouteError(404, 'no_thread', 'There is no such thread.')
        return json({ share, path: SHARED_PATH.replace(':token', token) }, 201)
      },
    },
    {
      method: 'GET',
      path: '/threads/:id/shares',
      handle: async ({ user, params }) =>
        json({ shares: await shares.list(user.id, threadId(params), clock()) }),
    },
    {
      method: 'DELETE',
      path: '/threads/:id/shares/:shareId',
      async handle({ user, params }) {
        await shares.remove(user.id, threadId(params), params['shareId'] ?? '')
        return new Response(null, { status: 204 })
      },
    },
  ]
  return routes.map(inStatuses)
}

/**
 * A page as whoever has its link sees it. A user made it, so it is kept apart: no script, no form, nothing that is loaded, an origin of its
 * own, and no robot that lists it.
 */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; media-src data:; font-src data:; " +
    "style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-robots-tag': 'noindex, nofollow',
}

/** The page behind a token. An unknown token, one that has ended and one whose thread is deleted get the same answer. */
export async function sharedPage(shares: ShareStore, token: string, now: number): Promise<Response> {
  const page = /^[\w-]{43}$/.test(token) ? await shares.page(idOf(token), now) : undefined
  if (page === undefined)
    return new Response('There is no such page, or its link has ended.\n', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
  return new Response(page, { headers: pageHeaders })
}
