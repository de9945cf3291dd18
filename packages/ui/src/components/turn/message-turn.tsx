import { contentToText, type Turn, type UserMessage as UserMessageData } from '@antiphon/core'
import { use } from 'react'
import { BranchPicker } from '../branch-picker/branch-picker.js'
import { MessageActions } from '../message-actions/message-actions.js'
import { isNotice, SystemNotice } from '../system-notice/system-notice.js'
import { bindActions, TranscriptActionsContext } from '../transcript/transcript-actions.js'
import { EditableUserMessage } from '../user-message/editable-user-message.js'
import type { Branch } from './turn-footer.js'
import { Slot } from '../slots/slot.js'

export interface MessageTurnProps {
  turn: Extract<Turn, { role: 'system' | 'user' }>
  /** Versions of an edited question. */
  branch?: Branch
}

/** A turn of one message: what somebody asked, or a notice. */
export function MessageTurn({ turn, branch }: MessageTurnProps) {
  const { message, key } = turn
  const { onEditMessage } = bindActions(use(TranscriptActionsContext), { turnKey: key, message })
  if (isNotice(message)) return <Slot of="SystemNotice" own={SystemNotice} message={message} />
  const user = message as UserMessageData
  return (
    <EditableUserMessage
      id={key}
      message={user}
      actions={
        <>
          <Slot
            of="MessageActions"
            own={MessageActions}
            author="user"
            getText={() => contentToText(user.content)}
            getData={() => user}
            onEdit={onEditMessage}
          />
          {branch && <Slot of="BranchPicker" own={BranchPicker} {...branch} />}
        </>
      }
    />
  )
}
