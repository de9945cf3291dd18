'use client'

import { useEffect, useRef, type RefObject } from 'react'
import { Icon } from '../../icons/icon.js'
import { LETTERS_PER_TOKEN } from '../../lib/text.js'
import { englishBox } from '../../strings/english-box.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Part } from '../part/part.js'
import { useLayout } from '../../lib/use-layout.js'

const GUARD_MS = 350

/** True for a moment after `mode` changed, when a second click of a double click would hit the other button. */
function useGuard(mode: string): () => boolean {
  const changedAt = useRef(-Infinity)
  const first = useRef(mode)
  useEffect(() => {
    if (first.current === mode) return
    first.current = mode
    changedAt.current = performance.now()
  }, [mode])
  return () => performance.now() - changedAt.current < GUARD_MS
}

/** Shorter messages show no length. */
const SHOW_FROM = 400

export interface ComposerSizeProps {
  id: string
  characters: number
  /** Characters of text files that go with it. */
  attached: number
}

/** The length of the message and an estimate of its tokens. */
export function ComposerSize({ id, characters, attached }: ComposerSizeProps) {
  const { formats } = useWords()
  const told = useEntryWords('composer', englishBox)
  const all = characters + attached
  // The element is there from the start, because the field refers to it.
  if (all < SHOW_FROM) return <span id={id} hidden />
  const tokens = formats.number(Math.ceil(all / LETTERS_PER_TOKEN))
  const words = told.size(formats.number(all), tokens)
  return (
    <Part slot="size" title={words}>
      <span aria-hidden="true">{told.tokens(tokens)}</span>
      <span id={id} className="ap:sr-only">
        {words}
      </span>
    </Part>
  )
}

/** Grows a text field with its text where CSS alone cannot (`field-sizing`); the limit of ten lines is in the CSS. */
export function useAutosize(field: RefObject<HTMLTextAreaElement | null>, value: string): void {
  useLayout(() => {
    const element = field.current
    if (!element || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    element.style.setProperty('height', 'auto')
    element.style.setProperty('height', `${element.scrollHeight}px`)
    // The text is what changes the height.
  }, [field, value])
}

export interface SendButtonProps {
  canStop: boolean
  empty: boolean
  onStop?: () => void
}

/**
 * Send and Stop are one button: same place, same tab stop, so focus stays where it is when one becomes the other. While an answer
 * comes and there is something to send, that button sends it to the queue, and Stop comes before it.
 */
export function SendButton({ canStop, empty, onStop }: SendButtonProps) {
  const words = useEntryWords('composer', englishBox)
  const main = useRef<HTMLButtonElement>(null)
  const stops = canStop && empty
  const guarded = useGuard(stops ? 'stop' : 'send')
  const label = stops ? words.stop : words.send
  return (
    <>
      {canStop && !empty && (
        <StopBeside label={words.stop} onStop={onStop} onLeave={() => main.current?.focus()} />
      )}
      <button
        type="submit"
        ref={main}
        data-slot={stops ? 'stop' : 'send'}
        data-print="hide"
        aria-label={label}
        title={label}
        aria-disabled={!canStop && empty ? true : undefined}
        // A press on Stop leaves the focus where it is, which is mostly the box.
        onMouseDown={(event) => stops && event.preventDefault()}
        onClick={(event) => {
          if (guarded()) {
            event.preventDefault()
          } else if (stops) {
            event.preventDefault()
            onStop?.()
          }
        }}
      >
        <Icon name={stops ? 'stop' : 'send'} />
      </button>
    </>
  )
}

interface StopBesideProps {
  label: string
  onStop: (() => void) | undefined
  onLeave: () => void
}

/** Stop while Send has its place. It goes when the answer ends, and hands the focus on. */
function StopBeside({ label, onStop, onLeave }: StopBesideProps) {
  const button = useRef<HTMLButtonElement>(null)
  const leave = useRef(onLeave)
  useLayout(() => {
    const own = button.current
    const { current: handOn } = leave
    return () => {
      if (own !== null && own === document.activeElement) handOn()
    }
  }, [])
  return (
    <button
      type="button"
      ref={button}
      data-slot="stop"
      data-beside=""
      data-print="hide"
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onStop}
    >
      <Icon name="stop" />
    </button>
  )
}
