import { field } from '@antiphon/base'
import type { ThreadStore } from '../threads/thread-store.js'
import { createUserFiles, type FileKeeping } from '../threads/user-files.js'
import { json, RouteError } from '../web/answers.js'
import { check, readJson } from '../web/read-json.js'
import type { Route, RouteContext } from '../route.js'
import { fileAsk, fileId } from './thread-schemas.js'
import { inStatuses, threadId } from './thread-routes.js'

/** The routes of files of messages. A file is found by its user, its thread and the hash of its bytes. */
export function createFileRoutes(threads: ThreadStore, keeping: FileKeeping): Route[] {
  const filesOf = ({ user }: RouteContext) => createUserFiles(keeping, user.id)
  /** Nothing would delete files that come after their thread was purged. */
  const checkThread = async ({ user, params }: RouteContext): Promise<string> => {
    const id = threadId(params)
    const found = await threads.of(user).read(id, [], 'references')
    if (field(found?.thread, 'purged') === true)
      throw new RouteError(410, 'thread_gone', 'This thread is deleted, so it takes no file.')
    return id
  }
  const idOf = ({ params }: RouteContext): string => check(fileId, params['fileId'], 'path.fileId')
  const routes: Route[] = [
    {
      method: 'POST',
      path: '/threads/:id/files',
      async handle(context) {
        const { id, bytes } = await readJson(context.request, fileAsk)
        const thread = await checkThread(context)
        return json((await filesOf(context).writeAddress(thread, id, bytes)) ?? {})
      },
    },
    {
      method: 'PUT',
      path: '/threads/:id/files/:fileId',
      async handle(context) {
        const [id, thread] = [idOf(context), await checkThread(context)]
        const bytes = new Uint8Array(await context.request.arrayBuffer())
        const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
        if (hash !== id)
          throw new RouteError(400, 'wrong_hash', 'The id of a file is the SHA-256 of its bytes.')
        await filesOf(context).put(thread, id, bytes)
        return new Response(null, { status: 204 })
      },
    },
    {
      method: 'GET',
      path: '/threads/:id/files/:fileId',
      async handle(context) {
        const [id, thread] = [idOf(context), threadId(context.params)]
        const files = filesOf(context)
        const url = await files.readAddress(thread, id)
        if (url !== undefined) return json({ url })
        const bytes = await files.get(thread, id)
        if (!bytes) throw new RouteError(404, 'no_file', 'There is no such file.')
        return new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } })
      },
    },
  ]
  return routes.map(inStatuses)
}
