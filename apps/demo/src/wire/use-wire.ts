import type { TranscriptActions } from '@antiphon/ui'
import { useCallback, useMemo, useState } from 'react'
import { focusMessageBox } from '../header.js'

export interface Wire {
  isOpen: boolean
  /** It lies over the page and goes by itself, unless somebody touches it. */
  isPeek: boolean
  /** Where a person asked to be taken. */
  target: { messageId: string; problem: boolean } | undefined
  toggle: () => void
  close: () => void
  /** Shows what came of an answer for a while. Returns how to end that; a panel that was open, or is kept, stays. */
  peek: (messageId: string) => () => void
  keep: () => void
  /** For the buttons of the transcript: opens the panel where the answer went wrong. */
  openAt: NonNullable<TranscriptActions['onOpenInWire']>
}

/** Whether the wire panel is open, and where. */
export function useWire(): Wire {
  const [shown, setShown] = useState<'no' | 'peek' | 'open'>('no')
  const [target, setTarget] = useState<Wire['target']>()
  const openAt = useCallback<Wire['openAt']>(({ message }) => {
    setShown('open')
    if (message?.id !== undefined) setTarget({ messageId: message.id, problem: true })
  }, [])
  const toggle = useCallback(() => setShown((last) => (last === 'no' ? 'open' : 'no')), [])
  const keep = useCallback(() => setShown('open'), [])
  const peek = useCallback((messageId: string) => {
    setShown((last) => (last === 'no' ? 'peek' : last))
    setTarget({ messageId, problem: true })
    return () => setShown((last) => (last === 'peek' ? 'no' : last))
  }, [])
  const close = useCallback(() => {
    setShown('no')
    // The pressed cross goes with the panel.
    const button = document.querySelector<HTMLElement>('[data-slot="wire-button"]')
    if (button?.checkVisibility()) button.focus()
    else focusMessageBox()
    setTarget(undefined)
  }, [])
  return useMemo(
    () => ({ isOpen: shown !== 'no', isPeek: shown === 'peek', target, toggle, close, openAt, peek, keep }),
    [shown, target, toggle, close, openAt, peek, keep],
  )
}
