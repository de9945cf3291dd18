import { toolOutcome, type ToolMessage } from '@antiphon/core'
import { denialReason } from '@antiphon/core/message'
import { englishFailure } from '../../strings/english-late.js'
import type { EntryStrings } from '../../strings/entry-strings.js'
import { mergeWords } from '../../strings/strings.js'
import { resultText } from './call-result-text.js'

/** A failure in words for people. The words of a tool, a person or the host stay. */
export function failureText(result: ToolMessage, strings: object): ToolMessage['content'] {
  const words = mergeWords(englishFailure, (strings as Partial<EntryStrings>).failure)
  const outcome = toolOutcome(result)
  const code = result.metadata?.['antiphon.failure']
  if (outcome !== undefined && typeof code === 'string' && Object.hasOwn(words, code))
    return words[code as keyof typeof words]
  if (outcome === undefined || outcome === 'failed') return result.content
  return (outcome === 'denied' && denialReason(resultText(result))) || (words[outcome] ?? result.content)
}
