import { contentToText } from '@antiphon/core'
import type { NodeRecord } from './types.js'

/** Longer words are data and are found by their beginning. */
const MAX_WORD = 40
const WORD = /[\p{L}\p{N}\p{M}_]+/gu
/** Scripts without spaces between words are found by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** The distinct words of a text, in small letters and one form. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>()
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(run)) words.add(run.slice(0, MAX_WORD))
    else {
      const characters = Array.from(run)
      for (const [i, character] of characters.entries()) words.add(character + (characters[i + 1] ?? ''))
    }
  }
  return [...words]
}

/** The search words of the written messages. Answers that still arrive and removed messages do not count. */
export function wordsOfNodes(nodes: readonly NodeRecord[]): string[] {
  const text = nodes.flatMap(({ message, open, removed }) =>
    message && !open && !removed && message.role !== 'system' ? contentToText(message.content) : [],
  )
  return wordsOf(text.join('\n'))
}

/**
 * Finds threads by words and their beginnings. It holds the distinct words of each thread as one text between spaces. That
 * needs no index structure, and searching all of them is faster than typing.
 */
export interface WordIndex {
  /** Adds words to a thread. Words are never removed while the thread exists. */
  add(threadId: string, words: readonly string[]): void
  /** Takes over all words of a thread, with a space between. */
  set(threadId: string, words: string): void
  delete(threadId: string): void
  /** Does the thread have the word, or one that starts with it? */
  has(threadId: string, word: string, isStart: boolean): boolean
  ids(): Iterable<string>
}

/** Finds threads by the beginnings of words in them, without reading the messages again. */
export function createWordIndex(): WordIndex {
  const texts = new Map<string, string>()
  return {
    add(threadId, words) {
      const text = texts.get(threadId) ?? ' '
      const more = text === ' ' ? words : words.filter((word) => !text.includes(` ${word} `))
      if (more.length > 0) texts.set(threadId, `${text}${more.join(' ')} `)
    },
    set: (threadId, words) => void texts.set(threadId, ` ${words} `),
    delete: (threadId) => void texts.delete(threadId),
    has: (threadId, word, isStart) =>
      texts.get(threadId)?.includes(isStart ? ` ${word}` : ` ${word} `) ?? false,
    ids: () => texts.keys(),
  }
}

/**
 * Ids of the threads that have every word of the query in one of the indexes. While the last word is being typed, its
 * start is enough.
 */
export function searchWords(indexes: readonly WordIndex[], query: string): string[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const isTyping = /[\p{L}\p{N}\p{M}_]$/u.test(query)
  let found = [...new Set(indexes.flatMap((index) => [...index.ids()]))]
  for (const [i, word] of words.entries()) {
    const isStart = isTyping && i === words.length - 1
    found = found.filter((id) => indexes.some((index) => index.has(id, word, isStart)))
  }
  return found
}
