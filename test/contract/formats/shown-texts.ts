import { contentToText, type Message } from '@antiphon/core'
import { stretchesOf } from '@antiphon/core/channels'
import { type Conversation, TRANSCRIPT_KEY } from '@antiphon/transcripts'

/** The texts of all messages: prompts, answers, reasoning and results, of every version and of the agents inside of calls. */
export function shownTexts(conversations: readonly Conversation[]): string[] {
  return conversations.flatMap(({ messages, tree }) => {
    const all = tree ? tree.nodes.map(({ message }) => message) : messages
    const agents = all.flatMap(
      ({ metadata }) => (metadata?.[TRANSCRIPT_KEY] as Conversation | undefined) ?? [],
    )
    return [...all.flatMap(textsOf), ...shownTexts(agents)]
  })
}

function textsOf(message: Message): string[] {
  if (message.role !== 'assistant') return [contentToText(message.content)]
  return stretchesOf(message).flatMap((stretch) => (stretch.type === 'tool_call' ? [] : [stretch.text]))
}
