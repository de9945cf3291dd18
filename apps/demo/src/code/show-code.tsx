import type { Message } from '@antiphon/core'
import type { MenuItem } from '@antiphon/ui/parts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { AppIcon } from 'app-parts'
import { words } from '../words/words.js'
import { codeOf, partsOf } from './part-code.js'

export const CodeDialog = lazy(() =>
  import('./code-dialog.js').then((module) => ({ default: module.CodeDialog })),
)

/** A line for the menu of a message, and the dialog that it opens. `getData` gives a message, or those of an answer. */
export function useShowCode(getData: (() => unknown) | undefined): { items: MenuItem[]; dialog: ReactNode } {
  const [turn, setTurn] = useState<readonly Message[]>()
  if (!getData) return { items: [], dialog: null }
  return {
    items: [
      {
        id: 'code',
        label: words.code.open,
        icon: <AppIcon name="code" />,
        run: () => setTurn([getData()].flat() as Message[]),
      },
    ],
    dialog: turn && (
      <Suspense>
        <CodeDialog what={words.code.what} files={filesOf(turn)} onClose={() => setTurn(undefined)} />
      </Suspense>
    ),
  }
}

const filesOf = (turn: readonly Message[]) =>
  partsOf(turn).map(({ name, messages }) => ({ name, code: codeOf(messages) }))
