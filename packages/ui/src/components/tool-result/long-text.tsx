import { useMemo, useState } from 'react'
import { countLines, cutAfter } from '../../lib/cut-text.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { safeFileName, saveFile } from '../../lib/save-file.js'
import { stripColors } from '../../lib/strip-colors.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { FIRST_TEXT } from './first-shown.js'

/** What a press adds. A page stays quick with this much text in it, and not with fifty megabytes. */
const STEP = { lines: 10_000, units: 400_000 }

export interface LongTextProps {
  text: string
  label: string
  /** What the box is: `raw` for data, `error` for the words of a failure. */
  slot?: 'raw' | 'error'
  /** Arguments, that is: also colour codes and runs of blanks may hide something, and are shown. */
  exact?: boolean
  /** File name without ending, for what is too long to be shown at once. */
  name: string
}

/** Text of any length as plain text: the beginning at first, more on request, all of it as a file. */
export function LongText({ text, label, slot = 'raw', exact = false, name }: LongTextProps) {
  const { strings, formats } = useWords()
  const [steps, setSteps] = useState(0)
  const end = useMemo(
    () => cutAfter(text, FIRST_TEXT.lines + steps * STEP.lines, FIRST_TEXT.units + steps * STEP.units),
    [text, steps],
  )
  const isLong = end < text.length || steps > 0
  const lines = useMemo(() => (isLong ? countLines(text) : 0), [text, isLong])
  const next = isLong
    ? cutAfter(text, FIRST_TEXT.lines + (steps + 1) * STEP.lines, FIRST_TEXT.units + (steps + 1) * STEP.units)
    : end
  const whole =
    lines > FIRST_TEXT.lines
      ? strings.result.showAllLines(formats.number(lines))
      : strings.result.showAllCharacters(formats.number(text.length))
  return (
    <>
      <pre data-slot={slot} tabIndex={0} role="group" aria-label={label} dir="auto">
        <RevealedText text={exact ? text.slice(0, end) : stripColors(text.slice(0, end))} padding={exact} />
      </pre>
      {isLong && (
        <div data-slot="more">
          {end < text.length && (
            <Button variant="small" aria-expanded={false} onClick={() => setSteps(steps + 1)}>
              {next === text.length
                ? whole
                : strings.result.showMore(formats.number(next), formats.number(text.length))}
            </Button>
          )}
          {steps > 0 && (
            <Button variant="small" aria-expanded={true} onClick={() => setSteps(0)}>
              {strings.result.showLess}
            </Button>
          )}
          {text.length > STEP.units && (
            <Button
              variant="small"
              onClick={() => saveFile(new Blob([text]), safeFileName(`${name}.txt`, 'result.txt'))}
            >
              {strings.result.saveAll}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
