import type { ModelInfo } from '@antiphon/core'
import { useEffect, useMemo, useRef } from 'react'
import { Icon } from '../../icons/icon.js'
import type { EntryStrings } from '../../strings/english.js'
import { englishShell } from '../../strings/english-shell.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import type { ModelOption } from './model-options.js'

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
          className="ap:flex ap:min-h-8 ap:cursor-pointer ap:items-center ap:gap-2 ap:rounded-button ap:px-2 ap:py-1 ap:text-row ap:text-text ap:aria-selected:bg-accent-soft ap:hover:bg-sunken ap:pointer-coarse:min-h-11"
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
