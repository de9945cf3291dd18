import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createCatalog, type ListedSession, type ListEvent } from '../catalog.js'
import { openIndex } from '../index-file.js'
import type { SessionPlace } from '../places.js'
import { serveView, type ViewServer } from '../serve-view.js'

const fixtures = resolve(import.meta.dirname, '../../../../../test/fixtures/sessions')

export interface Folder {
  path: string
  /** Writes a file below the folder, and the folders above it; gives its path. */
  write(name: string, text: string | Uint8Array): Promise<string>
  /** The same with a session of test/fixtures/sessions. */
  put(name: string, fixture: string): Promise<string>
  remove(): Promise<void>
}

export async function newFolder(): Promise<Folder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-view-')))
  const write = async (name: string, text: string | Uint8Array): Promise<string> => {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return file
  }
  return {
    path,
    write,
    put: async (name, fixture) => write(name, await readFile(join(fixtures, fixture), 'utf8')),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: string
}

/** Asks with exactly this path and these headers: `fetch` would tidy both. */
export function ask(
  base: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const { hostname, port } = new URL(base)
  return new Promise((done, fail) => {
    request({ hostname, port, path, method, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => (body += piece))
      response.on('end', () => done({ status: response.statusCode!, headers: response.headers, body }))
    })
      .on('error', fail)
      .end()
  })
}

/** A server for folders with an index and a page in `own`. */
export async function startView(own: Folder, source: readonly SessionPlace[] | string): Promise<ViewServer> {
  await own.write('page/index.html', '<html><head></head><body>The page</body></html>')
  await own.write('page/assets/app-1.js', 'export {}')
  const index = await openIndex(join(own.path, 'cache/sessions.json'))
  return serveView({ catalog: createCatalog({ source, index }), page: join(own.path, 'page') })
}

export const events = <Value>(text: string): Value[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Value)

/** All lines of the list, as a page gets them. */
export async function listOf({ url }: ViewServer): Promise<ListedSession[]> {
  const { body } = await ask(url, `${new URL(url).pathname}api/sessions`)
  return events<ListEvent>(body).flatMap((event) => (event.type === 'sessions' ? event.sessions : []))
}
