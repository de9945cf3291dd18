import { useThread } from '@antiphon/threads/react'
import { lazy, Suspense, useEffect } from 'react'
import type { Wire } from './use-wire.js'

const WirePanel = lazy(() => import('./wire-panel.js').then((module) => ({ default: module.WirePanel })))

/** The wire panel of a thread. The wire is recorded from the start, so that it can be opened afterwards. */
export function WireDock({ threadId, wire }: { threadId: string; wire: Wire }) {
  const { chat } = useThread(threadId)
  useEffect(() => {
    // When the recorder cannot be loaded, the panel says that nothing was recorded.
    void import('./wire-recorder.js').then(({ recorderOf }) => recorderOf(chat)).catch(() => {})
  }, [chat])
  return <Suspense>{wire.isOpen && <WirePanel key={threadId} chat={chat} wire={wire} />}</Suspense>
}
