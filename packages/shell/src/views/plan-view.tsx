'use client'

import { useOptionalChat } from '@antiphon/react'
import { Icon, RevealedText, useWords, type IconName, type ToolRendererProps } from '@antiphon/ui'
import { useGivenMessages } from '@antiphon/ui/functions'
import { useEntryWords } from '@antiphon/ui/parts'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { englishConversation } from '../strings/english-conversation.js'
import { readPlan, replacedCalls, type PlanStep } from './read-plan.js'

/** Whether a later call of the answer replaces this one, and whether the chat works. */
function usePlace({ call, name }: ToolRendererProps): { isReplaced: boolean; isBusy: boolean } {
  const given = useGivenMessages()
  const chat = useOptionalChat()
  const subscribe = useCallback(
    (listener: () => void) => {
      const removers = chat ? [chat.store.subscribe(listener), chat.subscribe(listener)] : []
      return () => removers.forEach((remove) => remove())
    },
    [chat],
  )
  const isReplaced = (): boolean =>
    replacedCalls(given ?? chat?.store.getMessages() ?? [], name).has(call.key)
  const isBusy = (): boolean => chat !== undefined && /^(submitted|streaming)$/.test(chat.getState().status)
  return {
    isReplaced: useSyncExternalStore(subscribe, isReplaced, isReplaced),
    isBusy: useSyncExternalStore(subscribe, isBusy, () => false),
  }
}

const icons: Record<PlanStep['status'], IconName> = {
  completed: 'done',
  in_progress: 'running',
  pending: 'queued',
}

/**
 * The plan of an agent as a list with ticks. Each call holds the whole plan, so the last one of an answer shows it, and earlier ones
 * are their row alone.
 */
export function PlanView(props: ToolRendererProps): React.ReactNode {
  const { input } = props
  const words = useEntryWords('conversation', englishConversation).plan
  const { formats } = useWords()
  const { isReplaced, isBusy } = usePlace(props)
  const plan = useMemo(() => readPlan(input), [input])
  if (!plan || isReplaced) return null
  const done = plan.filter(({ status }) => status === 'completed').length
  return (
    <div
      data-slot="plan"
      className="ap:flex ap:max-w-[34rem] ap:flex-col ap:gap-2 ap:rounded-block ap:border ap:border-edge ap:bg-raised ap:p-3"
    >
      <div className="ap:flex ap:items-baseline ap:gap-3 ap:text-row">
        <span className="ap:flex-1 ap:font-title">{words.title}</span>
        <span className="ap:text-data ap:tabular-nums ap:text-text-2">
          {words.done(formats.number(done), formats.number(plan.length))}
        </span>
      </div>
      <ol
        role="list"
        aria-label={words.title}
        className="ap:m-0 ap:flex ap:list-none ap:flex-col ap:gap-1 ap:p-0"
      >
        {plan.map(({ step, status }, at) => {
          // Nobody works on it any more.
          const isStopped = status === 'in_progress' && !isBusy
          return (
            <li key={at} data-state={status} className="ap:flex ap:gap-2 ap:text-row">
              <span className={`ap:flex ap:h-5 ap:items-center ${tone[status]}`}>
                <Icon name={isStopped ? 'paused' : icons[status]} />
              </span>
              <span className="ap:sr-only">{isStopped ? words.stopped : words.status[status]}: </span>
              <span
                dir="auto"
                className={`ap:min-w-0 ap:wrap-anywhere ${status === 'in_progress' ? 'ap:font-title' : 'ap:text-text-2'}`}
              >
                <RevealedText text={step} />
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

const tone: Record<PlanStep['status'], string> = {
  completed: 'ap:text-success',
  in_progress: 'ap:text-accent',
  pending: 'ap:text-text-3',
}
