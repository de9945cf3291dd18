import { isLinesFile, searchText } from '../../../../packages/cli/src/view/search-text.js'
import type { FindReport, FindRequest } from './read-types.js'

/** Looks through the files of sessions for words. Runs in a worker: hundreds of megabytes would hold a page up. */
export async function findIn(
  { find, sessions }: FindRequest,
  tell: (report: FindReport) => void,
): Promise<void> {
  const signal = new AbortController().signal
  for (const [i, { id, files }] of sessions.entries()) {
    const pieces = files.map((file) => ({ isLines: isLinesFile(file.name), pieces: () => piecesOf(file) }))
    const hit = await searchText(id, pieces, find, signal)
    tell(hit ? { hit } : { searched: i + 1 })
  }
  tell({ isOver: true })
}

/** Safari cannot iterate a stream. */
async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
