import type { ChatController } from '@antiphon/core'
import { createRecorder, recordChat, type Recorder } from '@antiphon/devtools'

/** Conversations whose wire is kept, the latest ones. */
const KEPT = 8
/** Maximum size of the recording of one conversation. */
const MAX_BYTES = 16 * 1024 * 1024

const recordings = new Map<ChatController, { recorder: Recorder; stop: () => void }>()

/** Returns the recorder of a chat, which records from the first call on and goes on while another chat is shown. */
export function recorderOf(chat: ChatController): Recorder {
  const known = recordings.get(chat)
  if (known) {
    recordings.delete(chat)
    recordings.set(chat, known)
    return known.recorder
  }
  const recorder = createRecorder({ maxBytes: MAX_BYTES })
  recordings.set(chat, { recorder, stop: recordChat(chat, recorder) })
  for (const [oldest, { stop }] of recordings) {
    if (recordings.size <= KEPT) break
    stop()
    recordings.delete(oldest)
  }
  return recorder
}
