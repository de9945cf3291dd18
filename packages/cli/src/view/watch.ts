import type { ServerResponse } from 'node:http'
import type { Catalog } from './catalog.js'
import { manifestOf } from './manifest.js'

/** Pause between two checks of the sizes. Not every kind of disk reports file system events. */
const LOOK_MS = 300
/** After this many checks the folder itself is searched, because an agent may have begun a new file. */
const FOLDER_EVERY = 10
/** After this many checks a line is sent to keep the connection alive. */
const BEAT_EVERY = 50

/** Sends the sizes of a session's files to a page whenever they change, until the page disconnects. */
export async function watchSession(
  response: ServerResponse,
  catalog: Catalog,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let told = ''
  for (let looks = 0; !signal.aborted && !response.destroyed; looks++) {
    const session = await (looks % FOLDER_EVERY === FOLDER_EVERY - 1
      ? catalog.findAgain(id)
      : catalog.find(id))
    if (!session) break
    const manifest = JSON.stringify(await manifestOf(session))
    if (manifest !== told) response.write(`data: ${manifest}\n\n`)
    else if (looks % BEAT_EVERY === BEAT_EVERY - 1) response.write(': still here\n\n')
    told = manifest
    await pause(LOOK_MS, signal, response)
  }
  response.end()
}

function pause(ms: number, signal: AbortSignal, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      response.off('close', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    response.on('close', end)
  })
}
