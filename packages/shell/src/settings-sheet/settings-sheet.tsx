'use client'

import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button, IconButton } from '@antiphon/ui'
import { cx, useMergedRefs, takesRef, useEntryWords, Modal, type ModalProps } from '@antiphon/ui/parts'
import { englishShell } from '../strings/english-shell.js'

/** A part of the settings, divided from the next by a line. */
export interface SettingsSection {
  /** Its own in the sheet: `data-section` of its element. */
  id: string
  /** Its heading, of the third level. Absent where the fields, or a heading of their own, say what it is. */
  title?: string
  /** Comes at the end of the line of the heading, such as a button. */
  aside?: ReactNode
  content: ReactNode
  /** It stays as it is and is not shown, such as a page of the settings that is not the present one. */
  hidden?: boolean
}

/** One of several pages of the settings. */
export interface SettingsPage {
  id: string
  label: string
  /** About 16px. */
  icon?: ReactNode
}

/** Pages that are listed beside the sections, on a narrow screen above them. */
export interface SettingsPages {
  /** Name of the list. */
  label: string
  items: readonly SettingsPage[]
  /** Id of the present one. The sections of all others are `hidden`. */
  current: string
  onChange: (id: string) => void
}

/** The sections or pages of the settings, and what saving does. */
export interface SettingsSheetProps extends Omit<ModalProps, 'children' | 'title'> {
  /** Default: "Settings". */
  title?: string
  /** Comes beside the title, such as a choice of whose settings are shown. */
  aside?: ReactNode
  sections: readonly SettingsSection[]
  /** Absent: all sections are on one page. */
  pages?: SettingsPages
  /**
   * With it the sheet is a form with Save and Cancel, and nothing holds before Save. Returns `false` when something is
   * wrong: the sheet stays open, and the focus goes to the first field that says `aria-invalid`. Without it every change
   * holds at once, and there is only the button to close.
   */
  onSave?: () => boolean | void
  /** Comes before Cancel and Save, such as a note on where the settings are kept. */
  footer?: ReactNode
  /**
   * Something was typed that is not saved. Escape, the cross and a press beside the sheet then ask before they drop it; Cancel
   * does not. Default: false.
   */
  isChanged?: boolean
  /** On the button that saves. Default: "Save". */
  saveLabel?: string
}

/**
 * Settings over the page, in sections that the app brings. Title and buttons stay in sight while the sections scroll.
 * Open while it is mounted; Escape, Close and Cancel close it, and the focus goes back to where it was.
 */
export const SettingsSheet = /* @__PURE__ */ takesRef(function SettingsSheet(props: SettingsSheetProps) {
  const {
    title,
    aside,
    sections,
    pages,
    onSave,
    footer,
    isChanged = false,
    saveLabel,
    className,
    ref,
    ...rest
  } = props
  const words = useEntryWords('shell', englishShell)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [asks, setAsks] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  const close = (): void => dialog.current?.close()
  const leave = (): void => {
    if (isChanged) setAsks(true)
    else close()
  }
  useEffect(() => {
    if (asks) keep.current?.focus()
  }, [asks])

  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (onSave?.() !== false) return close()
    // The next render marks the invalid fields.
    setTimeout(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Modal
      ref={useMergedRefs(dialog, ref)}
      aria-labelledby={`${id}-title`}
      data-slot="settings-sheet"
      className={cx(
        pages ? 'ap:sm:w-[60rem]' : 'ap:sm:w-[45rem]',
        'ap:max-sm:m-0 ap:max-sm:h-dvh ap:max-sm:max-h-none ap:max-sm:w-full ap:max-sm:max-w-none ap:max-sm:rounded-none',
        className,
      )}
      onCancel={(event) => {
        if (!isChanged || event.target !== dialog.current) return
        event.preventDefault()
        leave()
      }}
      onClick={({ target }) => target === dialog.current && leave()}
      {...rest}
    >
      <form
        noValidate
        className={cx(
          'ap:max-h-[calc(100dvh-2rem)] ap:max-sm:h-full ap:max-sm:max-h-none',
          pages
            ? "ap:grid ap:h-[42.5rem] ap:grid-rows-[auto_auto_minmax(0,1fr)_auto] ap:[grid-template-areas:'head'_'nav'_'body'_'foot'] ap:grid-cols-[minmax(0,1fr)] ap:sm:grid-cols-[13.25rem_minmax(0,1fr)] ap:sm:grid-rows-[auto_minmax(0,1fr)_auto] ap:sm:[grid-template-areas:'nav_head'_'nav_body'_'nav_foot']"
            : 'ap:flex ap:flex-col',
        )}
        onSubmit={save}
        data-slot="settings-form"
      >
        <div
          data-slot="settings-head"
          className={cx(
            'ap:flex ap:flex-none ap:items-start ap:gap-2 ap:py-2.5 ap:ps-4 ap:pe-2.5 ap:sm:ps-5',
            pages ? 'ap:[grid-area:head]' : 'ap:border-b ap:border-line',
          )}
        >
          <div className="ap:flex ap:min-w-0 ap:flex-1 ap:flex-wrap ap:items-center ap:justify-between ap:gap-x-3 ap:gap-y-2">
            <h2 id={`${id}-title`} className="ap:text-prose ap:leading-9 ap:font-heading">
              {title ?? words.settings}
            </h2>
            {aside}
          </div>
          <span className="ap:flex ap:h-9 ap:flex-none ap:items-center">
            <IconButton icon="close" label={words.close} onClick={leave} />
          </span>
        </div>
        {pages && <Pages pages={pages} />}
        <div
          data-slot="settings-body"
          className={cx(
            'ap:min-h-0 ap:flex-1 ap:overflow-y-auto ap:overscroll-contain',
            pages && 'ap:[grid-area:body]',
          )}
        >
          {sections.map((section) => (
            <Section key={section.id} section={section} titleId={`${id}-${section.id}`} />
          ))}
        </div>
        {(asks || onSave || footer) && (
          <div
            key={asks ? 'asks' : 'saves'}
            data-slot="settings-actions"
            role={asks ? 'alertdialog' : undefined}
            aria-label={asks ? words.unsaved : undefined}
            className={cx(
              'ap:flex ap:flex-none ap:flex-wrap ap:items-center ap:justify-end ap:gap-2 ap:border-t ap:border-line ap:px-4 ap:py-2.5 ap:sm:px-5',
              asks && 'ap:bg-warn-soft',
              pages && 'ap:[grid-area:foot]',
            )}
          >
            {asks ? (
              <>
                <p className="ap:me-auto ap:min-w-0 ap:text-row">{words.unsaved}</p>
                <Button ref={keep} onClick={() => setAsks(false)}>
                  {words.keepEditing}
                </Button>
                <Button variant="danger" onClick={close}>
                  {words.discard}
                </Button>
              </>
            ) : (
              <>
                {footer && <div className="ap:me-auto ap:min-w-0 ap:text-data ap:text-text-2">{footer}</div>}
                {onSave && <Button onClick={close}>{words.cancel}</Button>}
                {/* Leaving a field may change how high the form is: the press must not miss. */}
                {onSave && (
                  <Button variant="primary" type="submit" onMouseDown={(event) => event.preventDefault()}>
                    {saveLabel ?? words.save}
                  </Button>
                )}
              </>
            )}
          </div>
        )}
      </form>
    </Modal>
  )
})

/** A column where there is room, else a row that scrolls. */
function Pages({ pages: { label, items, current, onChange } }: { pages: SettingsPages }) {
  return (
    <nav
      aria-label={label}
      data-slot="settings-pages"
      className="ap:[grid-area:nav] ap:border-line ap:max-sm:overflow-x-auto ap:max-sm:border-b ap:sm:border-e ap:sm:bg-surface"
    >
      <p
        aria-hidden="true"
        className="ap:px-5 ap:pt-[18px] ap:pb-2.5 ap:text-row ap:font-heading ap:max-sm:hidden"
      >
        {label}
      </p>
      <ul className="ap:m-0 ap:flex ap:list-none ap:gap-0.5 ap:p-0 ap:px-2.5 ap:max-sm:pb-2 ap:sm:flex-col">
        {items.map((page) => (
          <li key={page.id} className="ap:flex-none">
            <button
              type="button"
              aria-current={page.id === current ? 'page' : undefined}
              className="ap:flex ap:h-[34px] ap:w-full ap:items-center ap:gap-2.5 ap:rounded-button ap:border ap:border-transparent ap:px-2.5 ap:text-row ap:whitespace-nowrap ap:text-text-2 ap:transition-colors ap:duration-fast ap:hover:bg-hover ap:hover:text-text ap:focus-visible:-outline-offset-2 ap:aria-[current]:border-line ap:aria-[current]:bg-raised ap:aria-[current]:font-medium ap:aria-[current]:text-text ap:pointer-coarse:h-11"
              onClick={() => onChange(page.id)}
            >
              {page.icon && <span className="ap:flex-none ap:text-text-3">{page.icon}</span>}
              {page.label}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Section({ section, titleId }: { section: SettingsSection; titleId: string }) {
  const { id, title, aside, content, hidden } = section
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      data-slot="settings-section"
      data-section={id}
      hidden={hidden}
      className={
        hidden
          ? 'ap:hidden'
          : 'ap:flex ap:flex-col ap:gap-4 ap:border-line ap:px-4 ap:py-4 ap:not-first:border-t ap:sm:px-5'
      }
    >
      {(title !== undefined || aside) && (
        <div className="ap:flex ap:flex-wrap ap:items-center ap:justify-between ap:gap-x-3 ap:gap-y-1">
          <h3 id={titleId} className="ap:text-row ap:font-title">
            {title}
          </h3>
          {aside}
        </div>
      )}
      {content}
    </section>
  )
}
