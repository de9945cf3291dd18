import { contentToText } from '../message/content-to-text.js'
import type { NodeRecord } from './thread-types.js'

/** Longer ones are data, not words, and are found by their beginning. */
const MAX_WORD = 40
const WORD = /[\p{L}\p{N}\p{M}_]+/gu
/** Written without spaces between words: found by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** The distinct words of a text, in small letters and one form. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(run)) words.add(run.slice(0, MAX_WORD))
    else {
      const characters = [...run]
      for (const [i, character] of characters.entries()) words.add(character + (characters[i + 1] ?? ''))
    }
  }
  return [...words]
}

/** The words by which the written messages are found. An answer that still arrives is not, nor what was taken out. */
export function wordsOfNodes(nodes: readonly NodeRecord[]): string[] {
  const text = nodes.flatMap(({ message, open, removed }) =>
    message && !open && !removed && message.role !== 'system' ? contentToText(message.content) : [],
  )
  return wordsOf(text.join('\n'))
}

/** Finds threads by words and their beginnings, without looking at their texts. */
export interface WordIndex {
  /** Adds words to those of a thread; they are never taken away while it is there. */
  add(threadId: string, words: Iterable<string>): void
  delete(threadId: string): void
  /** Adds the ids of the threads that have the word, or a word that starts with it, to `found`. */
  collect(word: string, isStart: boolean, found: Set<string>): void
}

export function createWordIndex(): WordIndex {
  const threads = new Map<string, Set<string>>()
  let sorted: string[] | undefined
  const take = (word: string, found: Set<string>): void => {
    for (const id of threads.get(word) ?? []) found.add(id)
  }
  return {
    add(threadId, words) {
      for (const word of words) {
        const having = threads.get(word)
        if (having) having.add(threadId)
        else {
          threads.set(word, new Set([threadId]))
          sorted = undefined
        }
      }
    },
    delete(threadId) {
      for (const having of threads.values()) having.delete(threadId)
    },
    collect(word, isStart, found) {
      if (!isStart) return take(word, found)
      sorted ??= [...threads.keys()].sort()
      for (let at = firstFrom(sorted, word); sorted[at]?.startsWith(word); at++) take(sorted[at]!, found)
    },
  }
}

/**
 * Ids of the threads that have every word of the query in one of the indexes. While the last word is being typed, its
 * start is enough.
 */
export function searchWords(indexes: readonly WordIndex[], query: string): string[] {
  const words = wordsOf(query)
  const isTyping = /[\p{L}\p{N}\p{M}_]$/u.test(query)
  let found: Set<string> | undefined
  for (const [i, word] of words.entries()) {
    const having = new Set<string>()
    for (const index of indexes) index.collect(word, isTyping && i === words.length - 1, having)
    found = found ? new Set([...found].filter((id) => having.has(id))) : having
    if (found.size === 0) break
  }
  return [...(found ?? [])]
}

function firstFrom(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}
