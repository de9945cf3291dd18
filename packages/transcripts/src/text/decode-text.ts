import { createStreamDecoder } from '@antiphon/core/wire'

/** The text of a file: UTF-8, or UTF-16 where it begins with a byte order mark of it. Never throws. */
export function decodeText(bytes: Uint8Array): string {
  const decoder = createStreamDecoder()
  return decoder.decode(bytes) + decoder.end()
}
