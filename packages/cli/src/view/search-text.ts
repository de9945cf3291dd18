import { readUnpacked } from '@antiphon/sessions'

/** Matches of the words in one session. */
export interface SearchHit {
  id: string
  /** How many texts hold them; at most `MOST_PLACES`. */
  count: number
  excerpts: { before: string; match: string; after: string }[]
}

/** Places that are counted in one session. */
export const MOST_PLACES = 100
/** Characters on each side of a match. */
const AROUND = 60
const EXCERPTS = 3
/** Number of characters that are searched together: a line, or this much of one. */
const LONGEST = 8 * 1024 * 1024

/**
 * Looks for words, in any case, in the texts of one session: in values, not in the names of their fields. `files` are the pieces of each
 * file, with whether it is lines. A file that cannot be read is left out.
 */
export async function searchText(
  id: string,
  files: readonly { isLines: boolean; pieces: () => AsyncIterable<Uint8Array> }[],
  words: string,
  signal: AbortSignal,
): Promise<SearchHit | undefined> {
  const raw = anyOf([words, JSON.stringify(words).slice(1, -1), asciiOf(words)])
  const plain = anyOf([words])
  const hit: SearchHit = { id, count: 0, excerpts: [] }
  const seen = new Set<string>()
  const found = (text: string, at: number, length: number): void => {
    const excerpt = {
      before: clean(text.slice(Math.max(0, at - AROUND), at)),
      match: clean(text.slice(at, at + length)),
      after: clean(text.slice(at + length, at + length + AROUND)),
    }
    // A log may hold the same text several times.
    const key = JSON.stringify(excerpt)
    if (seen.has(key)) return
    seen.add(key)
    hit.count++
    if (hit.excerpts.length < EXCERPTS) hit.excerpts.push(excerpt)
  }
  const look = (unit: string): void => {
    const match = raw.exec(unit)
    if (!match) return
    let value: unknown
    try {
      value = JSON.parse(unit)
    } catch {
      // Part of a value, or no JSON at all.
      return found(unit, match.index, match[0].length)
    }
    for (const text of textsOf(value)) {
      const inText = plain.exec(text)
      if (inText) found(text, inText.index, inText[0].length)
    }
  }
  for (const { isLines, pieces } of files) {
    try {
      for await (const unit of units(readUnpacked(pieces(), { signal }), isLines)) {
        if (signal.aborted || hit.count >= MOST_PLACES) break
        look(unit)
      }
    } catch {
      // Gone, or not to be read: the others may be.
    }
  }
  return hit.count > 0 ? hit : undefined
}

export const isLinesFile = (name: string): boolean => /\.(?:jsonl|ndjson|md)$/i.test(name)

/** The lines of a log, or the whole text of another file. Texts longer than `LONGEST` come in overlapping parts. */
async function* units(pieces: AsyncIterable<Uint8Array | string>, isLines: boolean): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    if (isLines) {
      const lines = rest.split('\n')
      rest = lines.pop()!
      yield* lines
    }
    if (rest.length <= LONGEST) continue
    yield rest
    rest = rest.slice(-2 * AROUND)
  }
  yield rest + decoder.decode()
}

/** Every text of a value but bytes written as text. */
function* textsOf(value: unknown): Generator<string> {
  // A list and not a call: a file may be nested as deep as it likes.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (!next.startsWith('data:')) yield next
    } else if (typeof next === 'object' && next !== null) {
      waiting.push(...Object.values(next).toReversed())
    }
  }
}

const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(
    [...new Set(texts)].map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|'),
    'i',
  )

/** As writers do that keep to ASCII. */
const asciiOf = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^\0-\x7f]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const clean = (text: string): string => text.replaceAll(/\s+/g, ' ')
