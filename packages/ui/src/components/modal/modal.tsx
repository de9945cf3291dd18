'use client'

import { standsAlone } from '../../lib/own-root.js'
import { useRef, type ComponentProps } from 'react'
import { cx, useMergedRefs } from '../../lib/react.js'
import { useLayout } from '../../lib/use-layout.js'

/** The props of a `dialog`, and how it closes. */
export interface ModalProps extends Omit<ComponentProps<'dialog'>, 'onClose'> {
  /** It has closed, and the focus is back where it was. */
  onClose: () => void
}

/**
 * The browser's own modal dialog, open while it is mounted: the rest of the page is inert, Escape closes it, and the focus goes
 * back to where it was. It begins in a field that is first, otherwise at the dialog itself. A press outside closes it too.
 */
export const Modal = /* @__PURE__ */ standsAlone(function Modal({
  onClose,
  className,
  ref,
  ...rest
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next key, which is for the dialog.
  useLayout(() => {
    const element = dialog.current
    if (!element || element.open) return
    element.showModal()
    // The browser chooses the first element. A button to close, with its ring, would be the loudest thing in the dialog.
    if (document.activeElement?.localName === 'button') element.focus()
  }, [])
  return (
    // A press beside the dialog hits its backdrop, which is the dialog itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape does the same
    <dialog
      ref={useMergedRefs(dialog, ref)}
      data-slot="modal"
      tabIndex={-1}
      className={cx(
        'ap:outline-none ap:m-auto ap:max-h-[calc(100dvh-2rem)] ap:w-xl ap:max-w-[calc(100vw-1.5rem)] ap:overflow-hidden ap:rounded-bubble ap:border ap:border-transparent ap:bg-bg ap:p-0 ap:text-text ap:shadow-dialog ap:backdrop:bg-scrim',
        className,
      )}
      onClose={(event) => {
        // In React it would close a dialog around this one too.
        event.stopPropagation()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
      {...rest}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        // The browser closes the dialog. A panel around it stays open.
        if (event.key === 'Escape') event.stopPropagation()
      }}
    />
  )
})
