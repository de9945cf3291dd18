'use client'

import type { ApprovalForm } from '@antiphon/core'
import { parseJson } from '@antiphon/base'
import { useCallback, useRef, useState, type RefObject, useId, type KeyboardEvent } from 'react'
import { Icon } from '../../icons/icon.js'
import { isComposing } from '../../lib/is-composing.js'
import { useMergedRefs, takesRef } from '../../lib/react.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { englishApproval } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { WaitingTime } from './waiting-time.js'
import { Button } from '../button/button.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { useToolTitles } from '../tool-call/tool-title.js'
import { ApprovalAnswers } from './approval-answers.js'
import { ApprovalArguments, DenyForm } from './approval-forms.js'
import { EditForm } from './edit-form.js'
import { QuestionForm } from './question-form.js'
import { useLayout } from '../../lib/use-layout.js'
import { useSettled } from './use-settled.js'

/** Near enough to the end to have seen the last line. */
const SLACK_PX = 4

/**
 * True once a scrolling box has been seen to its end: at once when everything fits, else when the reader gets there. It
 * stays true until `content` changes.
 */
function useSeenToEnd(content: string): {
  ref: RefObject<HTMLDivElement | null>
  seen: boolean
  onScroll: () => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const [seenContent, setSeenContent] = useState<string>()
  const look = useCallback(() => {
    const box = ref.current
    if (box && box.scrollTop + box.clientHeight >= box.scrollHeight - SLACK_PX) setSeenContent(content)
  }, [content])

  useLayout(() => {
    look()
    const box = ref.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [look])
  return { ref, seen: seenContent === content, onScroll: look }
}

/** The call that waits, and a handler for each answer. */
export interface ToolApprovalProps extends Omit<
  RootProps<
    'div',
    'approval-head' | 'title' | 'approval-risk' | 'question-message' | 'actions' | 'approval-hint'
  >,
  'role'
> {
  /** Name of the tool as it is registered. */
  name: string
  /** Display name of the tool. Default: its title in the chat above, else its name. */
  toolTitle?: string
  /** The arguments as JSON text. The tool gets exactly these. */
  arguments: string
  /** The JSON before a person changed it: the card shows what changed. */
  originalArguments?: string
  /** Why the one who runs the call asks, in its words. Foreign text. */
  message?: string
  /** Epoch ms since when it waits. */
  since?: number
  /** The card says that it cannot be undone, allowing needs a second press, and the button is red. */
  destructive?: boolean
  onAllow: () => void
  onAllowInChat?: () => void
  /** A form to fill in to allow the call. It is in the card, and its button allows the call. */
  form?: ApprovalForm
  /** Allows with the values of the form. Resolves with the names of the fields that were not taken. */
  onFill?: (content: Readonly<Record<string, unknown>>) => Promise<readonly string[]>
  /** The element for the buttons, such as a bar over the message box. Default: the card. */
  answersIn?: Element
  /** With the reason, when one was given. The model is to read it. */
  onDeny: (reason?: string) => void
  /** Called with other arguments as JSON. Resolves with the fault in words. Edit is shown only with this handler. */
  onEdit?: (json: string) => Promise<string | undefined>
}

/**
 * Asks before a call runs. Never takes the focus; Y and N work while focus is inside; a key that was held down when the
 * question appeared does nothing. Arguments that do not fit must be scrolled to the end before the call can be allowed.
 */
export const ToolApproval = /* @__PURE__ */ takesRef(function ToolApproval(props: ToolApprovalProps) {
  const { name, toolTitle, arguments: raw, originalArguments, message, since, ...others } = props
  const {
    destructive = false,
    onAllow,
    onAllowInChat,
    onDeny,
    onEdit,
    form,
    onFill,
    answersIn,
    ref: hostRef,
    ...rest
  } = others
  const { formats } = useWords()
  const words = useEntryWords('approval', englishApproval)
  const titles = useToolTitles()
  const title = toolTitle ?? titles(name, parseJson(raw))
  const shown = revealToString(title ?? name)
  const [mode, setMode] = useState<'ask' | 'deny' | 'edit'>('ask')
  const [armed, setArmed] = useState(false)
  const { seen, ref, onScroll } = useSeenToEnd(raw)
  const group = useRef<HTMLDivElement>(null)
  const groupRef = useMergedRefs(group, hostRef)
  const titleId = useId()
  const guarded = useSettled(group)

  const allow = guarded(() => {
    if (!seen) return
    if (destructive && !armed) setArmed(true)
    else onAllow()
  })
  const deny = guarded(() => onDeny())
  const back = (): void => {
    setMode('ask')
    group.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const typing = (event.target as Element).matches('input, textarea, select')
    if (event.key === 'Escape' && mode !== 'ask') {
      event.preventDefault()
      event.stopPropagation()
      return back()
    }
    if (typing) return
    if (event.repeat) {
      // An Enter key that is still held from sending must not press the button.
      if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
      return
    }
    if (mode !== 'ask' || event.metaKey || event.ctrlKey || event.altKey) return
    const answer = { y: form ? undefined : allow, n: deny }[event.key.toLowerCase()]
    if (!answer) return
    // The answer may move the focus to the message box before the browser types the letter.
    event.preventDefault()
    answer()
  }

  const question = (
    <>
      {words.allow}{' '}
      {title === undefined ? (
        <code className="ap:text-[.8125rem]">
          <RevealedText text={name} />
        </code>
      ) : (
        <RevealedText text={title} />
      )}
      {/* The mark stays with the name. */}
      {'\u2060?'}
    </>
  )

  return (
    <Root
      ref={groupRef}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={destructive ? `${titleId}-risk` : undefined}
      tabIndex={-1}
      slot="tool-approval"
      data-state="open"
      data-tool={name}
      onKeyDown={onKeyDown}
      {...rest}
    >
      <Part as="div" slot="approval-head">
        <Icon name="awaiting" className="ap:text-accent" />
        <Part as="b" id={titleId} slot="title" className="ap:min-w-0 ap:font-name ap:wrap-anywhere">
          {question}
        </Part>
        <WaitingTime since={since} />
      </Part>
      {destructive && (
        <Part
          as="p"
          slot="approval-risk"
          id={`${titleId}-risk`}
          className="ap:m-0 ap:px-3 ap:pt-2 ap:text-row ap:font-name ap:text-danger"
        >
          {words.cannotUndo}
        </Part>
      )}
      {message && (
        <Part
          as="p"
          slot="question-message"
          dir="auto"
          className="ap:m-0 ap:px-3 ap:pt-2 ap:text-row ap:whitespace-pre-wrap ap:wrap-anywhere"
        >
          <RevealedText text={message} padding />
        </Part>
      )}
      {mode === 'edit' && onEdit ? (
        <EditForm
          arguments={raw}
          name={shown}
          onEdit={async (json) => {
            const problem = await onEdit(json)
            if (problem === undefined) back()
            return problem
          }}
          onBack={back}
        />
      ) : (
        <ApprovalArguments
          raw={raw}
          original={originalArguments}
          name={shown}
          boxRef={ref}
          onScroll={onScroll}
        />
      )}
      {mode === 'deny' && <DenyForm onDeny={onDeny} onBack={back} />}
      {form && onFill && (
        // Hidden rather than removed, so that its values stay while a reason is written.
        <div hidden={mode !== 'ask'}>
          {!seen && (
            <Part as="p" slot="approval-hint">
              {words.scrollFirst(formats.number(raw.length))}
            </Part>
          )}
          <QuestionForm
            schema={form.schema}
            from={form.from === undefined ? undefined : revealToString(form.from)}
            guarded={guarded}
            locked={!seen}
            sendLabel={words.allowAndSend}
            onAnswer={async (answer) => (answer.type === 'accept' ? onFill(answer.content ?? {}) : [])}
            others={
              <>
                <Button variant="ghost" aria-keyshortcuts="N" onClick={deny}>
                  {words.deny} <kbd aria-hidden="true">N</kbd>
                </Button>
                <Button variant="ghost" onClick={guarded(() => setMode('deny'))}>
                  {words.denyWithReason}
                </Button>
              </>
            }
          />
        </div>
      )}
      {mode === 'ask' && !form && (
        <ApprovalAnswers
          labelledBy={titleId}
          place={answersIn}
          destructive={destructive}
          armed={armed}
          seen={seen}
          question={question}
          raw={raw}
          onAllow={allow}
          onAllowInChat={onAllowInChat && guarded(onAllowInChat)}
          onDeny={deny}
          onDenyWithReason={guarded(() => setMode('deny'))}
          onEdit={onEdit && guarded(() => setMode('edit'))}
        />
      )}
    </Root>
  )
})
