import { Transcript, UserMessageView, type TranscriptProps } from '@antiphon/ui'

const slots: TranscriptProps['slots'] = {
  UserMessage: (props) => <UserMessageView {...props} className="from-a-person" />,
}

export const Example = () => (
  <Transcript
    slots={slots}
    messages={[{ role: 'user', content: 'Two lines,\nand `code` in them:\n\n```ts\nconst pool = 8\n```' }]}
  />
)
