'use client'

import { useId, useRef, type FormEvent, type ReactNode } from 'react'
import { Button, IconButton } from '../../components/button/button.js'
import { useMergedRefs, takesRef } from '../../lib/react.js'
import { englishShell } from '../../strings/english-shell.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Modal, type ModalProps } from '../modal.js'

/** A part of the settings, divided from the next by a line. */
export interface SettingsSection {
  /** Its own in the sheet: `data-section` of its element. */
  id: string
  /** Its heading, of the third level. Absent where the fields, or a heading of their own, say what it is. */
  title?: string
  /** Stands at the end of the line of the heading, such as a button. */
  aside?: ReactNode
  content: ReactNode
}

export interface SettingsSheetProps extends Omit<ModalProps, 'children' | 'title'> {
  /** Default: "Settings". */
  title?: string
  /** Stands beside the title, such as the choice of what the settings are of. */
  aside?: ReactNode
  sections: readonly SettingsSection[]
  /**
   * With it the sheet is a form with Save and Cancel, and nothing holds before Save. Returns `false` when something is
   * wrong: the sheet stays open, and the focus goes to the first field that says `aria-invalid`. Without it every change
   * holds at once, and there is only the button to close.
   */
  onSave?: () => boolean | void
  /** Stands before Cancel and Save, such as a word on where the settings are kept. */
  footer?: ReactNode
}

/**
 * Settings over the page, in sections that the app brings. Title and buttons stay in sight while the sections scroll.
 * Open while it is mounted; Escape, Close and Cancel close it, and the focus goes back to where it was.
 */
export const SettingsSheet = /* @__PURE__ */ takesRef(function SettingsSheet(props: SettingsSheetProps) {
  const { title, aside, sections, onSave, footer, ref, ...rest } = props
  const words = useEntryWords('shell', englishShell)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const close = (): void => dialog.current?.close()

  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (onSave?.() !== false) return close()
    // What is wrong is marked with the next render.
    setTimeout(() => dialog.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <Modal
      ref={useMergedRefs(dialog, ref)}
      aria-labelledby={`${id}-title`}
      data-slot="settings-sheet"
      {...rest}
    >
      <form
        noValidate
        className="ap:flex ap:max-h-[calc(100dvh-2rem)] ap:flex-col"
        onSubmit={save}
        data-slot="settings-form"
      >
        <div
          data-slot="settings-head"
          className="ap:flex ap:flex-none ap:items-start ap:gap-2 ap:border-b ap:border-line ap:py-2.5 ap:ps-4 ap:pe-2.5 ap:sm:ps-5"
        >
          <div className="ap:flex ap:min-w-0 ap:flex-1 ap:flex-wrap ap:items-center ap:justify-between ap:gap-x-3 ap:gap-y-2">
            <h2 id={`${id}-title`} className="ap:text-prose ap:leading-9 ap:font-heading">
              {title ?? words.settings}
            </h2>
            {aside}
          </div>
          <span className="ap:flex ap:h-9 ap:flex-none ap:items-center">
            <IconButton icon="close" label={words.close} onClick={close} />
          </span>
        </div>
        <div
          data-slot="settings-body"
          className="ap:min-h-0 ap:flex-1 ap:overflow-y-auto ap:overscroll-contain"
        >
          {sections.map((section) => (
            <Section key={section.id} section={section} titleId={`${id}-${section.id}`} />
          ))}
        </div>
        {(onSave || footer) && (
          <div
            data-slot="settings-actions"
            className="ap:flex ap:flex-none ap:flex-wrap ap:items-center ap:justify-end ap:gap-2 ap:border-t ap:border-line ap:px-4 ap:py-2.5 ap:sm:px-5"
          >
            {footer && <div className="ap:me-auto ap:min-w-0 ap:text-data ap:text-text-2">{footer}</div>}
            {onSave && (
              <>
                <Button onClick={close}>{words.cancel}</Button>
                <Button variant="primary" type="submit">
                  {words.save}
                </Button>
              </>
            )}
          </div>
        )}
      </form>
    </Modal>
  )
})

function Section({ section, titleId }: { section: SettingsSection; titleId: string }) {
  const { id, title, aside, content } = section
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      data-slot="settings-section"
      data-section={id}
      className="ap:flex ap:flex-col ap:gap-4 ap:border-line ap:px-4 ap:py-4 ap:not-first:border-t ap:sm:px-5"
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
