'use client'

import { standsAlone, cx, useLayout, useEntryWords } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { englishConversation } from '../strings/english-conversation.js'

/** A command with a name to type after a slash: an action, or a text for the message box. */
export interface SlashCommand {
  /** The name to type after the slash: letters, digits and dashes. */
  name: string
  /** Its effect, in a few words. */
  detail?: string
  /** Done once the box is empty again. */
  run?: () => void
  /** Goes into the box, with the cursor in place of `{input}`, or at the end. */
  text?: string
}

/** The commands, and the text of the message box around which the list is. */
export interface SlashCommandsProps {
  commands: readonly SlashCommand[]
  /** The text of the message box, which the host owns. */
  value: string
  onValueChange: (value: string) => void
  /** The composer. */
  children: ReactNode
}

/** Where a text for the box wants what the person writes. */
const INPUT = '{input}'

/** The name that is being typed, while the box holds nothing but that. */
const typedName = (value: string): string | undefined => /^\/([^\s/]*)$/.exec(value)?.[1]

/**
 * A list over the message box while one types a slash and a name: arrows choose, Enter or Tab takes, Escape leaves the text as it is.
 * Commands are done; prompts go into the box to be changed and sent.
 */
export const SlashCommands = /* @__PURE__ */ standsAlone(function SlashCommands({
  commands,
  value,
  onValueChange,
  children,
}: SlashCommandsProps) {
  const words = useEntryWords('conversation', englishConversation).prompts
  const place = useRef<HTMLDivElement>(null)
  /** Place of the cursor in the prompt that the box is about to hold. */
  const cursor = useRef<number>(undefined)
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const [left, setLeft] = useState<string>()
  const typed = typedName(value)?.toLowerCase()
  const isOpen = typed !== undefined && left === undefined
  const found = isOpen ? ranked(commands, typed) : []
  const at = Math.min(chosen, found.length - 1)

  // Once the slash is gone the next one opens the list again.
  if (typed === undefined && left !== undefined) setLeft(undefined)

  const active = found[at] ? `${id}-${found[at].name}` : undefined
  useEffect(() => {
    const box = fieldIn(place.current)
    if (!box) return
    if (isOpen) box.setAttribute('aria-controls', id)
    else box.removeAttribute('aria-controls')
    if (active) box.setAttribute('aria-activedescendant', active)
    else box.removeAttribute('aria-activedescendant')
    place.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [active, id, isOpen])

  // Before the next key, which goes to that place.
  useLayout(() => {
    if (cursor.current !== undefined)
      fieldIn(place.current)?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  }, [value])

  const take = ({ run, text }: SlashCommand): void => {
    setChosen(0)
    if (text === undefined) {
      onValueChange('')
      return run?.()
    }
    cursor.current = text.includes(INPUT) ? text.indexOf(INPUT) : text.length
    onValueChange(text.replace(INPUT, ''))
    fieldIn(place.current)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isOpen || isComposing(event) || event.target !== fieldIn(place.current)) return
    const { key } = event
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length, Home: 0, End: found.length - 1 }[key]
    if (key === 'Escape') setLeft(value)
    else if (found.length === 0 || event.ctrlKey || event.metaKey) return
    else if (to !== undefined) setChosen(to % found.length)
    else if ((key === 'Enter' && !event.shiftKey) || (key === 'Tab' && !event.shiftKey)) take(found[at]!)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={place} data-slot="slash-commands" className="ap:relative" onKeyDownCapture={onKeyDown}>
      {children}
      {isOpen && (
        <div
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={words.label}
          data-slot="slash-list"
          className="ap:absolute ap:inset-x-0 ap:bottom-full ap:z-20 ap:mx-auto ap:mb-1 ap:max-h-[min(40dvh,320px)] ap:w-[min(100%-20px,var(--antiphon-column))] ap:overflow-y-auto ap:rounded-approval ap:bg-raised ap:p-1 ap:text-text ap:shadow-float"
          // The box keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((command, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box has the keys
            <div
              key={command.name}
              id={`${id}-${command.name}`}
              role="option"
              aria-selected={index === at}
              className={cx(
                'ap:flex ap:min-h-[34px] ap:cursor-default ap:items-center ap:gap-3 ap:rounded-button ap:px-2.5 ap:text-row ap:pointer-coarse:min-h-11',
                index === at && 'ap:bg-hover',
              )}
              onPointerMove={() => index !== at && setChosen(index)}
              onClick={() => take(command)}
            >
              <span className="ap:flex-none ap:font-name">/{command.name}</span>
              <span dir="auto" className="ap:min-w-0 ap:flex-1 ap:truncate ap:text-data ap:text-text-2">
                {command.detail ?? command.text}
              </span>
            </div>
          ))}
          {found.length === 0 && (
            <div
              role="option"
              aria-selected="false"
              aria-disabled="true"
              className="ap:px-2.5 ap:py-1.5 ap:text-data ap:text-text-2"
            >
              {words.none}
            </div>
          )}
        </div>
      )}
    </div>
  )
})

/** Names that begin with what is typed, then those that hold it, then those with a word that begins so. */
function ranked(commands: readonly SlashCommand[], typed: string): SlashCommand[] {
  const rank = ({ name, detail = '' }: SlashCommand): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(typed)) return 0
    if (lower.includes(typed)) return 1
    return typed !== '' && ` ${detail.toLowerCase()}`.includes(` ${typed}`) ? 2 : 3
  }
  return commands
    .map((command) => ({ command, rank: rank(command) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command)
}

const fieldIn = (place: HTMLElement | null): HTMLTextAreaElement | null | undefined =>
  place?.querySelector('textarea')
