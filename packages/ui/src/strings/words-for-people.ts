import { field, isRecord, recordOf } from '@antiphon/base'
import { english, type Strings } from './english.js'
import { englishPeople } from './english-people.js'
import type { EntryStrings } from './entry-strings.js'
import { mergeWords } from './strings.js'

/** The table as people read it. An entry that a host or another language has set stays, unless its `people` has another. */
export function wordsForPeople(strings: Strings): Strings {
  const { people } = strings as { people?: EntryStrings['people'] }
  return mergeWords(replaceOwn(strings, english, englishPeople) as Strings, people)
}

function replaceOwn(now: unknown, own: unknown, words: unknown): unknown {
  if (!isRecord(words)) return now === own ? words : now
  const merged = { ...recordOf(now) }
  for (const key of Object.keys(words)) merged[key] = replaceOwn(field(now, key), field(own, key), words[key])
  return merged
}
