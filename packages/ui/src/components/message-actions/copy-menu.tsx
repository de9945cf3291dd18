'use client'

import { useEffect, useState, type KeyboardEvent, useId, useRef, type FocusEvent } from 'react'
import { copyText, useCopy } from '../../lib/copy-text.js'
import { prettyJson } from '../../lib/json.js'
import { plainText } from '../../lib/plain-text.js'
import { useWords } from '../../strings/strings.js'
import { useAnnounce } from '../announcer/announcer.js'
import { IconButton } from '../button/button.js'
import { useIsForPeople } from '../context/audience-context.js'

export interface CopyButtonProps {
  label: string
  /** `plain` is true when Shift was held. */
  getText: (plain: boolean) => string
}

/** Copies; a check replaces the icon for 1.5 s, and the success is announced. */
export function CopyButton({ label, getText }: CopyButtonProps) {
  const { strings } = useWords()
  const announce = useAnnounce()
  const { outcome, copy } = useCopy()
  const press = async (plain: boolean): Promise<void> => {
    const copied = await copy(getText(plain))
    announce(copied ? strings.messageActions.copied : strings.messageActions.copyFailed)
  }
  return (
    <IconButton
      icon={outcome === 'copied' ? 'done' : outcome === 'failed' ? 'error' : 'copy'}
      label={label}
      data-state={outcome}
      className={
        outcome === 'copied' ? 'ap:text-success' : outcome === 'failed' ? 'ap:text-danger' : undefined
      }
      onClick={(event) => void press(event.shiftKey)}
    />
  )
}

/**
 * Moves the focus among the buttons of an element: one step with `back` and `forward`, around the ends, and to the ends with
 * Home and End. False for other keys.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>, back: string, forward: string): boolean {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button === event.target)
  const last = buttons.length - 1
  const to = { [back]: at + last, [forward]: at + 1, Home: 0, End: last }[event.key]
  if (at < 0 || to === undefined) return false
  event.preventDefault()
  buttons[to % buttons.length]!.focus()
  return true
}

/** Arrow keys, Home and End move between the buttons of a toolbar. Every button stays a stop of its own. */
export function moveFocusInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const keys = ['ArrowLeft', 'ArrowRight'] as const
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  moveFocus(event, keys[isRtl ? 1 : 0], keys[isRtl ? 0 : 1])
}

export interface CopyMenuProps {
  /** The Markdown of the message. */
  getText: () => string
  /** The message as data. */
  getData: () => unknown
}

/** Copies a message as Markdown, as plain text or, for developers, as the JSON it is kept as. */
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
    !useIsForPeople() && { label: words.json, read: () => prettyJson(getData(), 2) },
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
    const isEscape = event.key === 'Escape'
    if (!isEscape && !moveFocus(event, 'ArrowUp', 'ArrowDown')) return
    event.preventDefault()
    // These keys must not reach the toolbar around it or close a dialog.
    event.stopPropagation()
    if (isEscape) close()
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
          {items.map(
            (item) =>
              item && (
                <button
                  key={item.label}
                  type="button"
                  role="menuitem"
                  tabIndex={-1}
                  onClick={() => void copy(item.read)}
                >
                  {item.label}
                </button>
              ),
          )}
        </div>
      )}
    </span>
  )
}

/** Height of the menu with three items, on a touch screen. */
const HEIGHT = 150

/** Whether the menu fits between the button and the upper edge of the scrolling area. */
function roomAbove(element: Element | null): boolean {
  const edge = element?.closest('[data-slot="viewport"]')?.getBoundingClientRect().top ?? 0
  return (element?.getBoundingClientRect().top ?? 0) - edge > HEIGHT
}
