import { lastWords } from './last-words.js'
import { openCode } from './open-code.js'

/**
 * What asks for the rest of an answer where the endpoint takes no answer as a beginning. The model is asked to repeat the
 * last words: the place where both parts join is then certain, also in the middle of a word.
 */
export function continuePrompt(text: string): string {
  const code = openCode(text)
  return [
    'Go on with your last answer from exactly where it stops.',
    `Begin by repeating its last words, ${JSON.stringify(lastWords(text))}, and then write only what comes after them.`,
    'No introduction, and nothing that was said before.',
    ...(code ? ['It stops inside a block of code: do not open the block again.'] : []),
  ].join(' ')
}
