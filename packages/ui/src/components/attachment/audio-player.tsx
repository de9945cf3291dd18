'use client'

import { base64ToBytes } from '@antiphon/base'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../icons/icon.js'
import { englishMedia } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Part } from '../part/part.js'

const BARS = 40

/** How loud each stretch of a recording is, 0 to 1. Undefined where the browser cannot decode it. */
async function readPeaks(src: string): Promise<number[] | undefined> {
  try {
    const base64 = src.slice(src.indexOf(',') + 1)
    const bytes = base64ToBytes(base64)!
    const buffer = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes.buffer)
    const samples = buffer.getChannelData(0)
    const step = Math.max(1, Math.floor(samples.length / BARS))
    const peaks = Array.from({ length: BARS }, (_, bar) => {
      let peak = 0
      for (let at = bar * step; at < Math.min(samples.length, (bar + 1) * step); at++)
        peak = Math.max(peak, Math.abs(samples[at]!))
      return peak
    })
    const loudest = Math.max(...peaks, 0.01)
    return peaks.map((peak) => peak / loudest)
  } catch {
    return undefined
  }
}

export interface AudioPlayerProps {
  src: string
  name: string
}

/** Plays a recording: a button, how loud it is along the way, and the time. */
export function AudioPlayer({ src, name }: AudioPlayerProps) {
  const { formats } = useWords()
  const words = useEntryWords('media', englishMedia)
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [time, setTime] = useState({ at: 0, of: 0 })
  const [peaks, setPeaks] = useState<readonly number[]>()
  useEffect(() => {
    let left = false
    void readPeaks(src).then((found) => {
      if (!left) setPeaks(found)
    })
    return () => {
      left = true
    }
  }, [src])
  const share = time.of > 0 ? time.at / time.of : 0
  const toggle = (): void => {
    const element = audio.current
    if (!element) return
    if (!element.paused) return element.pause()
    // Browsers start over by themselves only once a seek to the end is complete, not while it is under way.
    if (element.currentTime >= element.duration) element.currentTime = 0
    // For audio that cannot be played the button stays as it is.
    element.play().catch(() => {})
  }
  return (
    <Part as="span" slot="audio" role="group" aria-label={name}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what somebody recorded has none */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          setTime({ at: currentTime, of: duration })
        }
        onLoadedMetadata={({ currentTarget: { duration } }) =>
          setTime({ at: 0, of: Number.isFinite(duration) ? duration : 0 })
        }
      />
      <button
        type="button"
        data-slot="audio-button"
        aria-label={playing ? words.pause : words.play}
        title={playing ? words.pause : words.play}
        onClick={toggle}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <span data-slot="audio-words">
        <span data-slot="attachment-name">{name}</span>
        <span data-slot="wave">
          {(peaks ?? Array.from({ length: BARS }, () => 0)).map((peak, bar) => (
            <i
              key={bar}
              data-played={bar / BARS < share ? '' : undefined}
              style={{ blockSize: `${Math.max(12, Math.round(peak * 100))}%` }}
            />
          ))}
          <input
            type="range"
            min={0}
            max={Math.max(0.1, time.of)}
            step={0.1}
            value={time.at}
            aria-label={words.seek}
            aria-valuetext={formats.clock(time.at * 1_000)}
            onChange={({ target: { value } }) => {
              const at = Number(value)
              if (audio.current) audio.current.currentTime = at
              // The browser reports the new time later, and the next arrow key must already start from it.
              setTime({ ...time, at })
            }}
          />
        </span>
      </span>
      <span data-slot="attachment-detail">
        {formats.clock((playing || time.at > 0 ? time.at : time.of) * 1_000)}
      </span>
    </Part>
  )
}
