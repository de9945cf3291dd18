'use client'

import { useOptionalChat } from '@antiphon/react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/react.js'
import { useWords } from '../../strings/strings.js'
import { Part, Root, type RootProps } from '../part/part.js'

/** A question to begin with. */
export interface Suggestion {
  label: string
  /** The text for the composer. Default: the label. */
  prompt?: string
}

export interface EmptyStateProps extends Omit<RootProps<'div', 'title' | 'suggestions'>, 'title'> {
  title?: ReactNode
  /** A sentence below the title, as text or inline elements. */
  children?: ReactNode
  suggestions?: readonly (string | Suggestion)[]
  /**
   * Gets the text of a suggestion; with Shift `send` is true. Default: inside of a `Chat` it fills the message box, or sends.
   */
  onSuggestion?: (prompt: string, send: boolean) => void
  /** In place of the suggestions while something has to be set up first. */
  setup?: ReactNode
}

/** Writes into the message box of the chat around an element, as a person does: the host may own its text, or the whole box. */
export function fillBox(from: Element, text: string): void {
  const box = from.closest('[data-slot="chat"]')?.querySelector('[data-slot="composer"]')
  const field = box?.querySelector<HTMLTextAreaElement | HTMLInputElement>(
    'textarea, input:not([type="file"])',
  )
  if (!field) return
  // React overwrites the setter of the element itself, to notice changes.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.focus()
}

/** The content of an empty thread. */
export function EmptyState({
  title,
  suggestions = [],
  onSuggestion,
  setup,
  children,
  className,
  ...rest
}: EmptyStateProps) {
  const { strings } = useWords()
  const chat = useOptionalChat()
  const pick = (prompt: string, send: boolean, from: Element): void => {
    if (onSuggestion) onSuggestion(prompt, send)
    else if (send && chat) void chat.send(prompt)
    else fillBox(from, prompt)
  }
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
      {children && <p className="ap:text-text-2">{children}</p>}
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
                    onClick={(event) => pick(prompt, event.shiftKey, event.currentTarget)}
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
