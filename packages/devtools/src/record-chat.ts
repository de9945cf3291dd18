import type { ChatController } from '@antiphon/core'
import { watchRequests } from '@antiphon/core/provider'
import { recordTransport, type RecordOptions } from './record-transport.js'
import type { Recorder } from './recorder.js'

/**
 * Records the requests of a chat from its next request on. Several recorders may record one chat. Returns a function that
 * stops it.
 */
export function recordChat(
  chat: Pick<ChatController, 'store'>,
  recorder: Recorder,
  options: Pick<RecordOptions, 'now'> = {},
): () => void {
  return watchRequests((transport, occasion) =>
    occasion.store === chat.store
      ? recordTransport(transport, recorder, { ...occasion, ...options })
      : transport,
  )
}
