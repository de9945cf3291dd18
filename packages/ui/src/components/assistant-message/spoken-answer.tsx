'use client'

import { type ReactNode, useMemo } from 'react'
import { useWords } from '../../strings/strings.js'
import { AudioPlayer } from '../attachment/audio-player.js'
import { spokenSound } from './spoken-sound.js'

/** The sound of a spoken answer; `otherwise` for one that no browser plays. */
export function SpokenAnswer(props: { data: string; format?: string; otherwise: ReactNode }) {
  const { data, format, otherwise } = props
  const { strings } = useWords()
  const src = useMemo(() => spokenSound(data, format), [data, format])
  return src === undefined ? otherwise : <AudioPlayer src={src} name={strings.attachment.audio} />
}
