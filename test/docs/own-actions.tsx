import { Chat, IconButton, MessageActions, type MessageActionsProps } from '@antiphon/ui'

const thumb = (
  <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor">
    <path d="M5 7v6H3V7zm0 0 3-5c1.5 0 2 1 1.5 2.5L9 6.5h4L12 13H5" />
  </svg>
)

function RatedActions(props: MessageActionsProps) {
  const { message } = props
  const rate = () => fetch(`/ratings/${message?.id}`, { method: 'POST' })
  return (
    <MessageActions {...props}>
      {message?.role === 'assistant' && <IconButton icon={thumb} label="Good answer" onClick={rate} />}
    </MessageActions>
  )
}

const slots = { MessageActions: RatedActions }

export const OwnActions = () => <Chat transcript={{ slots }} />
