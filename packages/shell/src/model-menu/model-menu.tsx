'use client'

import { standsAlone, useEntryWords, type MenuItem, useTopLayer } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
import { useCallback, useId, useRef, useState, useEffect, type KeyboardEvent, type ReactNode } from 'react'
import { Icon } from '@antiphon/ui'
import { ShellIcon } from '../shell-icon.js'
import { englishShell } from '../strings/english-shell.js'
import { modelGroups, type ModelLine } from './model-groups.js'
import { ModelLineWords } from './model-line.js'
import { ModelsStatus, type ModelsQuery } from './models-status.js'

/** The model in use, the models to choose from, and what a choice does. */
export interface ModelMenuProps {
  /** Id of the model in use; empty while none is. */
  value: string
  models: ModelsQuery
  onChange: (id: string) => void
  /** Where the model is, in a word or two, beside its name. */
  connection?: string
  /** Ids that were used before, the last first. */
  recents?: readonly string[]
  /**
   * Models behind one line until that is pressed or one types. The one in use and those used before are listed all the same. `label` says
   * how many they are.
   */
  folded?: { has: (id: string) => boolean; label: (count: number) => string; icon?: MenuItem['icon'] }
  /** The last lines of the popover, such as one that connects another server. */
  actions?: readonly MenuItem[]
  /** Offered beside a failure to read the list. */
  onOpenSettings?: () => void
  /** In place of name and connection, in the button. */
  children?: ReactNode
  /** Makes the button a field of a form, as wide as there is room: its id, and that of the hint that is read with it. */
  field?: { id: string; describedBy?: string }
}

const none: readonly never[] = []

const chipClass =
  'ap:inline-flex ap:h-[30px] ap:min-w-0 ap:items-center ap:gap-[7px] ap:rounded-button ap:ps-2.5 ap:pe-2 ap:text-[.8125rem] ap:leading-[1.125rem] ap:whitespace-nowrap ap:text-text-2 ap:transition-colors ap:duration-fast ap:hover:bg-hover ap:aria-expanded:bg-press ap:pointer-coarse:h-11'
const fieldClass =
  'ap:flex ap:h-9 ap:w-full ap:min-w-0 ap:items-center ap:justify-between ap:gap-2 ap:rounded-button ap:border ap:border-field ap:bg-raised ap:px-2.5 ap:text-start ap:text-row ap:text-text ap:pointer-coarse:h-11'

/**
 * The model in use, as a button that opens all of them: a search, what was used last, then families, each model with what
 * the server says of it. Any id can be typed. A press outside closes it and still counts.
 */
export const ModelMenu = /* @__PURE__ */ standsAlone(function ModelMenu(props: ModelMenuProps) {
  const { value, connection, children, field, folded, ...rest } = props
  const words = useEntryWords('shell', englishShell)
  const [open, setOpen] = useState(false)
  const [isUnfolded, setUnfolded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <button
        ref={button}
        id={field?.id}
        type="button"
        data-slot={field ? 'model-field' : 'model-chip'}
        // The label of a field alone would be its name, without the model.
        aria-label={field && `${words.model}: ${value || words.modelSearch}`}
        aria-describedby={field?.describedBy}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={field ? fieldClass : chipClass}
        // Leaving the field before it may change how high the form is: the press must not miss.
        onMouseDown={(event) => open || event.preventDefault()}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (open || event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children ?? (
          <span className="ap:min-w-0 ap:truncate">
            <span className="ap:sr-only">{words.model}: </span>
            <b className="ap:font-medium ap:text-text ap:[unicode-bidi:isolate]">
              {value || words.modelSearch}
            </b>
            {connection && (
              <span data-slot="model-connection" className="ap:ps-[7px] ap:[unicode-bidi:isolate]">
                {connection}
              </span>
            )}
          </span>
        )}
        <Icon name="chevron-down" className="ap:text-text-3" />
      </button>
      {open && (
        <ModelPopover
          {...rest}
          id={id}
          value={value}
          folded={isUnfolded ? undefined : folded}
          onUnfold={() => setUnfolded(true)}
          anchor={() => button.current}
          onClose={close}
          onLeave={() => {
            close()
            button.current?.focus()
          }}
        />
      )}
    </>
  )
})

interface ModelPopoverProps extends Omit<ModelMenuProps, 'connection' | 'children' | 'field'> {
  id: string
  anchor: () => HTMLElement | null
  onUnfold: () => void
  onClose: () => void
  /** Closes, with the focus back on the button. */
  onLeave: () => void
}

const unfoldItem = (
  { label, icon }: NonNullable<ModelMenuProps['folded']>,
  count: number,
  run: () => void,
): MenuItem => ({ id: 'unfold', label: label(count), icon, keepsOpen: true, run })

function ModelPopover(props: ModelPopoverProps) {
  const { id, value, models, recents = none, folded, actions = none, onChange, onOpenSettings } = props
  const { anchor, onUnfold, onClose, onLeave } = props
  const words = useEntryWords('shell', englishShell)
  const popover = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const all = models.data ?? none
  const isFolded = (one: string): boolean =>
    typed === '' && one !== value && !recents.includes(one) && folded?.has(one) === true
  const listed = all.filter((one) => !isFolded(one.id))
  const count = all.length - listed.length
  const { groups, more } = modelGroups({
    models: listed,
    typed,
    used: value,
    recents,
    actions: folded && count > 0 ? [unfoldItem(folded, count, onUnfold), ...actions] : actions,
    words: { recent: words.modelsRecent, all: words.modelsAll, others: words.modelsOthers },
  })
  const lines = groups.flatMap((group) => group.lines)
  const [chosen, setChosen] = useState<number>()
  // The model in use, or the one whose id was typed exactly, is preferred to others that contain the text.
  const sought = lines.findIndex((line) => line.type === 'model' && line.id === (typed.trim() || value))
  const active = Math.min(chosen ?? Math.max(0, sought), lines.length - 1)

  useTopLayer(popover, anchor, onClose)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const take = (line: ModelLine | undefined): void => {
    if (!line) return
    if (line.type !== 'action' || !line.action.keepsOpen) onLeave()
    if (line.type === 'action') line.action.run?.()
    else onChange(line.id)
  }
  const press = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    // A dialog around it must not see these.
    event.stopPropagation()
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && lines.length > 0) {
      event.preventDefault()
      setChosen((active + step + lines.length) % lines.length)
    } else if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault()
      take(lines[active])
    } else if (event.key === 'Escape') {
      event.preventDefault()
      onLeave()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the field in it
    <div
      ref={popover}
      id={id}
      role="dialog"
      aria-label={words.model}
      popover="manual"
      data-slot="model-popover"
      className="ap:fixed ap:inset-auto ap:m-0 ap:w-[460px] ap:max-w-[calc(100vw-16px)] ap:flex ap:flex-col ap:overflow-hidden ap:rounded-approval ap:border ap:border-transparent ap:bg-raised ap:p-0 ap:text-text ap:shadow-float"
      onKeyDown={press}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      <ShellIcon
        name="search"
        className="ap:pointer-events-none ap:absolute ap:start-4 ap:top-3.5 ap:text-text-3"
      />
      <input
        ref={field}
        role="combobox"
        type="text"
        aria-label={words.modelFind}
        placeholder={words.modelFind}
        aria-expanded={lines.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={lines.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="ap:h-11 ap:w-full ap:flex-none ap:border-b ap:border-line ap:ps-10 ap:pe-4 ap:text-row ap:outline-none ap:focus:border-accent ap:forced-colors:focus:outline-solid ap:pointer-coarse:text-[1rem]"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setChosen(undefined)
        }}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={words.model}
        hidden={lines.length === 0}
        className="ap:max-h-[min(26rem,60dvh)] ap:min-h-0 ap:scroll-pb-24 ap:overflow-y-auto ap:p-1"
      >
        {groups.map((group) => (
          <div
            key={group.id}
            role="group"
            aria-label={group.label}
            className="ap:data-[group=actions]:sticky ap:data-[group=actions]:-bottom-1 ap:data-[group=actions]:-mx-1 ap:data-[group=actions]:-mb-1 ap:data-[group=actions]:bg-raised ap:data-[group=actions]:p-1 ap:data-[group=actions]:not-first:mt-1 ap:data-[group=actions]:not-first:border-t ap:data-[group=actions]:not-first:border-line"
            data-group={group.id}
          >
            {group.label && (
              <div
                aria-hidden="true"
                className="ap:px-3 ap:pt-2.5 ap:pb-1 ap:text-[.75rem] ap:leading-4 ap:font-medium ap:text-text-3"
              >
                {group.label}
              </div>
            )}
            {group.lines.map((line) => {
              const place = lines.indexOf(line)
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus and keys stay in the text field
                <div
                  key={`${group.id} ${line.id}`}
                  id={`${id}-${place}`}
                  data-at={place}
                  role="option"
                  aria-selected={place === active}
                  className="ap:flex ap:min-h-[34px] ap:cursor-pointer ap:items-center ap:gap-2.5 ap:rounded-button ap:px-3 ap:py-1 ap:text-row ap:aria-selected:bg-hover ap:data-[type=model]:min-h-[50px] ap:pointer-coarse:min-h-11 ap:forced-colors:aria-selected:outline-1 ap:forced-colors:aria-selected:-outline-offset-1"
                  data-type={line.type}
                  onMouseDown={(event) => event.preventDefault()}
                  onPointerMove={() => setChosen(place)}
                  onClick={() => take(line)}
                >
                  <ModelLineWords line={line} isUsed={line.type === 'model' && line.id === value} />
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <div className="ap:flex-none ap:p-1 ap:empty:hidden">
        <ModelsStatus models={models} more={more} onOpenSettings={onOpenSettings} />
      </div>
    </div>
  )
}
