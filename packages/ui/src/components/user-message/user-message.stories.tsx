import { type ContentPart, type UserMessage as UserMessageData } from '@antiphon/core'
import { unknownPart } from '@antiphon/core/message'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { storyPicture } from '../../fixtures/story-picture.js'
import { BranchPicker } from '../branch-picker/branch-picker.js'
import { MessageActions } from '../message-actions/message-actions.js'
import { MessageEditor } from './message-editor.js'
import { UserMessageView } from './user-message.js'

const meta: StoryMeta = { title: 'User', parameters: { turns: true } }
export default meta

const nothing = (): void => {}
const story = (content: UserMessageData['content']): Story => ({
  render: () => (
    <UserMessageView
      message={{ role: 'user', content }}
      actions={<MessageActions author="user" getText={() => 'text'} onEdit={nothing} />}
    />
  ),
})

export const Short = story('Write the full incident report.')
export const WithCode = story(
  'Why does this never end?\n\n```ts\nwhile (queue.length) drain()\n```\n\nIt worked yesterday.',
)
export const LongFolded = story(
  Array.from(
    { length: 24 },
    (_, i) => `${i + 1}. The service answered slowly, and nobody was paged for it.`,
  ).join('\n'),
)
export const Attachments = story([
  { type: 'text', text: 'What is wrong in these?' },
  { type: 'image_url', image_url: { url: storyPicture } },
  { type: 'image_url', image_url: { url: 'https://charts.example/p95.png' } },
  { type: 'image_url', image_url: { url: 'javascript:alert(1)' } },
  {
    type: 'file',
    file: { filename: 'invoice\u202egpj.exe', file_data: 'data:application/pdf;base64,JVBERi0xLjQK' },
  },
  { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
  unknownPart({ type: 'location', latitude: 38.72, longitude: -9.14 }),
])
const image: ContentPart = { type: 'image_url', image_url: { url: storyPicture } }
export const ImageGrid = story([
  { type: 'text', text: 'Which of these is from Tuesday?' },
  ...Array.from({ length: 7 }, () => image),
])

const edited: UserMessageData = {
  role: 'user',
  content: [
    { type: 'text', text: 'Why did the 95th percentile jump on Tuesday night?' },
    image,
    { type: 'file', file: { filename: 'metrics.csv', file_data: 'data:text/csv;base64,dGltZTtwOTUK' } },
  ],
}
export const EditingInPlace: Story = {
  render: () => (
    <UserMessageView
      message={edited}
      editor={<MessageEditor message={edited} onSend={nothing} onSave={nothing} onCancel={nothing} />}
    />
  ),
}
export const Arabic = story('لماذا ارتفع زمن الاستجابة الليلة الماضية؟')
export const LongWord = story('A'.repeat(400))
export const BranchTwoOfThree: Story = {
  render: () => (
    <>
      <UserMessageView message={{ role: 'user', content: 'Compare the two pool sizes.' }} />
      <BranchPicker index={1} total={3} onIndexChange={nothing} />
      <BranchPicker index={0} total={3} onIndexChange={nothing} />
    </>
  ),
}
