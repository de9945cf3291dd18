import type { FoundSession } from './find-files.js'
import { readRange } from './read-file.js'
import { isLinesFile, searchText, type SearchHit } from './search-text.js'

/** Sessions without the words, after which the page is told how far the search is. */
const STEP = 25

/** Sessions that are read at the same time: a small one is mostly waiting for its file. */
const AT_ONCE = 8

/** Searches sessions for words, in their order, and reports how many have been searched. */
export async function* searchSessions(
  sessions: readonly FoundSession[],
  words: string,
  signal: AbortSignal,
): AsyncGenerator<SearchHit | { searched: number }> {
  const lookIn = ({ id, root, files }: FoundSession): Promise<SearchHit | undefined> =>
    searchText(
      id,
      files.map(({ path, size }) => ({
        isLines: isLinesFile(path),
        pieces: () => readRange(root, path, 0, size),
      })),
      words,
      signal,
    )
  const begun = sessions.slice(0, AT_ONCE).map(lookIn)
  let searched = 0
  while (begun.length > 0) {
    const hit = await begun.shift()!
    if (signal.aborted) return
    searched++
    const next = sessions[searched + begun.length]
    if (next) begun.push(lookIn(next))
    if (hit) yield hit
    else if (searched % STEP === 0) yield { searched }
  }
  yield { searched }
}
