import type { Chat } from '../chat/chat-types.js'
import { watchRequests } from '../connection/watch-requests.js'
import type { Unsubscribe } from '../store/listeners.js'
import type { Recorder } from './create-recorder.js'
import { recordTransport, type RecordOptions } from './record-transport.js'

/**
 * Writes down the requests of a chat, however it was made, from its next request on. Several recorders may look at one
 * chat. Returns the way to stop.
 */
export function recordChat(
  chat: Pick<Chat, 'store'>,
  recorder: Recorder,
  options: Pick<RecordOptions, 'now'> = {},
): Unsubscribe {
  return watchRequests((transport, occasion) =>
    occasion.store === chat.store
      ? recordTransport(transport, recorder, { ...occasion, ...options })
      : transport,
  )
}
