import type { ChatController } from '@antiphon/core'
import { WireInspector } from '@antiphon/devtools/react'
import { wireReaders } from '@antiphon/wires/read'
import { useCallback, useEffect, useState, useRef, type ReactNode } from 'react'
import { defaultSettings } from '../settings/settings.js'
import { loadEndpoints } from '../settings/stored-settings.js'
import { useMedia } from 'app-parts'
import type { Wire } from './use-wire.js'
import { AppMessages } from './app-messages.js'
import { ScreenCode } from '../code/screen-code.js'
import { recorderOf } from './wire-recorder.js'
import { words } from '../words/words.js'

const KEY = 'antiphon-demo-wire-width'
const MIN = 360
const MAX = 720
const DEFAULT = 512
/** Minimum width of the conversation, in px. */
const KEPT = 460

interface PanelWidth {
  width: number
  limits: { min: number; max: number }
  resize: (width: number) => void
}

/** How wide the panel is, kept in this browser. It never takes the room that the conversation needs. */
function usePanelWidth(): PanelWidth {
  const [room, setRoom] = useState(() => window.innerWidth)
  const [wanted, setWanted] = useState(load)
  useEffect(() => {
    const measure = (): void => setRoom(window.innerWidth)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  // From 1100 px the list of threads takes its width too.
  const max = Math.max(MIN, Math.min(MAX, room - KEPT - (room >= 1100 ? 264 : 0)))
  const resize = useCallback(
    (width: number): void => {
      const next = Math.round(Math.min(max, Math.max(MIN, width)))
      setWanted(next)
      store(next)
    },
    [max],
  )
  return { width: Math.min(max, Math.max(MIN, wanted)), limits: { min: MIN, max }, resize }
}

function load(): number {
  try {
    return Number(localStorage.getItem(KEY)) || DEFAULT
  } catch {
    return DEFAULT
  }
}

function store(width: number): void {
  try {
    localStorage.setItem(KEY, String(width))
  } catch {
    // A page that may store nothing keeps it until it is closed.
  }
}

interface SplitHandleProps {
  width: number
  limits: { min: number; max: number }
  onResize: (width: number) => void
}

const STEP = 24

/** The edge between the conversation and the panel: dragged, or moved with the arrow keys. */
function SplitHandle({ width, limits, onResize }: SplitHandleProps) {
  const start = useRef<{ x: number; width: number } | undefined>(undefined)
  /** The panel is at the end of the line, which is left where one reads from right to left. */
  const sign = (element: Element): number => (getComputedStyle(element).direction === 'rtl' ? -1 : 1)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={words.shell.wireWidth}
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      className="absolute inset-y-0 start-0 z-1 w-2 cursor-col-resize touch-none border-s-2 border-transparent hover:border-accent focus-visible:border-accent"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        const from = start.current
        if (from) onResize(from.width + (from.x - event.clientX) * sign(event.currentTarget))
      }}
      onPointerUp={() => {
        start.current = undefined
      }}
      onPointerCancel={() => {
        start.current = undefined
      }}
      onKeyDown={(event) => {
        const steps: Record<string, number> = { ArrowLeft: STEP, ArrowRight: -STEP }
        const step = steps[event.key]
        const to =
          event.key === 'Home'
            ? limits.min
            : event.key === 'End'
              ? limits.max
              : step && width + step * sign(event.currentTarget)
        if (to === undefined) return
        event.preventDefault()
        onResize(to)
      }}
    />
  )
}

/** Facts about this app for a report. The settings hold no key, and headers are listed by name only. */
function reportFacts() {
  const { current, endpoints } = loadEndpoints()
  const { extraHeaders, ...settings } = endpoints.find(({ id }) => id === current) ?? defaultSettings
  return {
    versions: { antiphon: APP_VERSION, browser: navigator.userAgent },
    settings: { ...settings, ...(extraHeaders && { extraHeaders: Object.keys(extraHeaders) }) },
  }
}

/** Narrower than this the panel covers the conversation as a sheet. */
const BESIDE = '(min-width: 900px)'

/** The wire of the conversation on screen: beside it where there is room, over it where there is none. */
export function WirePanel({ chat, wire }: { chat: ChatController; wire: Wire }) {
  const isBeside = useMedia(BESIDE)
  const recorder = recorderOf(chat)
  const [report] = useState(reportFacts)
  const views = [{ value: 'code', label: words.code.title, panel: <ScreenCode chat={chat} /> }]
  const shared = {
    chat,
    recorder,
    target: wire.target,
    report,
    readers: wireReaders,
    views,
    onClose: wire.close,
  }
  if (wire.isPeek && !isBeside) return null
  if (isBeside)
    return (
      <Beside wire={wire}>
        {(handle) => (
          <div className="flex h-full flex-col">
            <div className="min-h-0 flex-1">
              <WireInspector {...shared}>{handle}</WireInspector>
            </div>
            <AppMessages chat={chat} />
          </div>
        )}
      </Beside>
    )
  return (
    <Sheet onClose={wire.close}>
      <div className="flex h-full flex-col">
        <div className="min-h-0 flex-1 [@media(height<480px)]:min-h-[440px]">
          <WireInspector {...shared} transcript={null} />
        </div>
        <AppMessages chat={chat} />
      </div>
    </Sheet>
  )
}

/** Its edge is part of the panel, as everything on a page is part of something. */
function Beside({ wire, children }: { wire: Wire; children: (handle: ReactNode) => ReactNode }) {
  const { width, limits, resize } = usePanelWidth()
  return (
    <div
      className={`min-h-0 flex-none border-s border-line print:hidden ${wire.isPeek ? 'fixed inset-y-0 end-0 z-20 bg-bg shadow-float' : 'relative'}`}
      style={{ inlineSize: width }}
      onPointerDown={wire.keep}
      onFocus={wire.keep}
    >
      {children(<SplitHandle width={width} limits={limits} onResize={resize} />)}
    </div>
  )
}

function Sheet({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const sheet = dialog.current
    if (!sheet) return
    if (!sheet.open) sheet.showModal()
    // The first control would have a ring that nobody asked for.
    sheet.focus()
    // Only what is behind the sheet is the dialog itself.
    const press = ({ target }: Event): void => (target === sheet ? sheet.close() : undefined)
    sheet.addEventListener('click', press)
    return () => sheet.removeEventListener('click', press)
  }, [])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={words.shell.wire}
      className="m-0 mt-auto h-[calc(100dvh-88px)] max-h-none [@media(height<480px)]:h-[calc(100dvh-16px)] w-full max-w-none overflow-hidden rounded-t-bubble border-t border-transparent bg-bg p-0 outline-none pb-[env(safe-area-inset-bottom)] text-text shadow-dialog [&[open]]:flex [&[open]]:flex-col"
      onClose={onClose}
    >
      <span aria-hidden="true" className="mx-auto mt-2 h-1 w-9 flex-none rounded-full bg-edge" />
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </dialog>
  )
}
