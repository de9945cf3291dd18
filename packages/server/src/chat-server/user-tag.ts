import { createHash } from 'node:crypto'
import { RouteError } from '../web/answers.js'

const HEADER = 'antiphon-user'

/** The same in each process, and no id of the host. */
const tagOf = (userId: string): string => createHash('sha256').update(userId).digest('base64url').slice(0, 22)

/** Tells a page who it talks as. */
export const nameUser = (userId: string, response: Response): void =>
  response.headers.set(HEADER, tagOf(userId))

/**
 * Refuses a page that was opened for somebody else: in another tab of its browser, another person has signed in since, and the cookie is
 * theirs. A program that names nobody is let through.
 *
 * @throws RouteError 401
 */
export function checkUser(userId: string, request: Request): void {
  const meant = request.headers.get(HEADER)
  if (meant !== null && meant !== tagOf(userId))
    throw new RouteError(401, 'other_user', 'Somebody else has signed in. Sign in again as before.')
}
