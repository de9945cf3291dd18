import type { Message, SystemMessage } from '../../message/types.js'
import type { ReportLoss } from '../format-types.js'

/**
 * For formats whose system prompt stands beside the messages: the system messages joined, and the others with the place
 * each has in our messages. A system message that is not the first thing is a loss. `isInline` says which stay.
 */
export function splitSystemPrompt(
  messages: readonly Message[],
  isInline: (message: SystemMessage) => boolean,
  report: ReportLoss,
): { prompts: SystemMessage[]; rest: { message: Message; at: number }[] } {
  const prompts: SystemMessage[] = []
  const rest: { message: Message; at: number }[] = []
  messages.forEach((message, at) => {
    const isPrompt = (message.role === 'system' || message.role === 'developer') && !isInline(message)
    if (!isPrompt) return void rest.push({ message, at })
    if (prompts.length > 0 || rest.length > 0) {
      report('system_joined', `messages[${at}]`, message.content, 'the system prompt')
    }
    prompts.push(message)
  })
  if (prompts.length > 1) {
    report(
      'system_joined',
      `messages[${messages.indexOf(prompts[0]!)}].content`,
      prompts[0]!.content,
      joinPrompts(prompts),
    )
  }
  return { prompts, rest }
}

export function joinPrompts(prompts: readonly SystemMessage[]): string {
  return prompts.map(({ content }) => content).join('\n\n')
}
