import type { ToolMessage } from '@antiphon/core'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { storyCall, tinyImage } from '../../fixtures/story-calls.js'
import { ToolCallView } from '../tool-call/tool-call.js'

const meta: StoryMeta = { title: 'Tools/Result' }
export default meta

const returned = (name: string, content: ToolMessage['content'], details?: unknown): Story => ({
  render: () => {
    const call = storyCall(name, { service: 'checkout' }, { result: content, ms: 320 })
    return <ToolCallView call={{ ...call, result: { ...call.result!, details } }} defaultOpen />
  },
})

export const UnifiedDiff = returned(
  'propose_change',
  `diff --git a/checkout/pool.ts b/checkout/pool.ts
index 4be1f02..9c33a17 100644
--- a/checkout/pool.ts
+++ b/checkout/pool.ts
@@ -12,7 +12,8 @@ export function createPool(options: PoolOptions) {
   const waiting: Waiter[] = []
-  const size = options.size ?? 8
-  const timeout = 10_000
+  const size = options.size ?? 16
+  const timeout = options.timeout ?? 2_000
+  const warnAfter = timeout / 2
   let open = 0
 
   return {
     async take() {
@@ -40,3 +41,2 @@ export function createPool(options: PoolOptions) {
     close() {
-      log('closing')
     },`,
)
export const MarkdownBySign = returned(
  'write_summary',
  '## Checkout, last night\n\nThe pool was **full** from 22:04 on.\n\n| hour | p95 |\n| --- | ---: |\n| 21 | 180 ms |\n| 22 | 940 ms |\n\n- deploy `9f31c2e` at 22:03\n- [dashboard](https://metrics.example/checkout)',
  { mimeType: 'text/markdown' },
)
export const LooksLikeMarkdown = returned(
  'read_log',
  '# worker 3\n- retry 1\n- retry 2\n**panic**: pool is empty',
)
export const Files = returned('export_report', [
  { type: 'text', text: 'Two files are ready.' },
  {
    type: 'file',
    file: {
      filename: 'latency-by-hour.csv',
      file_data: `data:text/csv;base64,${'aG91cixwOTUK'.repeat(900)}`,
    },
  },
  {
    type: 'file',
    file: { filename: 'invoice\u202efdp.exe', file_data: 'data:application/pdf;base64,JVBERi0=' },
  },
  { type: 'file', file: { file_id: 'file-9a8b' } },
])
export const MixedParts = returned('inspect_page', [
  { type: 'text', text: 'The page as it is now:' },
  { type: 'image_url', image_url: { url: tinyImage } },
  { type: 'text', text: '[{"element":"Pay","ms":940},{"element":"Cart","ms":120}]' },
  { type: 'image_url', image_url: { url: 'https://charts.example/p95.png' } },
  {
    type: 'input_audio',
    input_audio: { data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=', format: 'wav' },
  },
  { type: 'text', text: 'Recorded at 22:04.' },
])
export const WordsWithData = returned('get_weather', 'Rain in Oslo until the evening, 6 degrees.', {
  city: 'Oslo',
  hours: [
    { at: 18, mm: 2.1 },
    { at: 19, mm: 0.4 },
  ],
})
export const LongTable = returned(
  'list_requests',
  JSON.stringify(
    Array.from({ length: 12_000 }, (_, i) => ({
      request: `r-${i}`,
      status: i % 40 ? 200 : 504,
      ms: 90 + ((i * 37) % 900),
    })),
  ),
)
export const OneLongLine = returned('dump', 'ab12'.repeat(300_000))
export const DeepTree = returned(
  'get_config',
  JSON.stringify({
    pools: Array.from({ length: 120 }, (_, i) => ({
      name: `pool-${i}`,
      limits: { open: i, waiting: { max: i * 2 } },
    })),
    note: 'n'.repeat(9_000),
  }),
)
