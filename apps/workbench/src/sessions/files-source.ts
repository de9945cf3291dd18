import { groupSessionFiles } from '@antiphon/sessions'
import { isLinesFile } from '../../../../packages/cli/src/view/search-text.js'
import type { FindReport, FindRequest, SummaryReport, SummaryRequest } from '../viewer/read-types.js'
import type { ListedSession, SessionSource } from './source.js'
import { words } from './words.js'

/** A file with its path below what was opened. */
export interface NamedFile {
  path: string
  file: File
}

/** Sessions among files that were chosen or dropped. Nothing of them leaves the page. */
export function createFilesSource(named: readonly NamedFile[]): SessionSource {
  const byPath = new Map(named.map(({ path, file }) => [path, file]))
  // A single file was meant, whatever its name is.
  const groups =
    named.length === 1
      ? [{ path: named[0]!.path, files: [named[0]!.path], isStore: !isLinesFile(named[0]!.path) }]
      : groupSessionFiles([...byPath.keys()])
  const sessions = groups
    .map(({ path, files, isStore }, i) => {
      const own = files.map((name) => byPath.get(name)!)
      return {
        id: String(i),
        name: path,
        files: own,
        isStore,
        size: own.reduce((sum, { size }) => sum + size, 0),
        changedAt: Math.max(...own.map(({ lastModified }) => lastModified)),
      }
    })
    .sort((a, b) => b.changedAt - a.changedAt)

  return {
    isLive: false,
    async *list(signal) {
      yield { type: 'total', total: sessions.length, notes: [] }
      const worker = startWorker()
      try {
        for (const [key, { id, name, files, isStore, size, changedAt }] of sessions.entries()) {
          if (signal.aborted) return
          const { key: _key, ...summary } = await ask(worker, { key, files, isStore })
          const session: ListedSession = { id, name, size, changedAt, ...summary }
          yield { type: 'sessions', sessions: [session] }
        }
        yield { type: 'end' }
      } finally {
        worker.terminate()
      }
    },
    watch(id, onParts) {
      const session = sessions.find((one) => one.id === id)
      if (session) onParts(session.files)
    },
    async *search(words, signal) {
      const worker = startWorker()
      try {
        const of = sessions.map(({ id, files }) => ({ id, files }))
        for await (const report of reportsOf(worker, { find: words, sessions: of }, signal)) {
          if ('isOver' in report) break
          yield 'hit' in report ? report.hit : report
        }
        yield { searched: sessions.length }
      } finally {
        worker.terminate()
      }
    },
  }
}

const startWorker = (): Worker =>
  new Worker(new URL('../viewer/read-worker.js', import.meta.url), { type: 'module' })

/** Yields the reports of a worker about one search, until it is aborted. */
async function* reportsOf(
  worker: Worker,
  request: FindRequest,
  signal: AbortSignal,
): AsyncGenerator<FindReport, void> {
  const waiting: FindReport[] = []
  let failure: Error | undefined
  let wake = (): void => {}
  worker.addEventListener('message', ({ data }: MessageEvent<FindReport>) => {
    waiting.push(data)
    wake()
  })
  worker.addEventListener('error', () => {
    failure = new Error(words.lost)
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  worker.postMessage(request, [])
  while (!signal.aborted) {
    if (failure) throw failure
    yield* waiting.splice(0)
    if (waiting.length === 0 && !signal.aborted && !failure)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}

function ask(worker: Worker, request: SummaryRequest): Promise<SummaryReport> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<SummaryReport>) => resolve(data), {
      once: true,
    })
    worker.addEventListener('error', () => reject(new Error(words.lost)), {
      once: true,
    })
    worker.postMessage(request, [])
  })
}

/** Files that an input gave; those of a folder have their paths below it. */
export const namedFiles = (files: Iterable<File>): NamedFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Returns the dropped files, and all files of folders. Call it while the event is handled: later the data is gone. */
export async function droppedFiles(transfer: DataTransfer): Promise<NamedFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return namedFiles(transfer.files)
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<NamedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [{ path: entry.fullPath.replace(/^\//, ''), file }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: NamedFile[] = []
  for (;;) {
    // A folder comes in portions; an empty one is the end.
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (portion.length === 0) return found
    for (const one of portion) found.push(...(await filesOf(one)))
  }
}
