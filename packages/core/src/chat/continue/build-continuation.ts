import type { AssistantMessage } from '../../message/types.js'
import type { ChatTransport, TransportRequest } from '../../provider/connection/types.js'
import type { EndpointConfig } from '../../provider/request/types.js'
import type { ChatConfig } from '../types.js'
import { lastLine, openCode } from './find-overlap.js'
import { createJoin, type JoinAnswer } from './join-answer.js'

/**
 * What asks for the rest of an answer where the endpoint takes no answer as a beginning. The model is asked to repeat the
 * last words: the place where both parts join is then certain, also in the middle of a word.
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

/** How the rest of one answer is asked for, and put behind what is there. */
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
  // Another system's transport knows messages only: what asks is one of them.
  const isMessage = 'send' in target && !target.continues
  return {
    join: createJoin(begun, ask, isMessage),
    request(asked) {
      // The failure of the host's function is the ending of the answer, as any other.
      if (failure !== undefined) throw failure
      return isMessage
        ? { ...asked, messages: [...asked.messages, { role: 'user', content: ask }] }
        : { ...asked, continueWith: ask }
    },
  }
}
