'use client'

/** A list of messages, with your row of a call and your question. It takes any chat-completions array. */
import { Transcript, type TranscriptProps } from '@antiphon/ui'
import { Approval } from './approval'
import { ToolRow } from './tool-row'

export const slots: TranscriptProps['slots'] = { ToolCall: ToolRow, ToolApproval: Approval }

export const AppTranscript = (props: TranscriptProps) => <Transcript slots={slots} {...props} />
