import { isApple, keysOfPress } from '@antiphon/react/shortcuts'
import { useState, type KeyboardEvent } from 'react'
import { englishShell } from '../../strings/english-shell.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Keys } from '../keys.js'

export interface KeyButtonProps {
  /** What the keys do. */
  label: string
  /** Undefined: none. */
  keys: string | undefined
  onChange: (keys: string | null) => void
}

/** The keys of a command. A press asks for others: the next combination is taken, Backspace takes them away, Escape leaves them. */
export function KeyButton({ label, keys, onChange }: KeyButtonProps) {
  const words = useEntryWords('shell', englishShell)
  const [listening, setListening] = useState(false)

  const press = (event: KeyboardEvent): void => {
    if (!listening || event.key === 'Tab') return setListening(false)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setListening(false)
    const isBare = !event.ctrlKey && !event.metaKey && !event.altKey
    const pressed = isBare && event.key === 'Backspace' ? null : keysOfPress(event.nativeEvent, isApple())
    if (pressed === undefined) return
    setListening(false)
    onChange(pressed)
  }
  return (
    <button
      type="button"
      data-slot="key-button"
      data-state={listening ? 'listening' : 'idle'}
      className="ap:inline-flex ap:h-8 ap:min-w-16 ap:items-center ap:justify-end ap:rounded-button ap:px-1.5 ap:text-data ap:text-text-2 ap:hover:bg-sunken ap:data-[state=listening]:bg-accent-soft ap:pointer-coarse:h-11"
      onClick={() => setListening(true)}
      onKeyDown={press}
      onBlur={() => setListening(false)}
    >
      {/* Who speaks to the page says the words on the button; they are part of its name (WCAG 2.5.3). */}
      <span className="ap:sr-only">{words.changeKeys(label)} </span>
      {listening ? words.pressKeys : keys ? <Keys keys={keys} /> : words.noKeys}
    </button>
  )
}
