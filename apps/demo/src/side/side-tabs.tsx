import type { KeyboardEvent } from 'react'
import { words } from '../words/words.js'

export type SideView = 'artifact' | 'wire'

const order: readonly SideView[] = ['artifact', 'wire']

/** Which of the two is in front, where both are open. One stop for the keyboard: arrows, Home and End choose. */
export function SideTabs({ value, onChange }: { value: SideView; onChange: (value: SideView) => void }) {
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const to = { ArrowLeft: 'other', ArrowRight: 'other', Home: order[0], End: order[1] }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = to === 'other' ? order.find((one) => one !== value)! : (to as SideView)
    onChange(next)
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus()
  }
  return (
    <section aria-label={words.shell.side} className="flex-none border-b border-line bg-surface px-3">
      <div role="tablist" aria-label={words.shell.side} className="flex h-11 items-center gap-1">
        {order.map((view) => (
          <button
            key={view}
            type="button"
            role="tab"
            data-view={view}
            aria-selected={view === value}
            tabIndex={view === value ? 0 : -1}
            className="h-8 rounded-button border border-transparent px-3 text-[13px] text-text-2 hover:text-text aria-selected:border-line aria-selected:bg-raised aria-selected:text-text pointer-coarse:h-11"
            onClick={() => onChange(view)}
            onKeyDown={move}
          >
            {view === 'wire' ? words.shell.wire : words.shell.artifact}
          </button>
        ))}
      </div>
    </section>
  )
}
