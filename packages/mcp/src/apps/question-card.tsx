'use client'

import { useId, useRef, type ReactNode } from 'react'
import { Button, Notice, ToolApproval, RevealedText, StringsProvider } from '@antiphon/ui'
import { useSettled, useEntryWords } from '@antiphon/ui/parts'
import { englishApps } from './english.js'
import type { AppAnswer, AppQuestion } from './types.js'

export interface QuestionCardProps {
  question: AppQuestion
  onAnswer: (answer: AppAnswer) => void
}

/** A question of an app to a person. Use the question's key as its React key, because each question needs a card of its own. */
export function QuestionCard({ question, onAnswer }: QuestionCardProps) {
  const words = useEntryWords('apps', englishApps)
  const card = useRef<HTMLDivElement>(null)
  const guarded = useSettled(card)
  const titleId = useId()
  const refuse = <Button onClick={guarded(() => onAnswer({ allow: false }))}>{words.refuse}</Button>
  if (question.kind === 'call') {
    const { toolName, argumentsText, destructive, since } = question
    return (
      <StringsProvider strings={{ approval: { allowInChat: words.allowInApp } }}>
        <p className="ap:my-1 ap:text-data ap:text-text-2">{words.callTitle}</p>
        <ToolApproval
          name={toolName}
          arguments={argumentsText}
          since={since}
          destructive={destructive}
          onAllow={() => onAnswer({ allow: true })}
          onAllowInChat={destructive ? undefined : () => onAnswer({ allow: true, always: true })}
          onDeny={(reason) => onAnswer({ allow: false, reason })}
        />
      </StringsProvider>
    )
  }
  if (question.kind === 'link')
    return (
      <Notice
        ref={card}
        role="group"
        aria-labelledby={titleId}
        tone="neutral"
        icon="open"
        title={<span id={titleId}>{words.linkTitle}</span>}
        detail={
          <span className="ap:wrap-anywhere">
            <RevealedText text={question.url.href} />
          </span>
        }
        actions={
          <>
            <a
              data-slot="button"
              data-variant="primary"
              href={question.url.href}
              target="_blank"
              rel="noopener noreferrer"
              onClick={(event) => {
                let isMeant = false
                guarded(() => (isMeant = true))()
                if (isMeant) onAnswer({ allow: true })
                else event.preventDefault()
              }}
            >
              {words.openLink}
            </a>
            {refuse}
          </>
        }
      />
    )
  return (
    <Notice
      ref={card}
      role="group"
      aria-labelledby={titleId}
      tone="neutral"
      icon="send"
      title={<span id={titleId}>{words.messageTitle}</span>}
      detail={<Quoted label={words.message} text={question.text} />}
      actions={
        <>
          <Button variant="primary" onClick={guarded(() => onAnswer({ allow: true }))}>
            {words.send}
          </Button>
          {refuse}
        </>
      }
    />
  )
}

/** Words of an app, whole: a long text scrolls. */
export function Quoted({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      className="ap:mt-1 ap:max-h-48 ap:overflow-auto ap:whitespace-pre-wrap ap:wrap-anywhere"
    >
      <RevealedText text={text} />
    </div>
  )
}
