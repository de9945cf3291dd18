import { useCallback, useState } from 'react'
import { useMedia } from 'app-parts'

const NAME = 'antiphon-demo.sidebar'

/** Wider than this the list of conversations has a column of its own; with the wire beside it the window must be wider still. */
const ROOM = 720
const ROOM_WITH_WIRE = 1100
/** A phone on its side is wide, and so low that a list beside the conversation shows two rows of it. */
const NOT_ON_ITS_SIDE = '((min-height: 480px) or (pointer: fine))'

export interface Frame {
  /** The list has a column of its own and is shown in it. */
  hasSidebar: boolean
  /** The list lies over the conversation. */
  isDrawerOpen: boolean
  /** Shows or hides the list, in whichever form the window has room for. */
  toggleSidebar(): void
  closeDrawer(): void
}

/** How much room the list of conversations has. That one folded it away is kept in this browser. */
export function useFrame(wireIsOpen: boolean): Frame {
  const [isFolded, setFolded] = useState(loadFolded)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const isWide = useMedia(`(min-width: ${wireIsOpen ? ROOM_WITH_WIRE : ROOM}px) and ${NOT_ON_ITS_SIDE}`)
  const toggleSidebar = useCallback(() => {
    if (!isWide) return setDrawerOpen((open) => !open)
    setFolded((folded) => {
      storeFolded(!folded)
      return !folded
    })
  }, [isWide])
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  return {
    hasSidebar: isWide && !isFolded,
    isDrawerOpen: isDrawerOpen && !(isWide && !isFolded),
    toggleSidebar,
    closeDrawer,
  }
}

function loadFolded(): boolean {
  try {
    return localStorage.getItem(NAME) === 'folded'
  } catch {
    return false
  }
}

function storeFolded(folded: boolean): void {
  try {
    localStorage.setItem(NAME, folded ? 'folded' : 'shown')
  } catch {
    // No storage: it holds until the tab closes.
  }
}
