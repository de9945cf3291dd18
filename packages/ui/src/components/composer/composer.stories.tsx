import type { Story, StoryMeta } from '../../fixtures/story.js'
import { Attachment } from '../attachment/attachment.js'
import { Composer, type ComposerProps } from './composer.js'

const meta: StoryMeta = { title: 'Composer', parameters: { screen: true } }
export default meta

const nothing = (): void => {}
const story = (props: ComposerProps): Story => ({
  render: () => (
    <main>
      <Composer model="gpt-4o" onSend={nothing} onStop={nothing} onFiles={nothing} {...props} />
    </main>
  ),
})

export const Idle = story({})
export const WithText = story({ defaultValue: 'Why did latency jump?' })
export const TenLines = story({
  defaultValue: Array.from({ length: 14 }, (_, i) => `line ${i + 1}`).join('\n'),
})
export const StreamingWithQueue = story({
  status: 'streaming',
  queue: [
    { id: '1', text: 'And what would the fix cost?' },
    { id: '2', text: 'Then write it up.' },
  ],
  onQueueRemove: nothing,
})
export const WithAttachments = story({
  attachments: (
    <>
      <Attachment icon="file" name="metrics.csv" detail="41 kB" onRemove={nothing} />
      <Attachment icon="image" name="p95.png" state="uploading" />
      <Attachment icon="file" name="trace.har" state="error" detail="Too large" onRemove={nothing} />
    </>
  ),
})
export const SwappedEnter = story({ enterKey: 'line' })
export const Disabled = story({ status: 'disabled', placeholder: 'Set an endpoint first' })
