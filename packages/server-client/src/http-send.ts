import { StorageError, storageProblem, type StorageProblemKind } from '@antiphon/threads'
import { userAt, type PageUser } from './page-user.js'
import { sendTo, type ServerAccess, type ServerRequest } from './server-access.js'

/**
 * Sends a request to an address below that of the server. A refusal rejects with a `StorageError`, except 404 and the statuses that are
 * `answered`.
 */
export type SendToServer = (
  path: string,
  init?: ServerRequest,
  answered?: readonly number[],
) => Promise<Response>

/** @param onSignedOut is called for each 401: somebody else may sign in next. */
export function createSend(
  access: ServerAccess,
  user: PageUser = userAt(access),
  onSignedOut?: () => void,
): SendToServer {
  return async (path, init, answered = []) => {
    const response = await sendTo(access, user, path, init).catch((error: unknown) => {
      throw new StorageError(storageProblem('network', error))
    })
    const { status, ok } = response
    if (ok || status === 404 || answered.includes(status)) return response
    if (status === 401) onSignedOut?.()
    const text = await response.text().catch(() => '')
    const known = kinds[status] ?? (status >= 500 ? 'network' : 'refused')
    throw new StorageError(storageProblem(known, `${status} ${text}`))
  }
}

/** The problem that a status names, where it says more than a refusal. */
const kinds: Partial<Record<number, StorageProblemKind>> = {
  403: 'forbidden',
  413: 'too-large',
  507: 'server-full',
}

/** @throws StorageError `refused` for what is not JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StorageError(storageProblem('refused', `This is not JSON: ${text.slice(0, 200)}`))
  }
}
