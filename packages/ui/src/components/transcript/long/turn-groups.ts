/** Turns in a chunk, and chunks in a page. No element then has more children than a page of turns. */
const CHUNK_TURNS = 16
const PAGE_CHUNKS = 16

export interface Keyed {
  key: string
}

/** Some turns that follow each other, in one element. */
export interface TurnChunk<T> {
  key: number
  turns: readonly T[]
  /** True when it holds the newest turn. */
  last: boolean
}

/** Some chunks that follow each other, in one element. */
export interface TurnPage<T> {
  key: number
  chunks: readonly TurnChunk<T>[]
}

export interface TurnGroups<T> {
  pages: readonly TurnPage<T>[]
  turns: readonly T[]
  /** The turn that chunk 0 begins with: turns that are put before it get chunks of their own. */
  origin: string | undefined
}

export const noGroups: TurnGroups<never> = { pages: [], turns: [], origin: undefined }

/**
 * The turns in chunks and pages. A group with the same turns stays the same object: an appended turn changes one chunk and
 * one page, and turns added at the top change none.
 */
export function groupTurns<T extends Keyed>(turns: readonly T[], previous: TurnGroups<T>): TurnGroups<T> {
  if (turns === previous.turns) return previous
  const found = previous.origin === turns[0]?.key ? 0 : turns.findIndex(({ key }) => key === previous.origin)
  const start = Math.max(found, 0)
  const origin = turns[start]?.key
  const before = new Map(found < 0 ? [] : previous.pages.map((page) => [page.key, page]))
  const size = CHUNK_TURNS * PAGE_CHUNKS
  const pages: TurnPage<T>[] = []
  for (let key = Math.floor(-start / size); start + key * size < turns.length; key++) {
    const old = before.get(key)
    const chunks: TurnChunk<T>[] = []
    for (let at = 0; at < PAGE_CHUNKS; at++) {
      const from = start + key * size + at * CHUNK_TURNS
      const to = from + CHUNK_TURNS
      if (to <= 0 || from >= turns.length) continue
      const chunkKey = key * PAGE_CHUNKS + at
      chunks.push(chunkOf(turns, Math.max(from, 0), to, chunkKey, old))
    }
    const same = old?.chunks.length === chunks.length && chunks.every((chunk, at) => chunk === old.chunks[at])
    pages.push(same ? old : { key, chunks })
  }
  return { pages, turns, origin }
}

function chunkOf<T extends Keyed>(
  turns: readonly T[],
  from: number,
  to: number,
  key: number,
  page: TurnPage<T> | undefined,
): TurnChunk<T> {
  const last = to >= turns.length
  const length = Math.min(to, turns.length) - from
  const old = page?.chunks.find((chunk) => chunk.key === key)
  const same =
    old?.last === last &&
    old.turns.length === length &&
    old.turns.every((turn, at) => turn === turns[from + at])
  return same ? old : { key, turns: turns.slice(from, from + length), last }
}
