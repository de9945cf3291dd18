import type { ContentPart, UserMessage } from '@antiphon/core'

/** The text of a user's message, and what is attached to it. */
export function splitContent(content: UserMessage['content']): { text: string; attachments: ContentPart[] } {
  if (!Array.isArray(content)) return { text: typeof content === 'string' ? content : '', attachments: [] }
  return {
    text: content.flatMap((part) => textOf(part) ?? []).join('\n\n'),
    attachments: content.filter((part) => textOf(part) === undefined),
  }
}

function textOf(part: ContentPart): string | undefined {
  return part?.type === 'text' && typeof part.text === 'string' ? part.text : undefined
}
