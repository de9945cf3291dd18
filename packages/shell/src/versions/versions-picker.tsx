'use client'

import type { ChatController } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { BranchPicker, type BranchPickerProps, Icon, useWords } from '@antiphon/ui'
import { revealToString } from '@antiphon/ui/functions'
import { standsAlone, useEntryWords, useTopLayer } from '@antiphon/ui/parts'
import { englishShell } from '../strings/english-shell.js'
import { readVersions, type VersionFacts } from './read-versions.js'

/** The versions of a message. */
export type VersionsPickerProps = Omit<BranchPickerProps, 'render' | 'slots'>

/**
 * The picker of versions below a message, for the slot `BranchPicker`: its figure opens all versions with model, time, tokens and
 * ending. The version under the pointer or the focus shows its beginning; a press shows it in the thread. The popover needs a chat.
 */
export const VersionsPicker = /* @__PURE__ */ standsAlone(function VersionsPicker(
  props: VersionsPickerProps,
) {
  const words = useEntryWords('shell', englishShell)
  const chat = useOptionalChat()
  /** Ids with which the versions begin, while they are open. */
  const [ids, setIds] = useState<readonly string[]>()
  const open = ids !== undefined
  // For people the picker may count fewer.
  const shown = ids?.findIndex((one) => chat?.store.getIds().includes(one)) ?? -1
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = useCallback(() => setIds(undefined), [])
  const leave = (): void => {
    close()
    button.current?.focus()
  }
  return (
    <>
      <BranchPicker
        {...props}
        slots={{
          label: {
            render: ({ children }) => (
              <button
                data-slot="label"
                ref={button}
                type="button"
                aria-label={`${words.versionsOpen}, ${children as string}`}
                title={words.versionsOpen}
                aria-haspopup="dialog"
                aria-expanded={open}
                aria-controls={open ? id : undefined}
                className="ap:min-h-6 ap:rounded-button ap:px-1 ap:text-center ap:tabular-nums ap:hover:bg-hover ap:hover:text-text ap:aria-expanded:bg-press ap:aria-expanded:text-text ap:pointer-coarse:min-h-11 ap:pointer-coarse:min-w-11"
                onClick={({ currentTarget }) =>
                  setIds(open || !chat ? undefined : versionsAt(chat, currentTarget))
                }
              >
                {children}
              </button>
            ),
          },
        }}
      />
      {ids && chat && (
        <VersionList
          id={id}
          versions={readVersions(chat.store, ids)}
          shown={shown}
          anchor={() => button.current}
          onClose={close}
          onLeave={leave}
          onShow={(at) => {
            const place = button.current?.closest('[data-slot="viewport"]')
            leave()
            if (at === shown) return
            chat.store.activate(ids[at]!)
            keepFocus(place, ids[at])
          }}
        />
      )}
    </>
  )
})

/** The versions of the first message that has any, in the turn that an element belongs to. */
function versionsAt({ store }: ChatController, element: Element): readonly string[] {
  const turn = element.closest<HTMLElement>('[data-turn-id]')?.dataset['turnId']
  const ids = store.getIds()
  const found = ids
    .slice(Math.max(0, ids.indexOf(turn ?? '')))
    .map((id) => store.getVersions(id).ids)
    .find((versions) => versions.length > 1)
  return found ? [...found] : []
}

/** Another version is another turn: the focus goes to its figure, once it is there. */
function keepFocus(place: Element | null | undefined, id: string | undefined, frames = 6): void {
  requestAnimationFrame(() => {
    const figure = place?.querySelector<HTMLElement>(
      `[data-turn-id="${CSS.escape(id ?? '')}"] [data-slot="branch-picker"] [aria-haspopup]`,
    )
    if (figure) figure.focus()
    else if (frames > 0) keepFocus(place, id, frames - 1)
  })
}

interface VersionListProps {
  id: string
  versions: readonly VersionFacts[]
  /** Place of the version in the thread. */
  shown: number
  anchor: () => HTMLElement | null
  onClose: () => void
  /** Closes, with the focus back on the button. */
  onLeave: () => void
  onShow: (at: number) => void
}

function VersionList(props: VersionListProps) {
  const { id, versions, shown, anchor, onClose, onLeave, onShow } = props
  const words = useEntryWords('shell', englishShell)
  const { formats } = useWords()
  const popover = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(shown)
  useTopLayer(popover, anchor, onClose)
  useEffect(() => popover.current?.querySelectorAll<HTMLElement>('[data-line]')[shown]?.focus(), [shown])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
    const at = lines.findIndex((line) => line === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + lines.length, Home: 0, End: lines.length - 1 }[
      event.key
    ]
    // A transcript or a dialog around it must not get these keys.
    event.stopPropagation()
    if (event.key === 'Tab') return onLeave()
    if (event.key === 'Escape') onLeave()
    else if (to === undefined) return
    event.preventDefault()
    if (to !== undefined) lines[to % lines.length]?.focus()
  }
  const number = (at: number): string => formats.number(at + 1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys between its buttons
    <div
      ref={popover}
      id={id}
      role="dialog"
      aria-label={words.versionsTitle(formats.number(versions.length))}
      popover="manual"
      data-slot="versions"
      className="ap:fixed ap:inset-auto ap:m-0 ap:w-[350px] ap:max-w-[calc(100vw-16px)] ap:overflow-y-auto ap:rounded-approval ap:border ap:border-transparent ap:bg-raised ap:p-1 ap:text-text ap:shadow-float"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      <div
        aria-hidden="true"
        className="ap:px-2.5 ap:pt-2 ap:pb-1 ap:text-[.75rem] ap:leading-4 ap:font-medium ap:text-text-3"
      >
        {words.versionsTitle(formats.number(versions.length))}
      </div>
      {versions.map((version, at) => (
        <button
          key={version.id}
          type="button"
          data-line=""
          tabIndex={-1}
          aria-current={at === shown || undefined}
          aria-describedby={at === active ? `${id}-text` : undefined}
          className="ap:flex ap:min-h-12 ap:w-full ap:items-center ap:gap-3 ap:rounded-button ap:px-2.5 ap:py-1 ap:text-start ap:hover:bg-hover ap:focus-visible:bg-hover ap:focus-visible:-outline-offset-2"
          onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
          onFocus={() => setActive(at)}
          onClick={() => onShow(at)}
        >
          <span className="ap:w-3 ap:flex-none ap:text-text-3 ap:tabular-nums">{number(at)}</span>
          <VersionWords version={version} number={number(at)} isShown={at === shown} />
        </button>
      ))}
      <p
        id={`${id}-text`}
        dir="auto"
        className="ap:mx-2.5 ap:my-1 ap:min-h-[3lh] ap:border-t ap:border-line ap:pt-2 ap:text-data ap:wrap-anywhere ap:text-text-2"
      >
        {versions[active]?.text || words.versionEmpty}
      </p>
    </div>
  )
}

interface VersionWordsProps {
  version: VersionFacts
  number: string
  isShown: boolean
}

function VersionWords({ version, number, isShown }: VersionWordsProps) {
  const words = useEntryWords('shell', englishShell)
  const { formats } = useWords()
  const { model, at, outputTokens, durationMs, ending } = version
  const figures = [
    at !== undefined && formats.time(at),
    outputTokens !== undefined && words.versionTokens(formats.number(outputTokens)),
    durationMs !== undefined && formats.duration(durationMs),
  ].filter(Boolean)
  return (
    <>
      <span className="ap:min-w-0 ap:flex-1">
        <span className="ap:block ap:truncate ap:text-row ap:leading-[1.125rem]">
          {model ? revealToString(model) : words.versionOf(number)}
          {isShown && `, ${words.versionShown}`}
        </span>
        {figures.length > 0 && (
          <span className="ap:block ap:truncate ap:text-data ap:text-text-3 ap:tabular-nums">
            {figures.join(' · ')}
          </span>
        )}
      </span>
      {ending && (
        <span className="ap:flex-none ap:rounded-code ap:bg-warn-soft ap:px-1.5 ap:text-data ap:text-warn">
          {words.versionEndings[ending]}
        </span>
      )}
      {isShown && <Icon name="done" className="ap:text-text-2" />}
    </>
  )
}
