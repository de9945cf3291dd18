import { Icon } from '@antiphon/ui'
import { useEffect, useRef } from 'react'
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
  useEffect(() => {
    if (active !== undefined) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    // The ARIA combobox pattern; a select can neither search nor take free text.
    <div ref={list} id={id} role="listbox" aria-label={label} className="max-h-72 overflow-y-auto">
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay in the text field
        <div
          key={`${option.type} ${option.id}`}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className="flex min-h-8 cursor-pointer items-center gap-2 rounded-button px-2 py-1 text-row text-text aria-selected:bg-accent-soft hover:bg-sunken pointer-coarse:min-h-11"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.id)}
        >
          <OptionWords option={option} chosen={option.id === chosen} />
        </div>
      ))}
    </div>
  )
}

function OptionWords({ option, chosen }: { option: ModelOption; chosen: boolean }) {
  if (option.type === 'typed') {
    return (
      <span className="min-w-0 wrap-anywhere">
        Use <b className="font-title">{option.id}</b>
      </span>
    )
  }
  const { name, contextLength } = option.model
  return (
    <>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {option.id}
        {name && <span className="block text-data text-text-2">{name}</span>}
      </span>
      {contextLength !== undefined && (
        <span className="flex-none text-data text-text-2 tabular-nums">
          {tokens(contextLength)}
          <span className="sr-only"> tokens of context</span>
        </span>
      )}
      {chosen && (
        <>
          <Icon name="done" className="text-accent" />
          <span className="sr-only">in use</span>
        </>
      )}
    </>
  )
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 0 })

function tokens(count: number): string {
  return compact.format(count).toLowerCase()
}
