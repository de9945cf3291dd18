import type { ChatController } from '@antiphon/core'

/** What is asked in turn. The last one ends with a question to the person who looks on. */
const steps = [
  'Let one tool fail',
  'Show me an answer with a table',
  'Get cut off at the token limit',
  'Get cut off while you write a tool call',
  'Think about a puzzle first',
  'Run into the content filter',
  'Decline this one',
  'Lose the connection in mid-answer',
  'Break with an error in mid-answer',
  'Ask me before it runs code',
]

/** Asks the scripted endpoint for one state after the other, through the same chat as any question. Ends when it is stopped. */
export async function playTour(chat: ChatController): Promise<void> {
  for (const step of steps) {
    await chat.send(step)
    const last = chat.store.getMessages().findLast(({ role }) => role === 'assistant')
    if (last?.role !== 'assistant' || last.finishReason === 'cancelled') return
  }
}

/** Opens a conversation that has no message yet with the system prompt of the settings. */
export function beginThread(chat: ChatController, system: string): void {
  if (system.trim() !== '' && chat.store.getIds().length === 0)
    chat.store.append({ role: 'system', content: system })
}
