'use client'

import { useEntryWords, Keys, type ModalProps } from '@antiphon/ui/parts'
import { isApple } from '@antiphon/ui/functions'
import { keysOfPress, keysOf, type Command, type KeyBindings } from '../shortcuts/keys.js'
import { useState, type KeyboardEvent } from 'react'
import { Button } from '@antiphon/ui'
import { SettingsSheet } from '../settings-sheet/settings-sheet.js'
import { englishShell } from '../strings/english-shell.js'

interface KeyButtonProps {
  /** The action of the keys. */
  label: string
  /** Undefined: none. */
  keys: string | undefined
  onChange: (keys: string | null) => void
}

/** The keys of a command. A press asks for others: the next combination is taken, Backspace takes them away, Escape leaves them. */
function KeyButton({ label, keys, onChange }: KeyButtonProps) {
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
      className="ap:inline-flex ap:h-8 ap:min-w-16 ap:items-center ap:justify-end ap:rounded-button ap:px-1.5 ap:text-data ap:text-text-2 ap:hover:bg-hover ap:data-[state=listening]:bg-accent-soft ap:pointer-coarse:h-11"
      onClick={() => setListening(true)}
      onKeyDown={press}
      onBlur={() => setListening(false)}
    >
      {/* For speech input the visible words must be part of the button's name (WCAG 2.5.3). */}
      <span className="ap:sr-only">{words.changeKeys(label)} </span>
      {listening ? words.pressKeys : keys ? <Keys keys={keys} /> : words.noKeys}
    </button>
  )
}

/** The commands, the user's keys, and what happens with changed ones. */
export interface ShortcutSheetProps extends Omit<ModalProps, 'children' | 'title'> {
  commands: readonly Command[]
  bindings?: KeyBindings
  /** With it, keys can be changed. */
  onBindingsChange?: (bindings: KeyBindings) => void
  /** Whether keys without a modifier work. Default true. */
  singleKeys?: boolean
  /** With it, they can be switched off. */
  onSingleKeysChange?: (on: boolean) => void
  /** Keys of components themselves, to be listed below: what they do, and keys as `Mod+Enter`. */
  more?: readonly { label: string; keys: string; group: string }[]
}

/**
 * All keys by group, to be looked up, changed and switched off; commands without any come last. Open while it is mounted.
 */
export function ShortcutSheet(props: ShortcutSheetProps) {
  const {
    commands,
    bindings = {},
    onBindingsChange,
    singleKeys = true,
    onSingleKeysChange,
    more = [],
    ...rest
  } = props
  const words = useEntryWords('shell', englishShell)

  // As it was at first: a row that gets its keys stays where it is, with the focus on it.
  const [bare] = useState(
    () => new Set(commands.filter((one) => keysOf(one, bindings) === undefined).map(({ id: own }) => own)),
  )
  const rows = [
    ...commands.map((command) => ({
      command,
      label: command.label,
      keys: keysOf(command, bindings),
      group: bare.has(command.id) ? words.withoutKeys : (command.group ?? ''),
    })),
    ...more.map((row) => ({ command: undefined, ...row })),
  ]
  const named = new Set(rows.map(({ group }) => group))
  const groups = [...named].filter((group) => group !== words.withoutKeys)
  if (named.has(words.withoutKeys)) groups.push(words.withoutKeys)
  const alsoOf = (keys: string | undefined, own: Command | undefined): string | undefined =>
    keys === undefined || !own
      ? undefined
      : commands.find(
          (other) => other !== own && keysOf(other, bindings)?.toLowerCase() === keys.toLowerCase(),
        )?.label

  const content = (
    <>
      {onSingleKeysChange && (
        <label className="ap:flex ap:min-h-6 ap:items-center ap:gap-2 ap:text-row ap:pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="ap:size-4 ap:appearance-auto ap:accent-accent"
            checked={singleKeys}
            onChange={(event) => onSingleKeysChange(event.target.checked)}
          />
          {words.singleKeys}
        </label>
      )}
      <div className="ap:gap-x-8 ap:md:columns-2">
        {groups.map((group) => (
          <section
            key={group}
            aria-label={group || words.shortcuts}
            className="ap:mb-4 ap:break-inside-avoid"
          >
            {group && <h3 className="ap:mb-1 ap:text-data ap:font-title ap:text-text-2">{group}</h3>}
            <ul className="ap:m-0 ap:list-none ap:p-0">
              {rows
                .filter((row) => row.group === group)
                .map(({ command, label, keys }) => {
                  const clash = alsoOf(keys, command)
                  return (
                    <li
                      key={command?.id ?? label}
                      className="ap:flex ap:min-h-9 ap:items-center ap:gap-3 ap:border-b ap:border-line ap:text-row"
                    >
                      <span className="ap:min-w-0 ap:flex-1">
                        {label}
                        {clash && (
                          <span className="ap:block ap:text-data ap:text-warn">{words.sameKeys(clash)}</span>
                        )}
                      </span>
                      {command && onBindingsChange ? (
                        <KeyButton
                          label={label}
                          keys={keys}
                          onChange={(chosen) => onBindingsChange({ ...bindings, [command.id]: chosen })}
                        />
                      ) : keys ? (
                        <Keys keys={keys} />
                      ) : (
                        <span className="ap:text-data ap:text-text-3">{words.noKeys}</span>
                      )}
                    </li>
                  )
                })}
            </ul>
          </section>
        ))}
      </div>
      {onBindingsChange && Object.keys(bindings).length > 0 && (
        <Button className="ap:self-start" onClick={() => onBindingsChange({})}>
          {words.resetKeys}
        </Button>
      )}
    </>
  )
  return (
    <SettingsSheet
      title={words.shortcuts}
      sections={[{ id: 'keys', content }]}
      className="ap:md:w-[50rem]"
      {...rest}
    />
  )
}
