import type { LiveCall } from '@antiphon/core'
import { useState } from 'react'
import type { Story, StoryMeta } from '../../fixtures/story.js'
import { storyCall, tinyImage, type CallOptions } from '../../fixtures/story-calls.js'
import { ToolCallView } from './tool-call.js'
import { ToolRenderersContext, type ToolRendererProps } from './tool-renderers.js'

const meta: StoryMeta = { title: 'Tools/Call' }
export default meta

const one = (name: string, args: unknown, options?: CallOptions, open = false): Story => ({
  render: () => <ToolCallView call={storyCall(name, args, options)} defaultOpen={open} />,
})

function Live({
  args,
  options,
  live,
}: {
  args: unknown
  options: CallOptions
  live: Omit<LiveCall, 'startedAt'>
}) {
  const [startedAt] = useState(() => Date.now() - 6_400)
  return (
    <ToolCallView call={storyCall('run_load', args, options)} live={{ ...live, startedAt }} defaultOpen />
  )
}

export const WritingArguments: Story = {
  render: () => (
    <ToolCallView call={storyCall('read_config', '{"path": "checkout/po', { state: 'writing' })} />
  ),
}
export const WritingFields = one(
  'plan_load',
  '{"pool": 8, "service": "checkout", "phases": [{"name": "warm-up", "rps": 40}, {"name": "mea',
  { state: 'writing' },
  true,
)
export const WritingLongText = one(
  'write_file',
  `{"path": "report.md", "text": "${'Between 22:04 and 22:31 the pool was full.\\n'.repeat(80)}Then`,
  { state: 'writing' },
  true,
)
export const WritingNoJson = one('search', 'city=Os', { state: 'writing' }, true)
export const LongArguments = one(
  'write_file',
  { path: 'report.md', text: 'Between 22:04 and 22:31 the pool was full.\n'.repeat(80) },
  { result: 'ok' },
  true,
)
export const FailedWithPicture = one(
  'open_page',
  { url: 'https://checkout.example' },
  {
    state: 'error',
    result: [
      { type: 'text', text: 'The page did not load: 504' },
      { type: 'image_url', image_url: { url: tinyImage } },
    ],
  },
)
export const Queued = one('run_load', { pool: 8, rps: 300 }, { state: 'queued' })
export const Running: Story = {
  render: () => (
    <Live args={{ pool: 8, rps: 300 }} options={{ state: 'running' }} live={{ state: 'running' }} />
  ),
}
export const RunningWithProgress: Story = {
  render: () => (
    <Live
      args={{ pool: 8, rps: 300 }}
      options={{ state: 'running' }}
      live={{ state: 'running', progress: 0.4 }}
    />
  ),
}
export const RunningWithWords: Story = {
  render: () => (
    <Live
      args={{ pool: 8, rps: 300 }}
      options={{ state: 'running' }}
      live={{ state: 'running', words: 'Warm-up is over, measuring' }}
    />
  ),
}
export const Done = one(
  'get_deploys',
  { service: 'checkout', region: 'eu-west' },
  { result: '{"sha":"9f31c2e"}', ms: 800 },
)
export const DoneOpen = one(
  'get_deploys',
  { service: 'checkout', region: 'eu-west' },
  { result: '{"sha":"9f31c2e"}', ms: 800 },
  true,
)
export const Failed = one(
  'query_metrics',
  { query: 'histogram_quantile(0.95, checkout_latency)', range: '12h' },
  { state: 'error', result: '504 upstream timeout after 10000 ms', ms: 10_020 },
)
export const DeniedWithReason = one(
  'rollback_deploy',
  { sha: '9f31c2e' },
  { state: 'denied', result: 'Not during the freeze' },
)
export const Cancelled = one(
  'run_load',
  { pool: 8 },
  { state: 'cancelled', result: 'Stopped before it ended' },
)
export const Awaiting = one('rollback_deploy', { sha: '9f31c2e' }, { state: 'awaiting' })
export const CutOff = one('write_file', '{"path": "report.md", "text": "Between 22:04', { state: 'cut-off' })
export const Unanswered = one('get_deploys', { service: 'checkout' }, { state: 'unanswered' })
export const OrphanResult = one('call_77', '', {
  state: 'orphan',
  result: 'An answer to a call that is not in the thread',
})
export const EmptyResult = one('restart', { service: 'checkout' }, { result: '', ms: 120 }, true)
export const NoArguments = one('now', {}, { result: '22:04', ms: 3 }, true)
export const FalsyResults: Story = {
  render: () => (
    <>
      {['null', 'false', '0', '""', '[]', '{}'].map((result, index) => (
        <ToolCallView key={result} call={storyCall('read', { key: result }, { result, index })} defaultOpen />
      ))}
    </>
  ),
}
export const HugeResult = one(
  'read_log',
  { service: 'checkout' },
  {
    result: Array.from(
      { length: 400 },
      (_, i) => `22:${String(i % 60).padStart(2, '0')} pool wait ${i} ms`,
    ).join('\n'),
  },
  true,
)
export const TableResult = one(
  'list_pods',
  { region: 'eu-west' },
  {
    result: JSON.stringify(
      Array.from({ length: 6 }, (_, i) => ({
        pod: `checkout-${i}`,
        ready: i !== 3,
        restarts: i * 3,
        p95_ms: 180 + i * 41,
      })),
    ),
  },
  true,
)
export const TreeResult = one(
  'get_deploy',
  { filter: { region: ['eu-west', 'eu-north'], since: { hours: 12 } }, limit: 3 },
  {
    result:
      '{"deploys":[{"sha":"9f31c2e","by":{"name":"Ana","team":"payments"}},{"sha":"77aa010"}],"next":null}',
  },
  true,
)
/** A picture of the provider that is not whole: while it comes, and of an answer that broke off. */
const picture = (state: 'running' | 'unanswered'): Story => ({
  render: () => {
    const call = storyCall('image_generation', {}, { state })
    const partial = [{ type: 'image_url' as const, image_url: { url: tinyImage } }]
    return <ToolCallView call={{ ...call, call: { ...call.call, providerRun: { partial } } }} />
  },
})
export const PictureSoFar = picture('running')
export const PictureLeft = picture('unanswered')

export const ImageResult = one(
  'plot',
  { metric: 'p95' },
  {
    result: [
      { type: 'text', text: 'p95 over twelve hours' },
      { type: 'image_url', image_url: { url: tinyImage } },
      { type: 'image_url', image_url: { url: 'https://charts.example/p95.png' } },
    ],
  },
  true,
)
export const TerminalOutput = one(
  'shell',
  { command: 'kubectl get pods' },
  {
    result:
      '\u001b[32mcheckout-0\u001b[0m Running\n\u001b[8mhidden\u001b[0m\u001b[10A\u001b[2KApproved: read only',
  },
  true,
)
export const DeceptiveText = one(
  'g\u0435t_weather',
  { path: 'delete\u202e/tmp/safe\u202c', note: 'trans\u200bfer', padded: `ls${' '.repeat(400)}; rm -rf ~` },
  { result: 'done' },
  true,
)
export const BigNumbersStayExact = one(
  'refund',
  '{"order": 90071992547409931, "cents": 1200}',
  { result: 'ok' },
  true,
)
export const NotJson = one('search', 'city=Oslo', { result: 'ok' }, true)
export const LongName = one(`get_${'very_'.repeat(30)}long_name`, { city: 'Oslo' }, { result: 'ok', ms: 20 })

function WeatherCard({ input }: ToolRendererProps) {
  const city = (input as { city?: string } | undefined)?.city ?? 'somewhere'
  return <p>It is raining in {city}.</p>
}
function BrokenCard(): never {
  throw new Error('The card broke')
}

export const OwnBody: Story = {
  render: () => (
    <ToolRenderersContext.Provider value={{ weather: WeatherCard }}>
      <ToolCallView
        call={storyCall('weather', { city: 'Bergen' }, { result: 'rain', ms: 310 })}
        defaultOpen
      />
    </ToolRenderersContext.Provider>
  ),
}
export const BrokenBody: Story = {
  parameters: { expectsError: true },
  render: () => (
    <ToolRenderersContext.Provider value={{ weather: BrokenCard }}>
      <ToolCallView
        call={storyCall('weather', { city: 'Bergen' }, { result: 'rain', ms: 310 })}
        defaultOpen
      />
    </ToolRenderersContext.Provider>
  ),
}
