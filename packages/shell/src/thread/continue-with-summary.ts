import {
  ChatError,
  contentToText,
  requestCompletion,
  type ChatController,
  type FinishReason,
  type Message,
  type StoredMessage,
} from '@antiphon/core'
import { toChatErrorData } from '@antiphon/core/errors'

export interface ContinueWithSummaryOptions {
  /** The answer that failed: its question is asked again. Default: all of the thread is summarised, and nothing is asked. */
  messageId?: string
  /** Tokens that the model takes. Default: as many as the error of that answer says, else 8,192. */
  contextLength?: number
  /**
   * Writes the prompt from a part of the conversation and a summary of all before it, which is empty at first. Default: English, which
   * asks for the language of the conversation.
   */
  prompt?: (part: string, before: string) => string
  signal?: AbortSignal
}

/** Key in `metadata` of a summary: how many messages it stands for. */
const SUMMARY_KEY = 'antiphon.summary'

const USUAL_CONTEXT = 8192
/** A part of this many characters is not made smaller, whatever the endpoint says of its length. */
const LEAST_PART = 1000

/** Endings of an answer that is not whole. */
const cut = new Set<FinishReason | undefined>(['length', 'content_filter'])

const summaryPrompt = (part: string, before: string): string =>
  `Summarise the conversation below, in its language, for somebody who goes on with it. Keep names, figures, decisions, open questions and what the user wants. Answer with the summary only.\n\n${
    before && `Summary of what came before:\n${before}\n\n`
  }${part}`

/**
 * A way on for a thread that is too long for its model: asks the model for a summary of the earlier messages and goes on from that. The
 * summary, the last turn where it is short, and the question become a version of the thread, which is what the model gets from then
 * on. All messages stay in the other version.
 *
 * @throws ChatError (rejects) when a request fails, when there is nothing to summarise, and when the thread has changed meanwhile; the
 * reason of `signal` when that is aborted; TypeError when the chat has neither `endpoint` nor `transport`. The thread is then as it was.
 */
export async function continueWithSummary(
  chat: ChatController,
  options: ContinueWithSummaryOptions = {},
): Promise<void> {
  const { endpoint, transport, fetch, model } = chat.getConfig()
  const target = transport ?? endpoint
  if (!target) throw new TypeError('The chat has no `endpoint` and no `transport`.')
  const { messageId, prompt = summaryPrompt, signal } = options
  const fail = (reason: string): ChatError => new ChatError(toChatErrorData(new Error(reason), { model }))
  const messages = chat.store.getMessages()
  const failed = messages.find(({ id }) => id === messageId)
  const told = failed?.role === 'assistant' ? failed.error?.tokens?.max : undefined
  const { contextLength = told ?? USUAL_CONTEXT } = options
  const { head, old, kept, question } = split(messages, failed, contextLength)
  if (old.length === 0) throw fail('There is nothing before this question.')

  const ask = async (part: string, before: string): Promise<string> => {
    const { message, outcome, error } = await requestCompletion(
      target,
      { model, messages: [{ role: 'user', content: prompt(part, before) }], tools: [] },
      { signal, fetch },
    )
    signal?.throwIfAborted()
    if (error?.kind === 'context_overflow' && part.length > LEAST_PART) {
      const half = Math.ceil(part.length / 2)
      return ask(part.slice(half), await ask(part.slice(0, half), before))
    }
    if (error) throw new ChatError(error)
    const said = message.content.trim()
    if (outcome !== 'complete' || cut.has(message.finishReason) || said === '')
      throw fail('The model gave no whole summary.')
    return said
  }
  // About half of the context, at four characters a token.
  const room = Math.max(LEAST_PART, 2 * contextLength)
  const text = old.map(asText).join('\n\n')
  let summary = ''
  for (let at = 0; at < text.length; at += room) summary = await ask(text.slice(at, at + room), summary)

  const ids = chat.store.getIds()
  if (ids.length !== messages.length || messages.some(({ id }, at) => id !== ids[at]))
    throw fail('The conversation has changed.')
  const content = `Summary of the conversation so far:\n\n${summary}`
  const notice: Message = { role: 'user', kind: 'context', content, metadata: { [SUMMARY_KEY]: old.length } }
  let parent = head.at(-1)?.id ?? null
  for (const message of [notice, ...kept, ...question]) {
    const copy = { ...message, id: undefined }
    // Its tokens count in the other version, and say nothing of the length of this one.
    if (copy.role === 'assistant') delete copy.usage
    parent = chat.store.append(copy, { parent })
  }
  if (question.length > 0) void chat.continue()
}

const isQuestion = (message: Message): boolean => message.role === 'user' && message.kind === undefined

/** The instructions, what is summarised, the last turn if it takes at most a quarter of the context, and the question of `failed`. */
function split(messages: readonly StoredMessage[], failed: StoredMessage | undefined, contextLength: number) {
  const talk = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const begin = talk < 0 ? messages.length : talk
  const until = failed ? messages.indexOf(failed) : messages.length
  const asked = failed ? messages.slice(0, until).findLastIndex(isQuestion) : until
  const end = Math.max(begin, asked)
  const turn = messages.slice(0, end).findLastIndex(isQuestion)
  const last = messages.slice(turn, end).map(asText).join('')
  const keep = turn > begin && last.length <= contextLength ? turn : end
  return {
    head: messages.slice(0, begin),
    old: messages.slice(begin, keep),
    kept: messages.slice(keep, end),
    question: failed ? messages.slice(end, end + 1) : [],
  }
}

const names = { system: 'System', developer: 'System', user: 'User', assistant: 'Assistant', tool: 'Result' }

/** A message as the model reads it in the prompt: who said it, what, and which tools were called. */
function asText(message: Message): string {
  const calls = (message.role === 'assistant' && message.tool_calls) || []
  const called = calls.map(({ function: fn }) => `\n${fn.name}(${fn.arguments})`)
  return `${names[message.role]}: ${contentToText(message.content)}${called.join('')}`
}
