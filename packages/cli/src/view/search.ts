import type { FoundSession } from './find-files.js'
import { readRange } from './read-file.js'
import { isLinesFile, searchText, type SearchHit } from './search-text.js'

/** Sessions without the words, after which the page is told how far the search is. */
const STEP = 25

/** Looks for words in sessions, one after the other, and says how many have been looked at. */
export async function* searchSessions(
  sessions: readonly FoundSession[],
  words: string,
  signal: AbortSignal,
): AsyncGenerator<SearchHit | { searched: number }> {
  let searched = 0
  for (const { id, root, files } of sessions) {
    if (signal.aborted) return
    const hit = await searchText(
      id,
      files.map(({ path, size }) => ({
        isLines: isLinesFile(path),
        pieces: () => readRange(root, path, 0, size),
      })),
      words,
      signal,
    )
    searched++
    if (hit) yield hit
    else if (searched % STEP === 0) yield { searched }
  }
  yield { searched }
}
