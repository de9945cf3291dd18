import type { AssistantMessage } from '../../message/types.js'
import type { ChatTransport, TransportRequest } from '../../provider/connection/types.js'
import type { EndpointConfig } from '../../provider/request/types.js'
import type { ChatConfig } from '../types.js'
import { lastLine, openCode } from './find-overlap.js'
import { createJoin, type JoinAnswer } from './join-answer.js'

/**
 * Asks for the rest of an answer, for endpoints that do not continue one by themselves. The model repeats the last words,
 * so the join is certain even inside a word.
 */
export function continuePrompt(text: string): string {
  const code = openCode(text)
  return [
    'Go on with your last answer from exactly where it stops.',
    `Begin by repeating its last words, ${JSON.stringify(lastLine(text))}, and then write only what comes after them.`,
    'No introduction, and nothing that was said before.',
    ...(code ? ['It stops inside a block of code: do not open the block again.'] : []),
  ].join(' ')
}

/** How the rest of one answer is requested and added to the text that is there. */
export interface GoingOn {
  join: JoinAnswer
  /** The request, whose messages end with the answer. */
  request(asked: TransportRequest): TransportRequest
}

export function buildContinuation(
  begun: AssistantMessage,
  { target, config }: { target: EndpointConfig | ChatTransport; config: ChatConfig },
): GoingOn {
  let ask = continuePrompt(begun.content)
  let failure: unknown
  try {
    ask = config.continuePrompt?.(begun.content) ?? ask
  } catch (error) {
    failure = error ?? new Error('continuePrompt failed')
  }
  // The transport of another system knows only messages, so the request for the rest is a message too.
  const isMessage = 'send' in target && !target.continues
  return {
    join: createJoin(begun, ask, isMessage),
    request(asked) {
      // When the host's function fails, the answer ends with that failure.
      if (failure !== undefined) throw failure
      return isMessage
        ? { ...asked, messages: [...asked.messages, { role: 'user', content: ask }] }
        : { ...asked, continueWith: ask }
    },
  }
}
