'use client'

import type { PersonAnswer, PersonQuestion } from '@antiphon/core'
import { useId, useRef, type KeyboardEvent } from 'react'
import { Icon } from '../../icons/icon.js'
import { isComposing } from '../../lib/is-composing.js'
import { takesRef, useMergedRefs } from '../../lib/react.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { englishQuestion } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { WaitingTime } from './waiting-time.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { QuestionForm } from './question-form.js'
import { QuestionPage } from './question-page.js'
import { useSettled } from './use-settled.js'

export interface ToolQuestionProps extends Omit<
  RootProps<'div', 'approval-head' | 'title' | 'question-message'>,
  'role'
> {
  question: PersonQuestion
  /** Epoch ms since when it waits. */
  since?: number
  /** Resolves with the names of the fields whose values were not taken. */
  onAnswer: (answer: PersonAnswer) => Promise<readonly string[]>
}

/**
 * The question of a running call to the person: a form, or a page to open. Never takes the focus and never answers itself; a
 * press in its first half second, and a key that was held down when it appeared, do nothing.
 */
export const ToolQuestion = /* @__PURE__ */ takesRef(function ToolQuestion(props: ToolQuestionProps) {
  const { question, since, onAnswer, ref, ...rest } = props
  const words = useEntryWords('question', englishQuestion)
  const titleId = useId()
  const card = useRef<HTMLDivElement>(null)
  const cardRef = useMergedRefs(card, ref)
  const guarded = useSettled(card)
  const from = question.from === undefined ? undefined : revealToString(question.from)
  const own = from === undefined ? words.own : undefined

  const onKeyDown = (event: KeyboardEvent): void => {
    // An Enter key that is still held from sending must not press a button.
    const presses = event.key === 'Enter' || event.key === ' '
    const isText = event.target instanceof HTMLInputElement && event.key === ' '
    if (!isComposing(event) && event.repeat && presses && !isText) event.preventDefault()
  }
  return (
    <Root
      ref={cardRef}
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      slot="tool-approval"
      data-state="open"
      data-question={question.type}
      onKeyDown={onKeyDown}
      {...rest}
    >
      <Part as="div" slot="approval-head">
        <Icon name="awaiting" className="ap:text-accent" />
        <Part as="b" id={titleId} slot="title" className="ap:min-w-0 ap:wrap-anywhere">
          {question.type === 'form' ? words.asks(from) : words.asksPage(from)}
        </Part>
        <WaitingTime since={since} />
      </Part>
      {question.message !== '' && (
        <Part
          as="p"
          slot="question-message"
          dir="auto"
          className="ap:m-0 ap:px-3 ap:pt-2 ap:text-row ap:whitespace-pre-wrap ap:wrap-anywhere"
        >
          <RevealedText text={question.message} padding />
        </Part>
      )}
      {question.type === 'form' ? (
        <QuestionForm schema={question.schema} from={from} own={own} guarded={guarded} onAnswer={onAnswer} />
      ) : (
        <QuestionPage
          url={question.url}
          own={own}
          isDoneThere={question.isDoneThere === true}
          guarded={guarded}
          onAnswer={(answer) => void onAnswer(answer)}
        />
      )}
    </Root>
  )
})
