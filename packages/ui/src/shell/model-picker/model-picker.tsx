'use client'

import { standsAlone } from '../../lib/own-root.js'
import type { ChatError, ModelInfo } from '@antiphon/core'
import { type ReactNode, useId, useRef, type FocusEvent, type RefObject } from 'react'
import { ErrorCard } from '../../components/error-card/error-card.js'
import { Icon } from '../../icons/icon.js'
import { Button } from '../../components/button/button.js'
import { useLayout } from '../../lib/use-layout.js'
import { useTopLayer } from '../../menu/use-top-layer.js'
import { englishShell } from '../../strings/english-shell.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { ModelList, optionId, useModelCombobox } from './model-list.js'

/** What the list of models needs of a query; `useModels` gives more. */
export interface ModelsQuery {
  data: ModelInfo[] | undefined
  error: ChatError | null
  isFetching: boolean
  refetch: () => unknown
}

export interface ModelsStatusProps {
  models: ModelsQuery
  /** Models that fit and are not shown. */
  more: number
  onOpenSettings?: () => void
}

/** What there is to say about the list itself: it is being read, failed, is empty, or goes on. */
export function ModelsStatus({ models, more, onOpenSettings }: ModelsStatusProps) {
  const { formats } = useWords()
  const words = useEntryWords('shell', englishShell)
  const { data, error, isFetching, refetch } = models
  if (isFetching) return <Line>{words.modelsReading}</Line>
  if (error) {
    return (
      <div className="ap:flex ap:flex-col ap:gap-1 ap:p-1">
        <ErrorCard
          error={error.data}
          alert={false}
          onOpenSettings={onOpenSettings}
          onRetry={() => void refetch()}
        />
        <Line>{words.modelsFailed}</Line>
      </div>
    )
  }
  if (!data)
    return (
      <div className="ap:flex ap:flex-col ap:items-start ap:gap-1 ap:p-1">
        <Line>{words.modelsUnread}</Line>
        <Button variant="small" onClick={() => void refetch()}>
          {words.modelsLoad}
        </Button>
      </div>
    )
  if (data.length === 0) return <Line>{words.modelsNone}</Line>
  if (more > 0) return <Line>{words.modelsMore(formats.number(more))}</Line>
  return null
}

function Line({ children }: { children: ReactNode }) {
  return <output className="ap:block ap:px-2 ap:py-1.5 ap:text-data ap:text-text-2">{children}</output>
}

export interface ModelPickerProps {
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
export const ModelPicker = /* @__PURE__ */ standsAlone(function ModelPicker(props: ModelPickerProps) {
  const { label, value, models, side, live = false, onOpenSettings } = props
  const words = useEntryWords('shell', englishShell)
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
      data-slot="model-picker"
      className={live ? 'ap:relative' : 'ap:relative ap:min-w-0'}
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
        placeholder={live ? words.modelType : words.modelSearch}
        title={live ? undefined : value}
        size={Math.min(24, Math.max(8, (box.text || words.modelSearch).length))}
        {...box.inputProps}
      />
      {!live && (
        <Icon
          name="chevron-down"
          className="ap:pointer-events-none ap:absolute ap:end-1.5 ap:top-1/2 ap:-translate-y-1/2 ap:text-text-3"
        />
      )}
      {open && (
        <PickerPopover anchor={input} side={side} onClose={box.leave}>
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
        </PickerPopover>
      )}
    </div>
  )
})

interface PickerPopoverProps {
  anchor: RefObject<HTMLInputElement | null>
  side: 'above' | 'below'
  onClose: () => void
  children: ReactNode
}

/**
 * Over dialogs too, where one would clip it, and as wide as the field. It stays inside of what scrolls the field, so that it
 * does not cover the buttons of the form. A press outside closes it and still counts.
 */
function PickerPopover({ anchor, side, onClose, children }: PickerPopoverProps) {
  const popover = useRef<HTMLDivElement>(null)
  // Before it is placed, which measures it.
  useLayout(() => {
    if (anchor.current && popover.current)
      popover.current.style.inlineSize = `${anchor.current.offsetWidth}px`
  }, [anchor])
  useTopLayer(popover, () => anchor.current, onClose, { side, within: 'scroller' })
  return (
    <div
      ref={popover}
      popover="manual"
      data-slot="model-list"
      className="ap:fixed ap:inset-auto ap:m-0 ap:min-w-64 ap:max-w-[calc(100vw-16px)] ap:overflow-y-auto ap:rounded-block ap:border ap:border-transparent ap:bg-raised ap:p-1 ap:text-text ap:shadow-float"
    >
      {children}
    </div>
  )
}

const noModels: ModelInfo[] = []

const quietClass =
  'ap:field-sizing-content ap:h-8 ap:max-w-44 ap:min-w-20 ap:truncate ap:rounded-button ap:bg-transparent ap:ps-2 ap:pe-6 ap:text-data ap:text-text-2 ap:hover:bg-hover ap:hover:text-text ap:focus:bg-hover ap:focus:text-text ap:pointer-coarse:h-11 ap:sm:max-w-64'
const fieldClass =
  'ap:h-9 ap:w-full ap:rounded-button ap:border ap:border-field ap:bg-raised ap:px-2.5 ap:text-row ap:text-text ap:pointer-coarse:h-11'
