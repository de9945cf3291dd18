'use client'

import { shownError, useIsForPeople } from '../context/audience-context.js'
import type { ChatErrorData } from '@antiphon/core'
import { useNow } from '../../lib/use-now.js'
import { Fragment, useId, useState, type ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { CodeWords } from '../../lib/text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Fold, useFold } from '../fold/fold.js'
import { LatePart } from '../live-parts/late-part.js'
import type { BoundActions } from '../context/actions-context.js'
import type { SummariseButtonProps } from './summarise-button.js'
import { Notice, type NoticeSlot } from '../notice/notice.js'
import type { RootProps } from '../part/part.js'
import { errorActions, errorDetail, errorKind, errorTitle, type ErrorActionName } from './error-words.js'

/** Actions for an error. A button appears only if its handler is given. */
interface ErrorActions extends Omit<
  BoundActions,
  'onEditMessage' | 'onRaiseLimit' | 'onAddResult' | 'onSummarise'
> {
  onEdit?: () => void
  onSummarise?: SummariseButtonProps['onSummarise']
}

/** The failure, and handlers for its next steps. */
export interface ErrorCardProps extends Omit<RootProps<'div', NoticeSlot | 'fold'>, 'title'>, ErrorActions {
  error: ChatErrorData
  /** True when text of the answer is above. The card says that it is kept. */
  hasText?: boolean
  /**
   * The cause of a failed connection. Default: that of the error, if the host found it out, else the three likely causes; null names
   * none, for a host that shows the cause beside the card.
   */
  cause?: ReactNode
  /** Speak up (`role=alert`). Default true; false for an error that was already there when the page opened. */
  alert?: boolean
}

/** Shows the failure, the next steps, and to developers the whole error of the server under "Details". */
export function ErrorCard(props: ErrorCardProps) {
  const { error, hasText = false, cause = error.cause ?? <LikelyCauses />, alert = true, ...others } = props
  const { onRetry, onContinue, onOpenSettings, onPickModel, onSummarise, onStartFromHere, onEdit, ...more } =
    others
  const { onRetryWithoutField, onOpenInWire, ...rest } = more
  const words = useWords()
  const isForPeople = useIsForPeople()
  const shown = shownError(error, isForPeople)
  const fold = useFold(false)
  const detailsId = useId()
  const retryAt = retryTime(error)
  const [waitOver, setWaitOver] = useState(retryAt === undefined)
  const wasOffline = error.code === 'offline'
  const isOnline = wasOffline && onRetry && globalThis.navigator?.onLine
  const now = useNow(!waitOver || isOnline === false, 200)
  const wait = retryAt === undefined ? 0 : Math.max(0, retryAt - now)
  if (!waitOver && wait === 0) setWaitOver(true)

  const handlers: Record<Exclude<ErrorActionName, 'summarise'>, (() => void) | undefined> = {
    retry: onRetry,
    continue: onContinue,
    openSettings: onOpenSettings,
    pickModel: onPickModel,
    startFromHere: onStartFromHere,
    edit: onEdit,
    retryWithoutField: onRetryWithoutField,
    openInWire: onOpenInWire,
  }
  const kind = errorKind(error)
  const { strings, formats } = words
  const offered = errorActions(error, hasText).filter((name) =>
    name === 'summarise' ? onSummarise : handlers[name],
  )
  const told = kind === 'network_or_cors' && !wasOffline ? cause : null
  const isLimit = kind === 'rate_limit'
  const isCounting = isLimit && wait > 0
  const sentences: ReactNode[] = [
    wasOffline && strings.error.offline[isOnline ? 'back' : 'detail'],
    ...errorDetail(shown, words, hasText),
    isCounting && (
      // The first alert includes it. While it counts down it is outside of the alert, because an alert speaks at every
      // change.
      <span role="timer" aria-live="off">
        {strings.error.retryIn(formats.duration(wait))}
      </span>
    ),
    isLimit && retryAt !== undefined && !isCounting && strings.error.retryNow,
    isLimit && hasText && strings.error.textKept,
  ].filter(Boolean)

  return (
    <Notice
      role={alert ? 'alert' : 'note'}
      tone="danger"
      icon="alert"
      data-class={kind}
      data-status={error.status}
      data-retry-at={retryAt}
      title={<CodeWords text={errorTitle(shown, words)} />}
      detail={
        told || sentences.length > 0 ? (
          <>
            {told}
            {sentences.map((sentence, at) => (
              <Fragment key={at}>
                {at > 0 && ' '}
                {sentence}
              </Fragment>
            ))}
          </>
        ) : undefined
      }
      actions={
        offered.length > 0 &&
        offered.map((name, at) =>
          name === 'summarise' ? (
            <LatePart key={name} of="SummariseButton" onSummarise={onSummarise!} />
          ) : (
            <Button
              key={name}
              variant={at === 0 ? 'primary' : 'default'}
              onClick={handlers[name]}
              aria-disabled={name === 'retry' && wait > 0 ? true : undefined}
            >
              {strings.actions[name]}
            </Button>
          ),
        )
      }
      aside={
        !isForPeople && (
          <Button variant="small" aria-expanded={fold.open} aria-controls={detailsId} onClick={fold.toggle}>
            {strings.error.details}
            <Icon name="chevron-down" className={cx('ap:size-3.5', fold.open && 'ap:rotate-180')} />
          </Button>
        )
      }
      {...rest}
    >
      {!isForPeople && (
        <Fold
          id={detailsId}
          open={fold.open}
          onReveal={fold.reveal}
          className="ap:basis-full"
          summary={<summary>{strings.error.details}</summary>}
        >
          <LatePart of="ErrorDetails" error={error} />
        </Fold>
      )}
    </Notice>
  )
}

function LikelyCauses() {
  const { strings } = useWords()
  const { intro, causes } = strings.error.network_or_cors
  return (
    <>
      {intro}
      <ul className="ap:list-disc ap:ps-5">
        {causes.map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
    </>
  )
}

function retryTime(error: ChatErrorData): number | undefined {
  if (error.kind !== 'rate_limit' || error.retryAfterMs === undefined || error.occurredAt === undefined)
    return undefined
  return error.occurredAt + error.retryAfterMs
}
