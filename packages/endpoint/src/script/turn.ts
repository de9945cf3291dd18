import { type ChatRequest, textOf, type ToolOffer, type WireMessage } from '../request/chat-request.js'
import { readAttachments, withoutFiles, type ReceivedAttachment } from '../request/read-attachments.js'
import { looksFailed } from '../tools/looks-failed.js'

/** A call since the last user message, with what came back for it. */
export interface ToolOutcome {
  name: string
  /** As the transcript holds it; need not be JSON. */
  arguments: string
  content: string
  /** The result reads like a failure. */
  failed: boolean
  /** 0 for the calls of the first message after the user's. */
  round: number
}

/** What a scenario reacts to. */
export interface Turn {
  /** The text of the last user message, without the files in it. */
  prompt: string
  /** What came with it. */
  attachments: readonly ReceivedAttachment[]
  tools: readonly ToolOffer[]
  /** Results since the last user message, in call order. */
  outcomes: readonly ToolOutcome[]
  /** How many messages with calls there were since the last user message. */
  rounds: number
  /** The text of the last assistant message, "" when there is none. */
  lastAnswer: string
  maxTokens?: number
}

export function readTurn(chat: ChatRequest): Turn {
  const lastUser = chat.messages.findLastIndex((message) => message.role === 'user')
  const since = chat.messages.slice(lastUser + 1)
  const asking = since.filter((message) => message.tool_calls !== undefined && message.tool_calls !== null)
  const user = chat.messages[lastUser]
  const answer = chat.messages.findLast((message) => message.role === 'assistant')
  return {
    prompt: user ? withoutFiles(textOf(user)) : '',
    attachments: user ? readAttachments(user) : [],
    tools: chat.tools,
    outcomes: asking.flatMap((message, round) => outcomesOf(message, since, round)),
    rounds: asking.length,
    lastAnswer: answer ? textOf(answer) : '',
    ...(chat.maxTokens === undefined ? {} : { maxTokens: chat.maxTokens }),
  }
}

function outcomesOf(message: WireMessage, since: readonly WireMessage[], round: number): ToolOutcome[] {
  const after = since.slice(since.indexOf(message) + 1)
  const end = after.findIndex((next) => next.role !== 'tool')
  const results = end < 0 ? after : after.slice(0, end)
  return (message.tool_calls ?? []).flatMap((call) => {
    const result = results.find((entry) => entry.tool_call_id === call.id)
    if (!result) return []
    const content = textOf(result)
    const { name, arguments: args } = call.function
    return [{ name, arguments: args, content, failed: looksFailed(content), round }]
  })
}
