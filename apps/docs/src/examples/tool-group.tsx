import { Transcript } from '@antiphon/ui'

const call = (id: string, zone: string) => ({
  id,
  type: 'function',
  function: { name: 'get_time', arguments: JSON.stringify({ timezone: zone }) },
})

/** Two calls of one message are a group; it opens itself because one of them failed. */
export const Example = () => (
  <Transcript
    messages={[
      { role: 'assistant', content: null, tool_calls: [call('a', 'Europe/Oslo'), call('b', 'Mars/Base')] },
      { role: 'tool', tool_call_id: 'a', content: '11:40' },
      { role: 'tool', tool_call_id: 'b', content: 'There is no such zone.', isError: true },
    ]}
  />
)
