'use client'

import { type Command, keysOf, type KeyBindings } from '../shortcuts/keys.js'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import { ShellIcon } from '../shell-icon.js'
import { englishShell } from '../strings/english-shell.js'
import { useEntryWords, Keys, Modal, type ModalProps } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'

/** One line of the palette. */
export interface PaletteCommand extends Command {
  /** About 16px. */
  icon?: ReactElement
  /** Quiet, at the end of the line. */
  detail?: string
}

/** Lines under a heading, which the host has chosen for what was typed. Without lines it is left out. */
export interface PaletteSection {
  id: string
  label: string
  commands: readonly PaletteCommand[]
  /** Comes after the commands, for results that are found only later, so that nothing moves under the eye. Default false. */
  isLast?: boolean
}

/** Available commands with every typed word. The first one ranks them: label begins, a word of it begins, it is inside, or elsewhere. */
function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = wordsOf(typed)
  const [first = ''] = words
  const fitting = commands.filter(({ label, group = '', keywords = '', isAvailable }) => {
    const text = `${label} ${group} ${keywords}`.toLowerCase()
    return (isAvailable?.() ?? true) && words.every((word) => text.includes(word))
  })
  const rank = ({ label }: Command): number => {
    const at = ` ${label.toLowerCase()}`.indexOf(` ${first}`)
    return at === 0 ? 0 : at > 0 ? 1 : label.toLowerCase().includes(first) ? 2 : 3
  }
  return fitting.toSorted((one, other) => rank(one) - rank(other))
}

const wordsOf = (typed: string): string[] => typed.toLowerCase().split(/\s+/).filter(Boolean)

function Found({ label, typed }: { label: string; typed: string }) {
  const words = wordsOf(typed).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  if (words.length === 0) return label
  const parts = label.split(new RegExp(`(${words.join('|')})`, 'i'))
  // Every other part is one that was sought.
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <b key={index} className="ap:font-title">
        {part}
      </b>
    ) : (
      part
    ),
  )
}

/** The commands to list, and sections for what is typed. */
export interface PaletteProps extends Omit<ModalProps, 'children'> {
  commands: readonly Command[]
  bindings?: KeyBindings
  /** Places to go to, such as conversations, around the commands, each section under its heading. */
  sections?: readonly PaletteSection[]
  /** Called with the typed text, for a host whose sections depend on it. */
  onTyped?: (typed: string) => void
  /** Text of the field when it opens, such as text typed while it was loading. `onTyped` is not called for it. Default ''. */
  initialText?: string
  /** Says what can be searched. Default: actions. */
  placeholder?: string
}

/**
 * Everything one can do, by typing a part of it. Open while it is mounted; what is chosen runs once it has closed. The command that
 * opens it, with the id `palette`, is not among them.
 */
export function Palette(props: PaletteProps) {
  const {
    commands,
    bindings,
    sections = [],
    onTyped,
    initialText = '',
    placeholder,
    onClose,
    ...rest
  } = props
  const words = useEntryWords('shell', englishShell)
  const [typed, setTyped] = useState(initialText)
  const [active, setActive] = useState(0)
  const chosen = useRef<Command>(undefined)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const actions = findCommands(
    commands.filter((command) => command.id !== 'palette'),
    typed,
  )
  const shown: PaletteSection[] = [
    ...sections.filter(({ isLast }) => !isLast),
    { id: 'actions', label: sections.length > 0 ? words.actions : '', commands: actions },
    ...sections.filter(({ isLast }) => isLast),
  ].filter((section) => section.commands.length > 0)
  const found = shown.flatMap((section) => section.commands)
  const current = Math.min(active, found.length - 1)

  useEffect(() => {
    list.current?.querySelector(`[data-at="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const choose = (command: Command | undefined): void => {
    chosen.current = command
    dialog.current?.close()
  }
  const press = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setActive((current + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (found[current]) choose(found[current])
    }
  }

  return (
    <Modal
      ref={dialog}
      aria-label={words.palette}
      data-slot="palette"
      className="ap:mt-[min(120px,12dvh)]! ap:w-[640px]!"
      onClose={() => {
        onClose()
        chosen.current?.run()
      }}
      {...rest}
    >
      <div className="ap:flex ap:items-center ap:border-b ap:border-line ap:ps-4 ap:focus-within:border-accent">
        <ShellIcon name="search" className="ap:text-text-3" />
        <input
          role="combobox"
          type="text"
          aria-label={placeholder ?? words.search}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder ?? words.search}
          className="ap:h-[52px] ap:min-w-0 ap:flex-1 ap:bg-transparent ap:px-3 ap:text-prose ap:text-text ap:outline-none ap:forced-colors:focus:outline-solid"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            onTyped?.(event.target.value)
          }}
          onKeyDown={press}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words.palette}
        className="ap:max-h-[min(26rem,60dvh)] ap:overflow-y-auto ap:p-1.5"
      >
        {shown.map((section) => (
          <div key={section.id} role="group" aria-label={section.label || undefined}>
            {section.label && (
              <div
                aria-hidden="true"
                className="ap:px-2.5 ap:pt-2 ap:pb-1 ap:text-[.75rem] ap:leading-4 ap:font-medium ap:text-text-3"
              >
                {section.label}
              </div>
            )}
            {section.commands.map((command) => {
              const place = found.indexOf(command)
              const keys = keysOf(command, bindings)
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay in the text field
                <div
                  key={command.id}
                  id={`${id}-${place}`}
                  data-at={place}
                  role="option"
                  aria-selected={place === current}
                  data-slot="command"
                  className="ap:flex ap:min-h-10 ap:cursor-pointer ap:items-center ap:gap-3 ap:rounded-button ap:px-2.5 ap:text-row ap:aria-selected:bg-hover ap:pointer-coarse:min-h-11 ap:forced-colors:aria-selected:outline-1 ap:forced-colors:aria-selected:-outline-offset-1"
                  onMouseDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(place)}
                  onClick={() => choose(command)}
                >
                  {command.icon && <span className="ap:flex-none ap:text-text-3">{command.icon}</span>}
                  <span className="ap:min-w-0 ap:flex-1 ap:truncate">
                    <Found label={command.label} typed={typed} />
                  </span>
                  {command.detail && (
                    <span className="ap:max-w-[55%] ap:truncate ap:text-data ap:text-text-3">
                      {command.detail}
                    </span>
                  )}
                  {/* Under headings of the host it would be one more column to read. */}
                  {command.group && sections.length === 0 && (
                    <span className="ap:text-data ap:text-text-3">{command.group}</span>
                  )}
                  {keys && (
                    <span className="ap:pointer-coarse:hidden">
                      <Keys keys={keys} />
                    </span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      {/* Said when it changes; an empty list says nothing by itself. */}
      <output className="ap:block ap:px-4 ap:text-data ap:text-text-2">
        {found.length === 0 && <span className="ap:block ap:pb-4">{words.nothingFound}</span>}
      </output>
      {found.length > 0 && (
        <p
          aria-hidden="true"
          className="ap:m-0 ap:flex ap:items-center ap:gap-4 ap:border-t ap:border-line ap:bg-surface ap:px-4 ap:py-2 ap:text-[.75rem] ap:leading-5 ap:text-text-2 ap:pointer-coarse:hidden"
        >
          <span className="ap:inline-flex ap:items-center ap:gap-1.5">
            <Keys keys="ArrowUp" />
            <Keys keys="ArrowDown" />
            {words.paletteMove}
          </span>
          <span className="ap:inline-flex ap:items-center ap:gap-1.5">
            <Keys keys="Enter" />
            {words.paletteOpen}
          </span>
        </p>
      )}
    </Modal>
  )
}
