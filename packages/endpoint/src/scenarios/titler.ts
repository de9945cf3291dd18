import { say, type Scenario } from '../script/scenario.js'

/** The prompt of `suggestTitle`, or one like it: an excerpt of a conversation below a wish for a title. */
export const asksForTitle = (prompt: string): boolean =>
  /\btitle\b[^\n]*\bconversation\b/i.test(prompt) && /^User: /m.test(prompt)

/** Words that do not tell one conversation from another. */
const FILLERS = new Set(
  'a about an and are be can could did do does for from give has have how i in is it let me my of on one or please show that the this to was what when where which who why will with you your'.split(
    ' ',
  ),
)
const MOST_WORDS = 5

/** Names the conversation in the prompt, by the words of its first question that say something. */
export const titler: Scenario = {
  id: 'titler',
  description: 'Names a conversation.',
  play({ prompt }) {
    const question = /^User: (.+)$/m.exec(prompt)?.[1] ?? ''
    const words = (question.match(/[\p{L}\p{N}][\p{L}\p{N}.,'’-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? [])
      .filter((word) => !FILLERS.has(word.toLowerCase()))
      .slice(0, MOST_WORDS)
      .join(' ')
    return [say(words === '' ? 'Conversation' : words[0]!.toUpperCase() + words.slice(1))]
  },
}
