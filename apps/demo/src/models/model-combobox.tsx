import type { ModelInfo } from '@antiphon/core'
import { Icon } from '@antiphon/ui'
import { useId, useRef, type FocusEvent, type RefObject } from 'react'
import { ModelList, optionId } from './model-list.js'
import { ModelsStatus } from './models-status.js'
import type { ModelsQuery } from './models-query.js'
import { useModelCombobox } from './use-model-combobox.js'

export interface ModelComboboxProps {
  label: string
  value: string
  models: ModelsQuery
  onChange: (id: string) => void
  /** Offered beside a failure to read the list. */
  onOpenSettings?: () => void
  /** What is typed is the value, at once. Default: it is a search until an entry is chosen. */
  live?: boolean
  /** On which side the list opens. */
  side: 'above' | 'below'
  inputRef?: RefObject<HTMLInputElement | null>
  id?: string
  /** Id of the hint that is read with it. */
  describedBy?: string
}

/** Chooses one of the endpoint's models, or takes any id that is typed: not every endpoint has a list. */
export function ModelCombobox(props: ModelComboboxProps) {
  const { label, value, models, side, live = false, onOpenSettings } = props
  const ownRef = useRef<HTMLInputElement>(null)
  const input = props.inputRef ?? ownRef
  const ownId = useId()
  const id = props.id ?? ownId
  const listId = `${id}-list`
  const box = useModelCombobox({ ...props, input, list: models.data ?? noModels })
  const { open, options, active } = box
  const hasList = open && options.length > 0

  return (
    <div
      className={live ? 'relative' : 'relative min-w-0'}
      onBlur={(event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) box.leave()
      }}
    >
      <input
        ref={input}
        id={id}
        role="combobox"
        type="text"
        className={live ? fieldClass : quietClass}
        aria-label={live ? undefined : label}
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-describedby={props.describedBy}
        aria-autocomplete="list"
        aria-activedescendant={hasList && active !== undefined ? optionId(listId, active) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={live ? 'Type a model id' : 'Pick a model'}
        title={live ? undefined : value}
        size={Math.min(24, Math.max(8, (box.text || 'Pick a model').length))}
        {...box.inputProps}
      />
      {!live && (
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute end-1.5 top-1/2 -translate-y-1/2 text-text-3"
        />
      )}
      {open && (
        <div
          className={`absolute start-0 z-20 w-80 max-w-[calc(100vw-3rem)] rounded-block border border-line bg-raised p-1 shadow-float ${
            side === 'above' ? 'bottom-full mb-2' : 'top-full mt-1'
          }`}
        >
          {hasList && (
            <ModelList
              id={listId}
              label={label}
              options={options}
              active={active}
              chosen={value}
              onChoose={box.choose}
            />
          )}
          <ModelsStatus models={models} more={box.more} onOpenSettings={onOpenSettings} />
        </div>
      )}
    </div>
  )
}

const noModels: ModelInfo[] = []

const quietClass =
  'field-sizing-content h-8 max-w-44 min-w-20 truncate rounded-button bg-transparent ps-2 pe-6 text-data text-text-2 hover:bg-sunken hover:text-text focus:bg-sunken focus:text-text pointer-coarse:h-11 sm:max-w-64'
const fieldClass =
  'h-9 w-full rounded-button border border-line-strong bg-raised px-2.5 text-row text-text pointer-coarse:h-11'
