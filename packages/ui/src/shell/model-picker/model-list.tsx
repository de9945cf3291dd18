'use client'

import type { ModelInfo } from '@antiphon/core'
import {
  useEffect,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  useMemo,
  useRef,
} from 'react'
import { Icon } from '../../icons/icon.js'
import { englishShell } from '../../strings/english-shell.js'
import type { EntryStrings } from '../../strings/english.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { isComposing } from '../../lib/is-composing.js'

/** One line of the list: a model that the endpoint named, or the id as typed. */
type ModelOption = { type: 'listed'; id: string; model: ModelInfo } | { type: 'typed'; id: string }

/** Lines that are drawn; hosted endpoints list hundreds, and one narrows those by typing. */
const MOST = 50

/** The models that contain what was typed, in the endpoint's order, and the typed id itself when it is none of them. */
function modelOptions(
  models: readonly ModelInfo[],
  typed: string | undefined,
): { options: ModelOption[]; more: number } {
  const wanted = (typed ?? '').trim()
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = models.filter(({ id, name = '' }) => {
    const text = `${id} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const options: ModelOption[] = fitting
    .slice(0, MOST)
    .map((model) => ({ type: 'listed', id: model.id, model }))
  if (wanted !== '' && !models.some(({ id }) => id === wanted)) options.push({ type: 'typed', id: wanted })
  return { options, more: Math.max(0, fitting.length - MOST) }
}

export interface ModelComboboxState {
  open: boolean
  text: string
  options: ModelOption[]
  /** Models that fit and are not among the options. */
  more: number
  /** Place of the option that Enter takes. */
  active: number | undefined
  choose(id: string): void
  /** The focus went elsewhere. */
  leave(): void
  inputProps: {
    value: string
    onChange(event: ChangeEvent<HTMLInputElement>): void
    onClick(): void
    onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
  }
}

interface Options {
  value: string
  list: readonly ModelInfo[]
  live?: boolean
  input: RefObject<HTMLInputElement | null>
  onChange: (id: string) => void
}

/** Keys and state of a combobox after the ARIA pattern: arrows move, Enter takes, Escape leaves without a change. */
export function useModelCombobox({
  value,
  list,
  live = false,
  input,
  onChange,
}: Options): ModelComboboxState {
  const [open, setOpen] = useState(false)
  // Undefined: nothing was typed since it opened, and the whole list is shown.
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState<number>()
  const { options, more } = modelOptions(list, typed)

  // Opened or closed, what stands in a search field is a choice made before: the next letter replaces it.
  const untouched = typed === undefined
  useEffect(() => {
    if (!live && untouched && input.current === document.activeElement) input.current?.select()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- opening and closing are when it has to happen
  }, [input, live, open, untouched])

  const close = (): void => {
    setOpen(false)
    setTyped(undefined)
    setActive(undefined)
  }
  const show = (): void => {
    setOpen(true)
    const current = options.findIndex(({ id }) => id === value)
    setActive(current < 0 ? undefined : current)
  }
  const choose = (id: string): void => {
    onChange(id)
    close()
  }
  const move = (step: number): void => {
    if (!open) return show()
    if (options.length === 0) return
    const from = active ?? (step > 0 ? -1 : 0)
    setActive((from + step + options.length) % options.length)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault()
        move(event.key === 'ArrowDown' ? 1 : -1)
        return
      case 'Escape':
        if (!open) return
        // A dialog or an edit around it must not see this one.
        event.preventDefault()
        event.stopPropagation()
        close()
        return
      case 'Enter': {
        const option = active === undefined ? undefined : options[active]
        // Never the form's own submit: choosing a model must not send the message.
        if (open || !live) event.preventDefault()
        if (open && option) choose(option.id)
        else if (open) close()
        else if (!live) show()
        return
      }
    }
  }

  return {
    open,
    text: typed ?? value,
    options,
    more,
    active,
    choose,
    leave: close,
    inputProps: {
      value: typed ?? value,
      onChange(event) {
        const text = event.target.value
        setOpen(true)
        setTyped(text)
        // A search takes the best fit with Enter; a field keeps what was typed unless one moves to an entry.
        setActive(live ? undefined : 0)
        if (live) onChange(text.trim())
      },
      onClick: () => (open ? undefined : show()),
      onKeyDown,
    },
  }
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`

export interface ModelListProps {
  id: string
  label: string
  options: readonly ModelOption[]
  active: number | undefined
  /** Id of the model in use. */
  chosen: string
  onChoose: (id: string) => void
}

export function ModelList({ id, label, options, active, chosen, onChoose }: ModelListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { locale } = useWords().formats
  const short = useMemo(
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 }),
    [locale],
  )
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    // The ARIA combobox pattern; a select can neither search nor take free text.
    <div ref={list} id={id} role="listbox" aria-label={label} className="ap:max-h-72 ap:overflow-y-auto">
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay in the text field
        <div
          key={`${option.type} ${option.id}`}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className="ap:flex ap:min-h-8 ap:cursor-pointer ap:items-center ap:gap-2 ap:rounded-button ap:px-2 ap:py-1 ap:text-row ap:text-text ap:aria-selected:bg-accent-soft ap:hover:bg-hover ap:pointer-coarse:min-h-11"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.id)}
        >
          <OptionWords option={option} chosen={option.id === chosen} short={short} />
        </div>
      ))}
    </div>
  )
}

interface OptionWordsProps {
  option: ModelOption
  chosen: boolean
  /** Writes 128,000 as 128k. */
  short: Intl.NumberFormat
}

function OptionWords({ option, chosen, short }: OptionWordsProps) {
  const words = useEntryWords('shell', englishShell)
  if (option.type === 'typed') {
    return (
      <span className="ap:min-w-0 ap:wrap-anywhere">
        {words.modelUse} <b className="ap:font-title">{option.id}</b>
      </span>
    )
  }
  const { name, contextLength } = option.model
  const facts = factsOf(option.model, words)
  return (
    <>
      <span className="ap:min-w-0 ap:flex-1 ap:wrap-anywhere">
        {option.id}
        {name && <span className="ap:block ap:text-data ap:text-text-2">{name}</span>}
        {facts.length > 0 && (
          <span className="ap:block ap:text-data ap:text-text-2">{facts.join(' · ')}</span>
        )}
      </span>
      {contextLength !== undefined && (
        <span className="ap:flex-none ap:text-data ap:text-text-2 ap:tabular-nums">
          {short.format(contextLength).toLowerCase()}
          <span className="ap:sr-only"> {words.modelContext}</span>
        </span>
      )}
      {chosen && (
        <>
          <Icon name="done" className="ap:text-accent" />
          <span className="ap:sr-only">{words.modelInUse}</span>
        </>
      )}
    </>
  )
}

/** What the server says of a model; what it does not say is not guessed. */
function factsOf({ kind, capabilities, available }: ModelInfo, words: EntryStrings['shell']): string[] {
  const { tools, reasoning, input } = capabilities ?? {}
  const facts = [
    available === false && words.modelGone,
    kind === 'embedding' && words.modelEmbedding,
    kind === 'other' && words.modelOther,
    tools && words.modelTools,
    input?.includes('image') && words.modelImages,
    input?.includes('audio') && words.modelAudio,
    reasoning && words.modelThinks,
  ]
  return facts.filter((fact): fact is string => typeof fact === 'string')
}
