import { useCallback, useEffect, useState } from 'react'

const KEY = 'antiphon-demo-wire-width'
const MIN = 320
const DEFAULT = 420
/** What the conversation keeps. */
const KEPT = 460

export interface PanelWidth {
  width: number
  limits: { min: number; max: number }
  resize: (width: number) => void
}

/** How wide the panel is, kept in this browser. It never takes the room that the conversation needs. */
export function usePanelWidth(): PanelWidth {
  const [room, setRoom] = useState(() => window.innerWidth)
  const [wanted, setWanted] = useState(load)
  useEffect(() => {
    const measure = (): void => setRoom(window.innerWidth)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  // The list of threads stands there too.
  const max = Math.max(MIN, room - KEPT - (room >= 1100 ? 256 : 0))
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
