import type { PairedCall } from '@antiphon/core'
import { createElement, useCallback, useState } from 'react'
import { createLaterPart, useLaterPart } from '../../lib/later-part.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Notice } from '../notice/notice.js'

/** What asks a person is loaded by chats that have tools, as soon as they have them: before any call can wait for an answer. */
export const laterApproval = createLaterPart(() =>
  import('./tool-parts.js').then(({ ConnectedApproval }) => ConnectedApproval),
)

/** The question about a call of the chat above. Where it cannot be loaded, it says so and can be asked for again. */
export function ApprovalCard({ call }: { call: PairedCall }) {
  const { strings } = useWords()
  const [failed, setFailed] = useState(false)
  const Card = useLaterPart(
    laterApproval,
    !failed,
    useCallback(() => setFailed(true), []),
  )
  if (Card) return createElement(Card, { call })
  if (!failed) return null
  return (
    <Notice
      role="alert"
      tone="danger"
      icon="alert"
      title={strings.approval.notLoaded}
      actions={<Button onClick={() => setFailed(false)}>{strings.actions.retry}</Button>}
    />
  )
}
