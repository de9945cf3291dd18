import 'katex/dist/katex.min.css'
import { highlight } from '../../highlight/index.js'
import { MarkdownPlugins } from '../../markdown/index.js'
import { math } from '../../math/index.js'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { storyLive, storyStep } from '../../fixtures/story-turns.js'
import { kitchenSink, wideTable } from '../../fixtures/story-markdown.js'
import { AssistantMessageView } from './assistant-message.js'

const meta: StoryMeta = { title: 'Content' }
export default meta

const story = (content: string): Story => ({
  render: () => <AssistantMessageView step={storyStep({ content })} />,
})
const live = (content: string): Story => ({
  render: () => (
    <AssistantMessageView step={storyStep({ content })} live={storyLive(1_000, { activePart: 'text' })} />
  ),
})

const plugins = [math(), highlight()]
const withPlugins = (content: string): Story => ({
  render: () => (
    <MarkdownPlugins value={plugins}>
      <AssistantMessageView step={storyStep({ content })} />
    </MarkdownPlugins>
  ),
})

export const MarkdownKitchenSink = story(kitchenSink)
export const HalfOpenFence = live(
  'Restore the pool:\n\n```ts\nexport const pool = createPool({\n  max: Number(proc',
)
export const HalfOpenTable = live('The windows:\n\n| Window | Pool |\n| --- | --: |\n| 20:00 – 22:00 | 4')
export const CutOffFence: Story = {
  render: () => (
    <AssistantMessageView
      step={storyStep({ content: '```ts\nexport const pool = crea', finishReason: 'length' })}
    />
  ),
}
const order = JSON.stringify({
  title: 'Restore the pool',
  urgent: true,
  size: { before: 8, after: 40 },
  steps: [
    { do: 'Set POOL_MAX to 40', owner: 'platform' },
    { do: 'Watch p95 for ten minutes', owner: 'checkout' },
  ],
})
export const StructuredOutput = story(order)
export const StructuredOutputArriving = live(order.slice(0, -46))
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

const formulas =
  'A pool of $n$ connections serves $\\lambda$ requests a second, each for $t$ seconds, while $\\lambda t < n$. Beyond that the queue grows:\n\n$$\nL = \\frac{\\lambda t}{n - \\lambda t}\n$$\n\nA larger pool costs $5 to $10 a month. This one cannot be set: $\\frac{1}$.'
export const MathOff = story(formulas)
export const MathOn = withPlugins(formulas)
export const HighlightedCode = withPlugins(
  '```ts\n/** Fails fast instead of queueing. */\nexport async function connect(pool: Pool, limit = 2_000) {\n  const client = await pool.take({ limit })\n  return client ?? null // nothing free\n}\n```\n\n```sql\nSELECT name, count(*) FROM waits WHERE ms > 500 GROUP BY name -- slow ones\n```\n\n```diff\n-max: 8\n+max: 40\n```',
)
export const Footnotes = story(
  'The pool was cut by a default[^default], and the alarm was silent[^alarm]. The default came with an update[^default].\n\n[^default]: `POOL_MAX` fell from 40 to 8 in version 4.\n[^alarm]: It looks at errors only.\n\n    Waiting is no error.',
)
const cited =
  'Version 4 lowers the default to eight. The release notes say so, as does [the manual](https://docs.example/pool).'
export const Citations: Story = {
  render: () => (
    <AssistantMessageView
      step={storyStep({
        content: cited,
        annotations: [
          {
            type: 'url_citation',
            url_citation: {
              url: 'https://releases.example/4',
              title: 'Release notes of version 4',
              start_index: 0,
              end_index: 37,
            },
          },
          {
            type: 'url_citation',
            url_citation: {
              url: 'https://docs.example/pool',
              title: 'Connection pools',
              start_index: 76,
              end_index: cited.length,
            },
          },
        ],
      })}
    />
  ),
}
