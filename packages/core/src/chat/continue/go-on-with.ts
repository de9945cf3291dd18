import type { ChatTransport, TransportRequest } from '../../connection/connection-types.js'
import type { AssistantMessage } from '../../message/types.js'
import type { EndpointConfig } from '../../request/request-types.js'
import type { ChatConfig } from '../chat-types.js'
import { continuePrompt } from './continue-prompt.js'
import { createJoin, type JoinAnswer } from './join-answer.js'

/** How the rest of one answer is asked for, and put behind what is there. */
export interface GoingOn {
  join: JoinAnswer
  /** The request, whose messages end with the answer. */
  request(asked: TransportRequest): TransportRequest
}

export function goOnWith(
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
