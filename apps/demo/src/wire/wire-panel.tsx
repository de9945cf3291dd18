import type { Chat } from '@antiphon/core'
import { WireInspector } from '@antiphon/ui/inspector'
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { SplitHandle } from './split-handle.js'
import { usePanelWidth } from './use-panel-width.js'
import type { Wire } from './use-wire.js'
import { recorderOf } from './wire-recorder.js'

/** Narrower than this the panel covers the conversation as a sheet. */
const BESIDE = '(min-width: 900px)'

/** The wire of the conversation on screen: beside it where there is room, over it where there is none. */
export function WirePanel({ chat, wire }: { chat: Chat; wire: Wire }) {
  const isBeside = useMedia(BESIDE)
  const recorder = recorderOf(chat)
  const shared = { chat, recorder, target: wire.target, onClose: wire.close }
  if (isBeside) return <Beside>{(handle) => <WireInspector {...shared}>{handle}</WireInspector>}</Beside>
  return (
    <Sheet onClose={wire.close}>
      <WireInspector {...shared} transcript={null} />
    </Sheet>
  )
}

/** Its edge is part of the panel, as everything on a page is part of something. */
function Beside({ children }: { children: (handle: ReactNode) => ReactNode }) {
  const { width, limits, resize } = usePanelWidth()
  return (
    <div
      className="relative min-h-0 flex-none border-s border-line print:hidden"
      style={{ inlineSize: width }}
    >
      {children(<SplitHandle width={width} limits={limits} onResize={resize} />)}
    </div>
  )
}

function Sheet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label="Wire"
      className="m-0 mt-auto h-[92dvh] max-h-none w-full max-w-none rounded-t-bubble border-t border-line bg-bg p-0 text-text shadow-float"
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
    () => true,
  )
}
