import { watchList } from './client-generation.js'
import type { McpClient, McpListKind } from './types.js'

/** How to be notified when a list changes. */
export interface FollowOptions<List> {
  /** Called with the whole new list after a change. Without it the list is read once. */
  onChanged?: ((list: List) => void) | undefined
  /** The list has changed and could not be read again; the one from before stays. */
  onError?: ((error: unknown) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Reads a list of a server, and reads it again when the server says that it has changed. However many changes there are, one
 * reading at a time.
 *
 * @throws what `read` throws the first time, and what the client has against being told.
 */
export async function followList<List>(
  client: McpClient,
  kind: McpListKind,
  read: () => Promise<List>,
  { onChanged, onError, signal }: FollowOptions<List>,
): Promise<List> {
  if (!onChanged) return read()
  let isReading = true
  let isOld = false
  const readAgain = async (): Promise<void> => {
    while (isOld) {
      isOld = false
      try {
        onChanged(await read())
      } catch (error) {
        onError?.(error)
      }
    }
    isReading = false
  }
  // Before the first reading, so that no change is missed.
  const onChange = (): Promise<void> | undefined => {
    isOld = true
    if (isReading) return undefined
    isReading = true
    return readAgain()
  }
  await watchList(client, kind, onChange, signal)
  const list = await read()
  // Changes in the meantime are reported once the caller has the list.
  setTimeout(() => void readAgain())
  return list
}
