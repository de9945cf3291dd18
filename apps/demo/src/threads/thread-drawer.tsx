import { useEffect, useRef, type ReactNode } from 'react'
import { words } from '../words/words.js'

/** Closes it as Escape does, so that the focus goes back to what opened it. */
export function closeThreadDrawer(): void {
  document.querySelector<HTMLDialogElement>('[data-drawer="threads"]')?.close()
}

/** The list of threads on a narrow screen: over the conversation, with the focus in it while it is open. */
export function ThreadDrawer({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Where the browser knows it, a click beside the drawer closes it.
    dialog.current?.setAttribute('closedby', 'any')
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      data-drawer="threads"
      aria-label={words.shell.conversations}
      className="m-0 h-dvh max-h-none w-80 max-w-[85vw] overflow-hidden bg-surface p-0 text-text shadow-dialog"
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}
