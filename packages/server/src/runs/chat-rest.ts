import type { ChatController } from '@antiphon/core'

/** Tells when a chat does nothing more by itself: its run has ended, or it waits for a person. */
export interface ChatRest {
  /** The chat is not at rest before this promise settles, except while the loop that it began waits for a person. */
  order(work: Promise<unknown>): void
  /** The chat is not at rest before this promise settles. */
  answer(work: Promise<unknown>): void
  /** Rejects with the failure of an order. */
  reached(): Promise<void>
}

export function watchRest(chat: ChatController): ChatRest {
  let orders = 0
  let answers = 0
  let lookAgain = (): void => {}
  let failure: { error: unknown } | undefined

  const isResting = (): boolean => {
    const { status, approvals } = chat.getState()
    if (failure) return true
    if (answers > 0) return false
    if (status === 'streaming') return approvals.length > 0
    // An order settles when also what waited in its queue was answered.
    return orders === 0 && status !== 'submitted'
  }
  chat.subscribe(() => lookAgain())
  const settle = (work: Promise<unknown>, done: () => void): void => {
    const end = (): void => {
      done()
      lookAgain()
    }
    work.then(end, (error: unknown) => {
      failure ??= { error }
      end()
    })
  }

  return {
    order(work) {
      orders++
      settle(work, () => orders--)
    },
    answer(work) {
      answers++
      settle(work, () => answers--)
    },
    async reached() {
      await new Promise<void>((resolve) => {
        // A turn later: between two steps of the loop a chat looks for a moment as if it rested.
        lookAgain = () => void setImmediate(() => isResting() && resolve())
        lookAgain()
      })
      lookAgain = () => {}
      if (failure) throw failure.error
    },
  }
}
