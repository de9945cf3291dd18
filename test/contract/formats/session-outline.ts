import { contentToText, type Message } from '@antiphon/core'
import { stretchesOf } from '@antiphon/core/channels'
import type { Conversation } from '@antiphon/transcripts'

const short = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)

/** A conversation in lines that a person can check: who says what, with the calls, failures, versions and agents. */
export function outlineOf({ title, messages, tree, document }: Conversation): string[] {
  const hidden = tree ? tree.nodes.filter(({ message }) => !messages.some(({ id }) => id === message.id)) : []
  return [
    ...(title === undefined ? [] : [`# ${title}`]),
    ...messages.flatMap(linesOf),
    ...hidden.flatMap(({ message, parent }) =>
      linesOf(message).map((line) => `version below ${parent}: ${line}`),
    ),
    ...Object.entries(document.counts ?? {}).map(([kind, count]) => `(${kind}: ${count})`),
  ]
}

function linesOf(message: Message): string[] {
  switch (message.role) {
    case 'assistant': {
      const { model, finishReason, error, usage, reasoning_details: details = [], images = [] } = message
      const facts = [
        model,
        finishReason,
        error && `failed: ${error.message}`,
        usage && `${usage.inputTokens ?? '?'}+${usage.outputTokens ?? '?'} tokens`,
        details.length > 0 && `${details.length} signed or hidden`,
        images.length > 0 && `${images.length} images`,
      ].filter(Boolean)
      const said = stretchesOf(message).map((one) =>
        one.type === 'tool_call'
          ? `  call ${one.call.id} ${one.call.function.name} ${short(one.call.function.arguments)}`
          : `  ${one.type} ${short(one.text)}`,
      )
      return [`assistant${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`, ...said]
    }
    case 'tool': {
      const agent = message.metadata?.['antiphon.transcript'] as { messages: Message[] } | undefined
      const inner = agent?.messages.flatMap(linesOf).map((line) => `  | ${line}`) ?? []
      const failed = message.isError ? ' failed' : ''
      return [`result of ${message.tool_call_id}${failed} ${short(contentToText(message.content))}`, ...inner]
    }
    default: {
      const kind = message.kind ? `, ${message.kind}` : ''
      return [`${message.role}${kind} ${short(contentToText(message.content))}`]
    }
  }
}
