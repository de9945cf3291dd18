'use client'

import type { ChatController, ApprovalForm, PairedCall, ToolCall } from '@antiphon/core'
import { useToolApproval, useToolApprovals, useToolQuestion } from '@antiphon/react'
import { useContext, useEffect, useRef, useState } from 'react'
import { englishApproval } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { RevealContext } from '../context/reveal-context.js'
import { Slot } from '../slots/slots.js'
import { useToolTitles } from '../tool-call/tool-title.js'
import { ConnectedQuestion } from './connected-question.js'
import { nextStop } from './next-stop.js'
import { ToolApproval } from './tool-approval.js'
import { useApprovalBar } from './use-approval-bar.js'

type ApprovalAnswer = Awaited<ReturnType<ChatController['decideApproval']>>

/**
 * The question about one call of the chat above, or what the call itself asks, and the answers to it. After an answer its button is gone, so the focus
 * moves to the next question or to the message box.
 */
export function ConnectedApproval({ call }: { call: PairedCall }) {
  const control = useToolApproval(call.key)
  const asked = useToolQuestion(call.key)
  const announce = useAnnounce()
  const words = useEntryWords('approval', englishApproval)
  const card = useRef<HTMLDivElement>(null)
  const reveal = useContext(RevealContext)
  const titles = useToolTitles()
  /** A press did nothing, and the question is as open as before. */
  const [isUnread, setUnread] = useState(false)
  const [first] = useToolApprovals()
  const bar = useApprovalBar(card)
  // The bar shows one question at a time.
  const answersIn = first?.approval.key === control?.approval.key ? bar : null
  // Only once the place of the buttons is known, because the card is lower without them.
  useEffect(() => {
    if (card.current && answersIn !== undefined) reveal(card.current)
  }, [reveal, answersIn])
  if (!control) return asked ? <ConnectedQuestion key={asked.pending.key} control={asked} /> : null
  const { approval } = control
  const { checks, form } = approval
  const own = checks ? words.warns(checks.join(' ')) : messageOf(call.call, form, approval.argumentsText)

  const answer = async (decided: Promise<ApprovalAnswer>): Promise<ApprovalAnswer> => {
    const active = document.activeElement
    const isInside = card.current?.contains(active) || answersIn?.contains(active)
    const next = isInside && card.current ? nextStop(card.current) : undefined
    const outcome = await decided
    const unread = outcome.status === 'stale' && outcome.reason === 'unread'
    setUnread(unread)
    if (outcome.status === 'stale') announce(unread ? words.unread : words.stale)
    if (outcome.status === 'accepted') next?.focus()
    return outcome
  }

  return (
    <Slot
      of="ToolApproval"
      own={ToolApproval}
      // Changed arguments are a new question. It begins again, with the delay before a press counts.
      key={approval.key}
      ref={card}
      name={approval.toolName}
      toolTitle={titles(approval.toolName, approval.args)}
      arguments={approval.argumentsText}
      originalArguments={approval.originalText}
      message={isUnread ? [words.unread, own].filter(Boolean).join('\n\n') : own}
      // A form in the card has its button in the card too.
      answersIn={form ? undefined : (answersIn ?? undefined)}
      since={approval.since}
      destructive={approval.destructive}
      onAllow={() => void answer(control.allow())}
      form={form}
      onFill={async (content) => {
        const outcome = await answer(control.allow(content))
        return outcome.status === 'invalid' ? (outcome.fields ?? []) : []
      }}
      onAllowInChat={checks ? undefined : () => void answer(control.allowInChat())}
      onDeny={(reason) => void answer(control.deny(reason))}
      onEdit={
        approval.keepsArguments
          ? undefined
          : async (json) => {
              const outcome = await answer(control.edit(json))
              return outcome.status === 'invalid' ? outcome.message : undefined
            }
      }
    />
  )
}

/** The server's message about its question, unless the arguments already say it. */
function messageOf(
  { approvalRequest }: ToolCall,
  form: ApprovalForm | undefined,
  shown: string,
): string | undefined {
  const words = approvalRequest?.['message'] ?? approvalRequest?.['summary'] ?? form?.message
  if (typeof words !== 'string' || words.trim() === '') return undefined
  return shown.includes(JSON.stringify(words)) ? undefined : words
}
