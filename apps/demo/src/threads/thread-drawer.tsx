import { useEffect, useRef, type ReactNode } from 'react'
import { ToolbarButton } from '../toolbar-button.js'

/** The list of threads on a narrow screen: over the conversation, with the focus in it while it is open. */
export function ThreadDrawer({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Where the browser knows it, a click beside the drawer closes it.
    dialog.current?.setAttribute('closedby', 'any')
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Threads"
      className="m-0 h-dvh max-h-none w-80 max-w-[85vw] border-e border-line bg-surface p-0 text-text shadow-float"
      onClose={onClose}
    >
      <div className="flex h-full flex-col">
        <div className="flex flex-none justify-end pe-2 pt-1">
          <ToolbarButton
            label="Close the list of threads"
            onClick={() => dialog.current?.close()}
            shape={<path d="m3.5 3.5 9 9M12.5 3.5l-9 9" />}
          />
        </div>
        <div className="min-h-0 flex-1">{children}</div>
      </div>
    </dialog>
  )
}
