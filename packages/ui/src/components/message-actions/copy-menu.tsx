import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { copyText } from '../../lib/copy-text.js'
import { plainText } from '../../lib/plain-text.js'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { IconButton } from '../button/icon-button.js'
import { jsonText } from '../../lib/json-text.js'

export interface CopyMenuProps {
  /** The Markdown of the message. */
  getText: () => string
  /** The message as data. */
  getData: () => unknown
}

/** Copies a message as Markdown, as plain text or as the JSON it is kept as. */
export function CopyMenu({ getText, getData }: CopyMenuProps) {
  const { strings } = useWords()
  const words = strings.messageActions
  const announce = useAnnounce()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [side, setSide] = useState<'above' | 'below'>('above')
  const place = useRef<HTMLSpanElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const items = [
    { label: words.markdown, read: getText },
    { label: words.plain, read: () => plainText(getText()) },
    { label: words.json, read: () => jsonText(getData(), 2) },
  ]

  useEffect(() => {
    if (open) menu.current?.querySelector('button')?.focus()
  }, [open])

  const close = (): void => {
    setOpen(false)
    place.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }
  const copy = async (read: () => string): Promise<void> => {
    close()
    announce((await copyText(read())) ? words.copied : words.copyFailed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(event.target as HTMLButtonElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + buttons.length, Home: 0, End: buttons.length - 1 }[
      event.key
    ]
    if (to === undefined && event.key !== 'Escape') return
    event.preventDefault()
    // The arrows of the toolbar around it and the Escape of a dialog are not meant.
    event.stopPropagation()
    if (to === undefined) close()
    else buttons[to % buttons.length]?.focus()
  }
  const onBlur = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <span ref={place} data-slot="copy-menu" className="ap:relative ap:inline-flex" onBlur={onBlur}>
      <IconButton
        icon="chevron-down"
        label={words.copyAs}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          setSide(roomAbove(place.current) ? 'above' : 'below')
          setOpen(!open)
        }}
      />
      {open && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label={words.copyAs}
          data-slot="menu"
          data-side={side}
          onKeyDown={onKeyDown}
        >
          {items.map(({ label, read }) => (
            <button key={label} type="button" role="menuitem" tabIndex={-1} onClick={() => void copy(read)}>
              {label}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}

/** Height of the menu with three items, on a touch screen. */
const HEIGHT = 150

/** Whether the menu fits between the button and the upper edge of what scrolls. */
function roomAbove(element: Element | null): boolean {
  const edge = element?.closest('[data-slot="viewport"]')?.getBoundingClientRect().top ?? 0
  return (element?.getBoundingClientRect().top ?? 0) - edge > HEIGHT
}
