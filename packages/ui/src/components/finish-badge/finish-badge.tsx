'use client'

import { useToolTitles } from '../tool-call/tool-title.js'
import type { BoundActions } from '../context/actions-context.js'
import { useIsForPeople } from '../context/audience-context.js'
import type { AssistantMessage, Ending } from '@antiphon/core'
import { recordOf } from '@antiphon/base'
import type { ReactNode } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { revealToString } from '../../lib/reveal-text.js'
import { CodeWords } from '../../lib/text.js'
import { useWords, type Words } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Notice, type NoticeSlot, type NoticeTone } from '../notice/notice.js'
import type { RootProps } from '../part/part.js'

/** The category that the provider's filter found, if it says (Azure's `content_filter_results` of the answer or the question). */
export function filterCategory({ metadata }: AssistantMessage): string | undefined {
  const results = [
    metadata?.['wire.content_filter_results'],
    ...[metadata?.['wire.prompt_filter_results'] ?? []]
      .flat()
      .map((entry) => recordOf(entry)['content_filter_results']),
  ]
  const names = results.flatMap((result) =>
    Object.entries(recordOf(result)).flatMap(([name, found]) => {
      const { filtered, detected } = recordOf(found)
      return filtered === true || detected === true ? name.replaceAll('_', ' ') : []
    }),
  )
  return names.length > 0 ? [...new Set(names)].join(', ') : undefined
}

/** Actions for an ending. A button appears only if its handler is given. */
type FinishActions = Pick<
  BoundActions,
  'onContinue' | 'onRetry' | 'onRaiseLimit' | 'onEditMessage' | 'onAddResult' | 'onOpenInWire'
>

export interface FinishBadgeProps extends Omit<RootProps<'div', NoticeSlot>, 'title'>, FinishActions {
  children?: ReactNode
  ending: Ending
  /** Output tokens used, and the limit they ran into. */
  outputTokens?: number
  maxOutputTokens?: number
  /** The filter's category, when the provider sent one. */
  category?: string
}

type BadgeKind = Exclude<Ending['kind'], 'none' | 'stop' | 'error'>
type ActionName = 'continue' | 'retry' | 'raiseLimit' | 'editMessage' | 'addResult' | 'openInWire'

const rows: Record<BadgeKind, { tone: NoticeTone; icon: IconName; actions: ActionName[] }> = {
  'length-text': { tone: 'warn', icon: 'cut-off', actions: ['continue'] },
  'length-thinking': { tone: 'warn', icon: 'cut-off', actions: ['raiseLimit'] },
  'length-call': { tone: 'warn', icon: 'cut-off', actions: ['retry'] },
  'thought-only': { tone: 'warn', icon: 'thinking', actions: ['retry'] },
  'filter-empty': { tone: 'neutral', icon: 'filtered', actions: ['editMessage'] },
  'filter-midway': { tone: 'warn', icon: 'filtered', actions: ['editMessage', 'retry'] },
  refusal: { tone: 'neutral', icon: 'declined', actions: ['editMessage'] },
  unanswered: { tone: 'info', icon: 'unanswered', actions: ['addResult', 'retry'] },
  paused: { tone: 'neutral', icon: 'paused', actions: ['continue', 'retry'] },
  incomplete: { tone: 'danger', icon: 'incomplete', actions: ['retry', 'continue'] },
  cancelled: { tone: 'neutral', icon: 'cancelled', actions: ['continue', 'retry'] },
  other: { tone: 'neutral', icon: 'other', actions: ['openInWire'] },
}

/** Says how an answer ended, unless it simply stopped. Renders nothing for `stop`, `none` and `error`. */
export function FinishBadge(props: FinishBadgeProps) {
  const { ending, outputTokens, maxOutputTokens, category, ...others } = props
  const { onContinue, onRetry, onRaiseLimit, onEditMessage, onAddResult, onOpenInWire, ...rest } = others
  const words = useWords()
  const titles = useToolTitles()
  const isForPeople = useIsForPeople()
  if (!isBadgeKind(ending.kind)) return null

  const { tone, icon, actions } = rows[ending.kind]
  const handlers: Record<ActionName, (() => void) | undefined> = {
    continue: onContinue,
    retry: onRetry,
    raiseLimit: onRaiseLimit,
    editMessage: onEditMessage,
    addResult: onAddResult,
    openInWire: onOpenInWire,
  }
  const { callName } = ending
  const named = callName ? { ...ending, callName: titles(callName) ?? callName } : ending
  const offered = actions.filter((name) => handlers[name])
  return (
    <Notice
      role="note"
      tone={tone}
      icon={icon}
      data-finish={ending.kind}
      data-raw={ending.raw}
      title={<CodeWords text={finishTitle(ending, words) ?? ''} />}
      detail={finishDetail(
        named,
        words,
        isForPeople ? { category } : { outputTokens, maxOutputTokens, category },
      )}
      actions={
        offered.length > 0 &&
        offered.map((name) => (
          <Button key={name} onClick={handlers[name]}>
            {words.strings.actions[name]}
          </Button>
        ))
      }
      {...rest}
    />
  )
}

function isBadgeKind(kind: Ending['kind']): kind is BadgeKind {
  return kind in rows
}

/** The title as text, because it is announced too. */
export function finishTitle(ending: Ending, { strings }: Words): string | undefined {
  if (!isBadgeKind(ending.kind)) return undefined
  const { finish } = strings
  return ending.kind === 'other'
    ? finish.other.title(revealToString(ending.raw ?? '?'))
    : finish[ending.kind].title
}

interface FinishFigures {
  outputTokens?: number
  maxOutputTokens?: number
  category?: string
}

function finishDetail(ending: Ending, { strings, formats }: Words, figures: FinishFigures): ReactNode {
  const { finish } = strings
  const number = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formats.number(value)
  switch (ending.kind) {
    case 'length-text':
      return finish['length-text'].detail(number(figures.outputTokens), number(figures.maxOutputTokens))
    case 'length-call': {
      const name = ending.callName ? revealToString(ending.callName) : ''
      return name ? finish['length-call'].detail(name) : finish['length-call'].unnamed
    }
    case 'filter-empty':
      return finish['filter-empty'].detail(figures.category)
    case 'unanswered': {
      const missing = ending.unanswered ?? 0
      return finish.unanswered.detail(
        formats.number(missing),
        formats.number(ending.total ?? missing),
        missing,
      )
    }
    case 'refusal':
    case 'cancelled':
    case 'none':
    case 'stop':
    case 'error':
      return undefined
    default:
      return finish[ending.kind].detail
  }
}
