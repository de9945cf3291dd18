import type { Story, StoryMeta } from '../../fixtures/story.js'
import { storyLive, storyStep } from '../../fixtures/story-turns.js'
import { kitchenSink, wideTable } from '../../fixtures/story-markdown.js'
import { AssistantMessage } from './assistant-message.js'

const meta: StoryMeta = { title: 'Content' }
export default meta

const story = (content: string): Story => ({
  render: () => <AssistantMessage step={storyStep({ content })} />,
})
const live = (content: string): Story => ({
  render: () => (
    <AssistantMessage step={storyStep({ content })} live={storyLive(1_000, { activePart: 'text' })} />
  ),
})

export const MarkdownKitchenSink = story(kitchenSink)
export const HalfOpenFence = live(
  'Restore the pool:\n\n```ts\nexport const pool = createPool({\n  max: Number(proc',
)
export const HalfOpenTable = live('The windows:\n\n| Window | Pool |\n| --- | --: |\n| 20:00 – 22:00 | 4')
export const CutOffFence: Story = {
  render: () => (
    <AssistantMessage
      step={storyStep({ content: '```ts\nexport const pool = crea', finishReason: 'length' })}
    />
  ),
}
export const LongCode = story(
  `\`\`\`ts\n${Array.from({ length: 80 }, (_, i) => `export const step${i} = (pool: Pool) => pool.resize(${i})`).join('\n')}\n\`\`\``,
)
export const WideTable = story(wideTable)
export const BlockedRemoteImage = story(
  'The chart:\n\n![p95 over twelve hours](https://charts.example/p95.png)',
)
export const ArabicAndHebrew = story(
  'ارتفع زمن الاستجابة بعد النشر `9f31c2e` عند الساعة 22:04.\n\nהשירות האט אחרי הפריסה.\n\n- أولاً: استعادة الحوض\n- ثانياً: المراقبة',
)
export const Japanese = story(
  '昨夜のチェックアウトの遅延は、接続プールが四十から八に減らされたことが原因です。待ち行列は空くよりも速く伸びました。\n\n1. プールを戻す\n2. 十分間見守る',
)
export const LongWordAndUrl = story(`${'pneumono'.repeat(60)}\n\nhttps://example.com/${'a'.repeat(300)}`)
