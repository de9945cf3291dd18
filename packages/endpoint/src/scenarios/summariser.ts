import { say, type Scenario } from '../script/scenario.js'

const QUESTION = 'User: '

/** The prompt of `continueWithSummary`: a wish for a summary above a conversation. */
export const asksForSummary = (prompt: string): boolean =>
  prompt.startsWith('Summarise the conversation') && prompt.includes(`\n${QUESTION}`)

/** Sums up the conversation in the prompt by its questions. */
export const summariser: Scenario = {
  id: 'summariser',
  description: 'Sums up a conversation.',
  play({ prompt }) {
    const questions = prompt.split('\n').filter((line) => line.startsWith(QUESTION))
    return [
      say(`The user asked:\n\n${questions.map((line) => `- ${line.slice(QUESTION.length)}`).join('\n')}`),
    ]
  },
}
