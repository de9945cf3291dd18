import {
  ChatError,
  contentToText,
  requestCompletion,
  type ChatController,
  type Message,
} from '@antiphon/core'
import { toChatErrorData } from '@antiphon/core/errors'

export interface SuggestTitleOptions {
  signal?: AbortSignal
  /** Writes the prompt from the excerpt. Default: English, which asks for the language of the conversation. */
  prompt?: (excerpt: string) => string
}

/** The model sees this many characters of each message, which keeps the call cheap. */
const MOST_OF_MESSAGE = 800
/** Room for the thoughts of a model that thinks; a title takes a dozen. */
const MAX_TOKENS = 1_000
const MAX_LENGTH = 80

const titlePrompt = (excerpt: string): string =>
  `Write a title of at most six words for the conversation below, in its language. Answer with the title only.\n\n${excerpt}`

/**
 * Asks the model of a chat for a title of its conversation: one request to the same endpoint, without tools, with the first question
 * and answer and the last question. The thread does not change; `rename` takes the title.
 *
 * @throws ChatError (rejects) when the request fails or brings no title; the reason of `signal` when that is aborted; TypeError when
 * the chat has neither `endpoint` nor `transport`.
 */
export async function suggestTitle(chat: ChatController, options: SuggestTitleOptions = {}): Promise<string> {
  const { endpoint, transport, fetch, model } = chat.getConfig()
  const target = transport ?? endpoint
  if (!target) throw new TypeError('The chat has no `endpoint` and no `transport`.')
  const { signal, prompt = titlePrompt } = options
  const { message, error } = await requestCompletion(
    target,
    {
      model,
      messages: [{ role: 'user', content: prompt(excerptOf(chat.store.getMessages())) }],
      tools: [],
      parameters: { maxTokens: MAX_TOKENS },
    },
    { signal, fetch },
  )
  signal?.throwIfAborted()
  if (error) throw new ChatError(error)
  const title = cleanTitle(message.content)
  if (title === '')
    throw new ChatError(toChatErrorData(new Error('The model answered without a title.'), { model }))
  return title
}

/** The messages that a title is made from: the first question, the first answer and the last question. */
function excerptOf(messages: readonly Message[]): string {
  const said = messages.filter(
    (message) =>
      (message.role === 'user' && message.kind === undefined) ||
      (message.role === 'assistant' && message.content.trim() !== ''),
  )
  const question = said.find(({ role }) => role === 'user')
  const answer = said.find(({ role }) => role === 'assistant')
  const last = said.findLast(({ role }) => role === 'user')
  return [...new Set([question, answer, last])]
    .flatMap((message) => {
      if (!message) return []
      const text = contentToText(message.content).trim().slice(0, MOST_OF_MESSAGE)
      return `${message.role === 'user' ? 'User' : 'Assistant'}: ${text}`
    })
    .join('\n\n')
}

/** The first line without the marks that models put around a title. */
function cleanTitle(text: string): string {
  const line =
    text
      .split('\n')
      .map((one) => one.trim())
      .find((one) => one !== '') ?? ''
  const bare = line
    .replace(/^[#>*\s]+|[*\s]+$/g, '')
    .replace(/^title\s*:\s*/i, '')
    .replace(/^["'“”„«»‘’`*]+|["'“”„«»‘’`*]+$/g, '')
    .replace(/[.。]$/, '')
    .trim()
  return Array.from(bare).slice(0, MAX_LENGTH).join('')
}
