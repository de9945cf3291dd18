import type { MenuItem } from '@antiphon/ui/parts'
import { AppIcon } from 'app-parts'
import { createContext, use } from 'react'
import { words } from '../words/words.js'

/** Opens a new conversation that goes on from a message of the one on screen. */
export const ForkContext = createContext<((messageId: string) => void) | undefined>(undefined)

/** A line for the menu of a message. None where no conversation of the app is shown. */
export function useForkItem(messageId: string | undefined): MenuItem[] {
  const fork = use(ForkContext)
  if (!fork || messageId === undefined) return []
  return [
    {
      id: 'fork',
      label: words.shell.fork,
      icon: <AppIcon name="versions" />,
      run: () => fork(messageId),
    },
  ]
}
