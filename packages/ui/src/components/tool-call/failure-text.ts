import { denialReason, toolOutcome, type ToolMessage } from '@antiphon/core'
import { englishFailure } from '../../strings/english-late.js'
import type { EntryStrings } from '../../strings/entry-strings.js'
import { mergeWords } from '../../strings/strings.js'
import { resultText } from './call-result-text.js'

/** Texts of the kit that say more than their outcome does. */
const told: readonly [RegExp, keyof typeof englishFailure][] = [
  [/^This call was interrupted while it ran\./, 'interrupted'],
  [/^Not run: the conversation could not be stored/, 'unstored'],
  [
    /^Tool execution denied\. Reason: (?:The check before the call failed|Nobody could be asked):/,
    'unchecked',
  ],
  [/^The tool failed without saying why\.$/, 'failed'],
]

/** A failure in words for people. The words of a tool, a person or the host stay. */
export function failureText(result: ToolMessage, strings: object): ToolMessage['content'] {
  const words = mergeWords(englishFailure, (strings as Partial<EntryStrings>).failure)
  const text = resultText(result)
  const found = told.find(([pattern]) => pattern.test(text))
  if (found) return words[found[1]]
  const outcome = toolOutcome(result)
  if (outcome === undefined || outcome === 'failed') return result.content
  return (outcome === 'denied' && denialReason(text)) || (words[outcome] ?? result.content)
}
