import type { MessageStore } from '@antiphon/core'

/** Under this key of `metadata`, a message that was sent while its run was on its way has the id that its sender gave it. */
export const SENT_KEY = 'antiphon.sent'

/** The ids of all such messages that are in the thread. */
export function sentIds(store: MessageStore): Set<string> {
  return new Set(
    store.getTree().nodes.flatMap(({ message: { metadata } }) => {
      const id = metadata?.[SENT_KEY]
      return typeof id === 'string' ? [id] : []
    }),
  )
}
