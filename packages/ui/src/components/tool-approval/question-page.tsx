'use client'

import type { PersonAnswer } from '@antiphon/core'
import { useId, useState } from 'react'
import { RevealedText } from '../../lib/reveal-text.js'
import { englishQuestion } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { Button } from '../button/button.js'
import type { QuestionFormProps } from './question-form.js'

export interface QuestionPageProps extends Pick<QuestionFormProps, 'own'> {
  /** With an ASCII host, as `URL.href` writes it. */
  url: string
  /** The answer is that the person is done there, not that the page was opened. */
  isDoneThere: boolean
  /** Makes an action that does nothing until the question has been visible for a moment. */
  guarded: (action: () => void) => () => void
  onAnswer: (answer: PersonAnswer) => void
}

/** The whole address of a page, and a press that opens it outside. Nothing of it is loaded before. */
export function QuestionPage({ url, own, isDoneThere, guarded, onAnswer }: QuestionPageProps) {
  const words = useEntryWords('question', englishQuestion)
  const [opened, setOpened] = useState(false)
  const id = useId()
  const { host } = new URL(url)
  const at = url.indexOf(host)
  const open = guarded(() => {
    window.open(url, '_blank', 'noopener,noreferrer')
    if (isDoneThere) setOpened(true)
    else onAnswer({ type: 'accept' })
  })
  return (
    <div data-slot="approval-form">
      <p id={id} data-slot="question-url" className="ap:m-0 ap:font-mono ap:text-data ap:wrap-anywhere">
        <RevealedText text={url.slice(0, at)} />
        <b>
          <RevealedText text={host} />
        </b>
        <RevealedText text={url.slice(at + host.length)} />
      </p>
      <p className="ap:m-0 ap:text-data ap:text-text-2">{words.checkAddress}</p>
      <div data-slot="actions">
        <Button variant={opened ? 'default' : 'primary'} aria-describedby={id} onClick={open}>
          {words.open}
        </Button>
        {opened && (
          <Button variant="primary" onClick={() => onAnswer({ type: 'accept' })}>
            {words.done}
          </Button>
        )}
        <Button variant="ghost" onClick={guarded(() => onAnswer({ type: 'decline' }))}>
          {(own ?? words).decline}
        </Button>
        <Button variant="ghost" onClick={guarded(() => onAnswer({ type: 'cancel' }))}>
          {(own ?? words).dismiss}
        </Button>
      </div>
    </div>
  )
}
