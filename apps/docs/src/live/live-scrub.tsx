import { Button } from '@antiphon/ui'
import { ScrubbedTranscript } from 'gallery/scrubbed-transcript'
import { useEffect, useMemo, useState } from 'react'
import { scriptedAnswer } from './scripted-answer.js'
import { Stage } from './stage.js'

/** Parts of the answer that one press on Play shows, each for FRAME_MS. */
const FRAMES = 120
const FRAME_MS = 50

/** A whole answer of the scripted endpoint, shown as far as its bytes go up to the slider. */
export function LiveScrub({ scenario }: { scenario: string }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isPlaying, setIsPlaying] = useState(false)
  const size = useMemo(() => new TextEncoder().encode(text).length, [text])
  useEffect(() => {
    void scriptedAnswer(scenario).then((answer) => {
      setText(answer)
      setAt(Math.round(new TextEncoder().encode(answer).length * 0.6))
    })
  }, [scenario])
  useEffect(() => {
    if (!isPlaying) return
    const timer = setInterval(() => {
      setAt((now) => Math.min(size, now + Math.ceil(size / FRAMES)))
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [isPlaying, size])
  const isEnd = at >= size
  if (isPlaying && isEnd) setIsPlaying(false)
  const bar = (
    <>
      <Button
        onClick={() => {
          if (isEnd) setAt(0)
          setIsPlaying(!isPlaying)
        }}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <input
        type="range"
        className="live-slider"
        aria-label="Bytes that have arrived"
        aria-valuetext={`${at} of ${size} bytes`}
        min={0}
        max={size}
        value={at}
        onChange={(event) => {
          setIsPlaying(false)
          setAt(Number(event.target.value))
        }}
      />
      <span className="live-count">
        {at} of {size} B
      </span>
    </>
  )
  return (
    <Stage label="The transcript at this byte" bar={bar}>
      {text && <ScrubbedTranscript text={text} at={at} />}
    </Stage>
  )
}
