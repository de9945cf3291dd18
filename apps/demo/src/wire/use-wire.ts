import type { TranscriptActions } from '@antiphon/ui'
import { useCallback, useMemo, useState } from 'react'
import { focusMessageBox } from '../header.js'

export interface Wire {
  isOpen: boolean
  /** Where a person asked to be taken. */
  target: { messageId: string; problem: boolean } | undefined
  toggle: () => void
  close: () => void
  /** For the buttons of the transcript: opens the panel where the answer went wrong. */
  openAt: NonNullable<TranscriptActions['onOpenInWire']>
}

/** Whether the wire panel is open, and where. */
export function useWire(): Wire {
  const [isOpen, setOpen] = useState(false)
  const [target, setTarget] = useState<Wire['target']>()
  const openAt = useCallback<Wire['openAt']>(({ message }) => {
    setOpen(true)
    if (message?.id !== undefined) setTarget({ messageId: message.id, problem: true })
  }, [])
  const toggle = useCallback(() => setOpen((open) => !open), [])
  const close = useCallback(() => {
    setOpen(false)
    // The pressed cross goes with the panel.
    const button = document.querySelector<HTMLElement>('[data-slot="wire-button"]')
    if (button?.checkVisibility()) button.focus()
    else focusMessageBox()
    setTarget(undefined)
  }, [])
  return useMemo(() => ({ isOpen, target, toggle, close, openAt }), [isOpen, target, toggle, close, openAt])
}
