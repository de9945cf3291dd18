import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { isLongText } from '../tool-result/first-shown.js'
import { LongText } from '../tool-result/long-text.js'

/** Enough of a long text that grows to fill its box; its end is what is new. */
const TAIL = 4_000

export interface ArgumentTextProps {
  text: string
  label: string
  /** Name of the tool. */
  name: string
  /** It is still being written: the end of it shows, and stays in view until the reader scrolls up. */
  caret?: ReactNode
  /** Of a long text the beginning shows at first. */
  fold: boolean
}

/** Text that the model wrote, in a box that keeps its height when the text is complete. */
export function ArgumentText({ text, label, name, caret, fold }: ArgumentTextProps) {
  if (caret !== undefined) return <GrowingText text={text} label={label} caret={caret} />
  if (fold) return <LongText text={text} label={label} name={name} exact />
  return (
    <pre data-slot="raw" tabIndex={0} role="group" aria-label={label} dir="auto">
      <RevealedText text={text} padding />
    </pre>
  )
}

function GrowingText({ text, label, caret }: { text: string; label: string; caret: ReactNode }) {
  const { strings, formats } = useWords()
  const box = useRef<HTMLPreElement>(null)
  const atEnd = useRef(true)
  useLayoutEffect(() => {
    const element = box.current
    if (element && atEnd.current) element.scrollTop = element.scrollHeight
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the text is what changes the height
  }, [text])
  const isLong = isLongText(text)
  return (
    <>
      <pre
        ref={box}
        data-slot="raw"
        data-live=""
        tabIndex={0}
        role="group"
        aria-label={label}
        dir="auto"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 24
        }}
      >
        <RevealedText text={isLong ? `…${tail(text)}` : text} padding />
        {caret}
      </pre>
      {/* The place of the button that asks for the rest. */}
      {isLong && <div data-slot="more">{strings.result.characters(formats.number(text.length))}</div>}
    </>
  )
}

/** Its end, not begun inside a character. */
function tail(text: string): string {
  const end = text.slice(-TAIL)
  return (end.charCodeAt(0) & 0xfc00) === 0xdc00 ? end.slice(1) : end
}
