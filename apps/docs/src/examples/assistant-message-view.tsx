import { AssistantMessageView, Transcript, type TranscriptProps } from '@antiphon/ui'

const slots: TranscriptProps['slots'] = {
  AssistantMessage: (props) => (
    <>
      <AssistantMessageView {...props} />
      <small>Checked by nobody.</small>
    </>
  ),
}

export const Example = () => (
  <Transcript
    slots={slots}
    messages={[
      { role: 'user', content: 'How many connections?' },
      { role: 'assistant', content: 'Eight. Each request holds one for `48 ms`.', finishReason: 'stop' },
    ]}
  />
)
