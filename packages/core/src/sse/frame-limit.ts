/** Largest frame (one SSE event, one JSON document) that is read by default, in characters. */
export const DEFAULT_MAX_FRAME = 16 * 1024 * 1024

/**
 * Watches the size of the frame that is being received, so that a server that never ends its line or its event cannot
 * fill the memory. Exact for any cut: the same input trips it at the same frame. Comment lines count only while they
 * last, for an event keeps nothing of them.
 */
export function createFrameLimit(max: number) {
  let frame = 0
  let line = 0
  let inComment = false

  return {
    /**
     * Counts `text`, whose line ends are LF. Returns undefined when all of it may be used, else how many characters
     * come before the frame that is too large.
     */
    firstExcess(text: string): number | undefined {
      let at = 0
      let frameStart = 0
      while (at < text.length) {
        if (line === 0) inComment = text.charCodeAt(at) === 58
        const found = text.indexOf('\n', at)
        const end = found === -1 ? text.length : found
        line += end - at
        if (frame + line > max) return frameStart
        if (found === -1) break
        if (line === 0) {
          frame = 0
          frameStart = end + 1
        } else if (!inComment) {
          frame += line
        }
        line = 0
        at = end + 1
      }
      return undefined
    },
  }
}
