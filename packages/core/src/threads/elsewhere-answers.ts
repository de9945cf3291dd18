import type { AnswerLeases } from '../chat/answer-leases.js'
import type { Chat } from '../chat/chat-types.js'

export interface ElsewhereHost {
  chat: Chat
  leases: AnswerLeases
  /** Ends all waiting. */
  signal: AbortSignal
  /** Reads the whole thread. */
  readAll(): Promise<void>
}

/** The answers that other tabs write, or whose calls they run: tells the chat when one begins and when it has ended. */
export interface ElsewhereAnswers {
  /** Ids of the answers that others have at this moment. */
  look(): Promise<ReadonlySet<string>>
  /** Tells the chat that others have these, until they are freed and what became of them has been read. */
  show(ids: Iterable<string>): void
}

export function createElsewhereAnswers({ chat, leases, signal, readAll }: ElsewhereHost): ElsewhereAnswers {
  const followed = new Set<string>()
  signal.addEventListener('abort', () => {
    // Nobody tells this chat any more when they end.
    for (const id of followed) chat.setElsewhere(id, false)
  })

  const follow = async (id: string): Promise<void> => {
    followed.add(id)
    do {
      await leases.freed(id, signal)
      // All of it: the results of its calls are messages of their own. Until they are here its calls must look as if they ran.
      await readAll()
      // Another tab may have gone on with it at once.
    } while (!signal.aborted && (await leases.takenElsewhere()).has(id))
    followed.delete(id)
    if (!signal.aborted) chat.setElsewhere(id, false)
  }

  return {
    look: leases.takenElsewhere,
    show(ids) {
      for (const id of ids) {
        chat.setElsewhere(id, true)
        if (!followed.has(id)) void follow(id)
      }
    },
  }
}
