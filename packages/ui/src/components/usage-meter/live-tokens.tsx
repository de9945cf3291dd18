import { useNow } from '@antiphon/react'
import { useWords } from '../../strings/strings.js'

const SHOW_AFTER_MS = 3_000
/** A rough measure for text in most languages; the sign in front says that it is one. */
const LETTERS_PER_TOKEN = 4

export interface LiveTokensProps {
  startedAt: number
  text?: string
  reasoning?: string
}

/** `~ 212 tokens` while an answer streams, from three seconds on. */
export function LiveTokens({ startedAt, text = '', reasoning = '' }: LiveTokensProps) {
  const { strings, formats } = useWords()
  const now = useNow(true, 500)
  const tokens = Math.round((text.length + reasoning.length) / LETTERS_PER_TOKEN)
  if (now - startedAt < SHOW_AFTER_MS || tokens === 0) return null
  return (
    <p data-slot="usage-meter" data-origin="estimated" className="ap:px-1.5 ap:tabular-nums">
      {strings.transcript.liveTokens(formats.number(tokens))}
    </p>
  )
}
