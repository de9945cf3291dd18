import { field, isList } from '@antiphon/base'
import { StorageError, storageProblem } from '@antiphon/threads'
import { createSend, parseAnswer } from './http-send.js'
import type { ServerAccess, ServerRequest } from './server-access.js'
import { serverUrl } from './server-url.js'

/** A link to a page that a thread was shared as. */
interface ShareLink {
  id: string
  createdAt: number
  /** Epoch ms. Nothing is shown from then on. */
  expiresAt: number
}

/** Read-only links to threads on a chat server. Every method rejects with a `StorageError`. */
export interface ShareLinks {
  /**
   * Makes a link to a page, such as `exportHtml` writes after somebody has looked it through. Whoever has the link sees this page and
   * nothing that is written later. The address is not kept anywhere.
   *
   * @param seconds how long it is shown.
   */
  create(threadId: string, page: string, seconds: number): Promise<ShareLink & { url: string }>
  /** Links to a thread that have not ended. */
  list(threadId: string): Promise<ShareLink[]>
  /** Ends a link at once. */
  remove(threadId: string, id: string): Promise<void>
}

/** Makes, lists and ends links to threads on the server at `access`. */
export function createShareLinks(access: ServerAccess): ShareLinks {
  const send = createSend(access)
  const ask = async (path: string, init?: ServerRequest): Promise<unknown> => {
    const response = await send(path, init)
    if (!response.ok) throw new StorageError(storageProblem('removed', '404 The server has no such thread.'))
    return response.status === 204 ? undefined : parseAnswer(await response.text())
  }
  const of = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}/shares`
  return {
    async create(threadId, page, seconds) {
      const answer = await ask(of(threadId), { method: 'POST', json: { page, seconds } })
      const path = field(answer, 'path')
      if (typeof path !== 'string')
        throw new StorageError(storageProblem('refused', 'The answer has no path.'))
      return {
        ...(field(answer, 'share') as ShareLink),
        url: new URL(serverUrl(access.baseUrl) + path, globalThis.location?.href).href,
      }
    },
    async list(threadId) {
      const shares = field(await ask(of(threadId)), 'shares')
      return isList(shares) ? (shares as ShareLink[]) : []
    },
    remove: async (threadId, id) =>
      void (await ask(`${of(threadId)}/${encodeURIComponent(id)}`, { method: 'DELETE' })),
  }
}
