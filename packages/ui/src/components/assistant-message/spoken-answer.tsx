'use client'

import { type ReactNode, useMemo } from 'react'
import { useWords } from '../../strings/strings.js'
import { spokenSound } from './spoken-sound.js'

/** The sound of a spoken answer; `otherwise` for one that no browser plays. */
export function SpokenAnswer(props: { data: string; format?: string; otherwise: ReactNode }) {
  const { data, format, otherwise } = props
  const { strings } = useWords()
  const src = useMemo(() => spokenSound(data, format), [data, format])
  if (src === undefined) return otherwise
  return <audio controls src={src} aria-label={strings.attachment.audio} />
}
