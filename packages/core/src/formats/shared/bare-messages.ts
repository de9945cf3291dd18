import { compact } from '../../errors/is-record.js'
import type { ContentPart, Message } from '../../message/types.js'
import { withoutMetadata } from './metadata.js'
import { segmentsOf, stretchesOf } from './segments.js'

/**
 * Messages as what they say: without what the format itself keeps in the bag, and with one spelling where the kit has
 * two for the same thing. Segments in the usual order are none, one text part is a text, `isError: false` is absent.
 */
export function bareMessages(messages: readonly Message[], prefix: string): Message[] {
  return messages.map((message) => bareMessage(withoutMetadata(message, (key) => key.startsWith(prefix))))
}

function bareMessage(message: Message): Message {
  switch (message.role) {
    case 'assistant': {
      const timed = message.segments?.some((segment) => 'ms' in segment && segment.ms !== undefined)
      const segments = timed ? message.segments : segmentsOf(stretchesOf(message))
      return compact({
        ...message,
        segments,
        isError: message.isError || undefined,
        reasoning: message.reasoning || undefined,
        refusal: message.refusal || undefined,
        tool_calls: message.tool_calls?.length ? message.tool_calls : undefined,
      })
    }
    case 'tool':
      return compact({
        ...message,
        content: plainContent(message.content),
        isError: message.isError || undefined,
      })
    case 'user':
      return compact({ ...message, content: plainContent(message.content) })
    default:
      return compact(message)
  }
}

function plainContent(content: string | ContentPart[]): string | ContentPart[] {
  if (typeof content === 'string' || content.length !== 1) return content
  const [part] = content
  const onlyText = part!.type === 'text' && Object.keys(part!).length === 2 && typeof part!.text === 'string'
  return onlyText ? (part!.text as string) : content
}
