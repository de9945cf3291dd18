import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useMedia } from 'app-parts'
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

/** Narrower than this the panel covers the conversation as a sheet. */
const BESIDE = '(min-width: 900px)'

export interface SidePanelProps {
  /** Name of the sheet. */
  label: string
  /** It lies over the page and goes by itself, unless somebody touches it. */
  isPeek: boolean
  onKeep: () => void
  onClose: () => void
  /** Above what is shown. */
  tabs?: ReactNode
  /** Gets the edge of the panel, because everything on a page is part of something; undefined in a sheet. */
  children: (edge: ReactNode) => ReactNode
}

/** A place at the side of the conversation: beside it where there is room, over it where there is none. */
export function SidePanel({ label, isPeek, onKeep, onClose, tabs, children }: SidePanelProps) {
  const isBeside = useMedia(BESIDE)
  const { width, limits, resize } = usePanelWidth()
  if (isBeside)
    return (
      <div
        className={`flex min-h-0 flex-none flex-col border-s border-line print:hidden ${isPeek ? 'fixed inset-y-0 end-0 z-20 bg-bg shadow-float' : 'relative'}`}
        style={{ inlineSize: width }}
        onPointerDown={isPeek ? onKeep : undefined}
        onFocus={isPeek ? onKeep : undefined}
      >
        {tabs}
        <div className="min-h-0 flex-1">
          {children(<SplitHandle width={width} limits={limits} onResize={resize} />)}
        </div>
      </div>
    )
  if (isPeek) return null
  return (
    <Sheet label={label} onClose={onClose}>
      {tabs}
      <div className="min-h-0 flex-1 overflow-y-auto">{children(undefined)}</div>
    </Sheet>
  )
}

function Sheet({ label, children, onClose }: { label: string; children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<Element>(null)
  useEffect(() => {
    const sheet = dialog.current
    if (!sheet) return
    if (!sheet.open) {
      opener.current = document.activeElement
      sheet.showModal()
    }
    // The first control would have a ring that nobody asked for.
    sheet.focus()
    // Only what is behind the sheet is the dialog itself.
    const press = ({ target }: Event): void => (target === sheet ? sheet.close() : undefined)
    sheet.addEventListener('click', press)
    return () => {
      sheet.removeEventListener('click', press)
      // It goes without being closed, and the browser then leaves the focus nowhere.
      if (
        !sheet.isConnected &&
        document.activeElement === document.body &&
        opener.current instanceof HTMLElement
      )
        opener.current.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={label}
      className="m-0 mt-auto h-[calc(100dvh-88px)] max-h-none [@media(height<480px)]:h-[calc(100dvh-16px)] w-full max-w-none overflow-hidden rounded-t-bubble border-t border-transparent bg-bg p-0 outline-none pb-[env(safe-area-inset-bottom)] text-text shadow-dialog [&[open]]:flex [&[open]]:flex-col"
      onClose={onClose}
    >
      <span aria-hidden="true" className="mx-auto mt-2 h-1 w-9 flex-none rounded-full bg-edge" />
      {children}
    </dialog>
  )
}
