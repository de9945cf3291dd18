import type { Message } from '@antiphon/core'
import { createContext, use } from 'react'

/** How texts of the transcript are set. */
export interface ProseOptions {
  /** Added to the level of each heading in an answer, see `Markdown`. Default 2. */
  headingOffset?: number
  /** BCP 47 tag of the language that a message is written in, where the host knows it. */
  langOf?: (message: Message) => string | undefined
}

export const ProseContext = createContext<ProseOptions>({})

/** The language of a message: what the host says, else what is noted as `metadata.lang`. */
export function useLang(message: Message | undefined): string | undefined {
  const { langOf } = use(ProseContext)
  if (!message) return undefined
  const noted = message.metadata?.['lang']
  return langOf?.(message) ?? (typeof noted === 'string' && /^[\w-]{2,35}$/.test(noted) ? noted : undefined)
}
