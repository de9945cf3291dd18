import { Icon } from '@antiphon/ui'
import type { ReactNode } from 'react'
import { words } from '../words/words.js'

export interface StepProps {
  /** From 1. */
  number: number
  title: string
  /** Beside the title, such as the address of the server. */
  detail?: ReactNode
  /** `done` and `failed` have a mark in place of the number; `todo` waits for the step before. */
  state: 'open' | 'done' | 'failed' | 'todo'
  /** At the end of the line, such as a button to change what is done. */
  aside?: ReactNode
  children?: ReactNode
}

const marks = {
  open: 'bg-accent text-on-accent',
  done: 'bg-success-soft text-success',
  failed: 'bg-danger-soft text-danger',
  todo: 'border border-edge text-text-2',
}

/** One step of connecting: its mark on the rail, one line with its title or result, and its fields. */
export function Step({ number, title, detail, state, aside, children }: StepProps) {
  return (
    <section
      aria-label={words.settings.step(number, title)}
      data-step={number}
      data-state={state}
      className="relative flex gap-4 pb-5"
    >
      <span
        aria-hidden="true"
        className={`z-1 flex size-6 flex-none items-center justify-center rounded-full text-data font-title ${marks[state]}`}
      >
        {state === 'done' ? <Icon name="done" /> : state === 'failed' ? <Icon name="error" /> : number}
      </span>
      {number < 3 && (
        <span aria-hidden="true" className="absolute start-[11.5px] top-7 bottom-1 w-px bg-line" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2.5">
          <h3 className={`text-row font-title ${state === 'todo' ? 'text-text-2' : ''}`}>{title}</h3>
          {detail && <span className="min-w-0 truncate text-row text-text-2">{detail}</span>}
          {/* No higher than the line, so that the mark and the title are level on a touch screen too. */}
          {aside && <span className="-my-0.5 ms-auto flex-none pointer-coarse:-my-2.5">{aside}</span>}
        </div>
        {children}
      </div>
    </section>
  )
}
