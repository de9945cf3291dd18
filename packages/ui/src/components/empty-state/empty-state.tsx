'use client'

import type { ReactNode } from 'react'
import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { Part, Root, type RootProps } from '../part/part.js'

export interface Suggestion {
  label: string
  /** The text for the composer. Default: the label. */
  prompt?: string
}

export interface EmptyStateProps extends Omit<RootProps<'div', 'title' | 'suggestions'>, 'title'> {
  title?: ReactNode
  suggestions?: readonly (string | Suggestion)[]
  /** Fills the composer; with Shift (`send` true) the text is sent at once. */
  onSuggestion?: (prompt: string, send: boolean) => void
  /** In place of the suggestions while something has to be set up first. */
  setup?: ReactNode
}

/** The content of an empty thread. */
export function EmptyState({
  title,
  suggestions = [],
  onSuggestion,
  setup,
  className,
  ...rest
}: EmptyStateProps) {
  const { strings } = useWords()
  return (
    <Root
      slot="empty-state"
      className={cx('ap:flex ap:flex-col ap:items-start ap:gap-4 ap:py-10', className)}
      {...rest}
    >
      <Part
        as="p"
        slot="title"
        className="ap:text-[1.25rem] ap:leading-[1.625rem] ap:font-heading ap:tracking-[-.012em]"
      >
        {title ?? strings.empty.title}
      </Part>
      {setup ??
        (suggestions.length > 0 && (
          <Part
            as="ul"
            slot="suggestions"
            role="list"
            aria-label={strings.empty.suggestions}
            className="ap:flex ap:w-full ap:max-w-measure ap:flex-col"
          >
            {suggestions.map((suggestion) => {
              const { label, prompt = label } =
                typeof suggestion === 'string' ? { label: suggestion } : suggestion
              return (
                <li key={label} className="ap:border-b ap:border-line">
                  <button
                    type="button"
                    className="ap:flex ap:w-full ap:items-center ap:py-2 ap:min-h-11 ap:text-text-2 ap:hover:text-text"
                    onClick={(event) => onSuggestion?.(prompt, event.shiftKey)}
                  >
                    {label}
                  </button>
                </li>
              )
            })}
          </Part>
        ))}
    </Root>
  )
}
