'use client'

import { standsAlone, cx, useEntryWords } from '@antiphon/ui/parts'
import { isComposing } from '@antiphon/ui/functions'
import { useEffect, useRef, type ComponentProps, type KeyboardEvent } from 'react'
import { englishThreads } from './english.js'

/** The title before, and what happens with the new one. */
export interface RenameFieldProps extends Omit<ComponentProps<'input'>, 'title' | 'defaultValue'> {
  title: string
  /** Called once with the new title, or without it to keep the old one. */
  onEnd: (next?: string) => void
}

/** The title while it is written: Enter and leaving the field take it, Escape does not. */
export const RenameField = /* @__PURE__ */ standsAlone(function RenameField({
  title,
  onEnd,
  className,
  ...rest
}: RenameFieldProps) {
  const isDone = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const end = (next?: string): void => {
    if (isDone.current) return
    isDone.current = true
    onEnd(next)
  }
  return (
    <input
      aria-label={useEntryWords('threads', englishThreads).title}
      defaultValue={title}
      maxLength={200}
      ref={field}
      dir="auto"
      className={cx(
        'ap:min-w-0 ap:rounded-button ap:bg-raised ap:text-text ap:shadow-[0_0_0_1px_var(--antiphon-accent-text),0_0_0_4px_var(--antiphon-glow)] ap:outline-none ap:forced-colors:outline-solid',
        className,
      )}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => end(event.target.value)}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (isComposing(event)) return
        // A list around it has other uses for arrows and letters.
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        end(event.key === 'Enter' ? event.currentTarget.value : undefined)
      }}
      {...rest}
    />
  )
})
