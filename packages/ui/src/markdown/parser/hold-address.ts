import type { Token } from './token.js'

/** A bare address that touches the end may go on: it keeps its look but leads nowhere yet. */
export function holdLastAddress(tokens: readonly Token[]): void {
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i]
    if (token === undefined || token.type === 'softbreak' || token.type === 'hardbreak') return
    if (token.type === 'text' && /\s/.test(token.content)) return
    if (token.type === 'link_close' && token.markup === 'bare') {
      while (i >= 0 && tokens[i]?.type !== 'link_open') i--
      const open = tokens[i]
      if (open !== undefined) {
        open.pending = true
        open.href = ''
      }
      return
    }
  }
}
