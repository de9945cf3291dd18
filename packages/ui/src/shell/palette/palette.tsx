'use client'

import { type Command, keysOf, type KeyBindings } from '@antiphon/react/shortcuts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { englishShell } from '../../strings/english-shell.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Keys, Modal, type ModalProps } from '../modal.js'

/** What can be done now and has every word that was typed, in its label, group or keywords. Those that begin so come first. */
export function findCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = commands.filter(({ label, group = '', keywords = '', isAvailable }) => {
    const text = `${label} ${group} ${keywords}`.toLowerCase()
    return (isAvailable?.() ?? true) && words.every((word) => text.includes(word))
  })
  const first = words[0]
  if (first === undefined) return fitting
  const begins = ({ label }: Command): boolean => label.toLowerCase().startsWith(first)
  return [...fitting.filter(begins), ...fitting.filter((command) => !begins(command))]
}

export interface PaletteProps extends Omit<ModalProps, 'children'> {
  commands: readonly Command[]
  bindings?: KeyBindings
}

/** Everything one can do, by typing a part of it. Open while it is mounted; what is chosen runs once it has closed. */
export function Palette({ commands, bindings, onClose, ...rest }: PaletteProps) {
  const words = useEntryWords('shell', englishShell)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const chosen = useRef<Command>(undefined)
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const found = findCommands(commands, typed)
  const current = Math.min(active, found.length - 1)

  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const choose = (command: Command | undefined): void => {
    chosen.current = command
    dialog.current?.close()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
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
      onClose={() => {
        onClose()
        chosen.current?.run()
      }}
      {...rest}
    >
      <input
        role="combobox"
        type="text"
        aria-label={words.search}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={words.search}
        className="ap:h-12 ap:w-full ap:border-b ap:border-line ap:bg-transparent ap:px-4 ap:text-prose ap:text-text"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
        onKeyDown={press}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words.palette}
        className="ap:max-h-[min(24rem,60dvh)] ap:overflow-y-auto ap:p-1.5"
      >
        {found.map((command, index) => {
          const keys = keysOf(command, bindings)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay in the text field
            <div
              key={command.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              data-slot="command"
              className="ap:flex ap:min-h-9 ap:cursor-pointer ap:items-center ap:gap-3 ap:rounded-button ap:px-2.5 ap:text-row ap:aria-selected:bg-accent-soft ap:hover:bg-hover ap:pointer-coarse:min-h-11"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(command)}
            >
              <span className="ap:min-w-0 ap:flex-1">{command.label}</span>
              {command.group && <span className="ap:text-data ap:text-text-2">{command.group}</span>}
              {keys && <Keys keys={keys} />}
            </div>
          )
        })}
      </div>
      {/* Said when it changes; an empty list says nothing by itself. */}
      <output className="ap:block ap:px-4 ap:text-data ap:text-text-2">
        {found.length === 0 && <span className="ap:block ap:pb-4">{words.nothingFound}</span>}
      </output>
    </Modal>
  )
}
