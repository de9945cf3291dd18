import type { CallState } from '@antiphon/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { storyCall, tinyImage, type CallOptions } from '../../fixtures/story-calls.js'
import { ToolCallView } from './tool-call.js'
import { ToolRenderersContext, type ToolRendererProps } from './tool-renderers.js'
import '../../testing/late-parts.js'

const row = (): HTMLElement => screen.getAllByRole('button')[0]!

test.each<[CallState, string, string]>([
  ['writing', 'writing', 'Writing arguments'],
  ['queued', 'queued', 'Queued'],
  ['awaiting', 'awaiting', 'Waiting for approval'],
  ['running', 'running', 'Running'],
  ['done', 'done', 'Done'],
  ['error', 'error', 'Failed'],
  ['denied', 'denied', 'Denied by you'],
  ['cancelled', 'cancelled', 'Stopped'],
  ['cut-off', 'cut-off', 'Arguments cut off, not run'],
  ['unanswered', 'unanswered', 'No result'],
  ['orphan', 'orphan', 'Result without a call'],
])('a call that is %s has a shape and a word of its own', (state, icon, word) => {
  const { container } = render(<ToolCallView call={storyCall('run_load', { pool: 8 }, { state })} />)
  expect(container.querySelector('[data-slot=tool-call]')).toHaveAttribute('data-state', state)
  expect(container.querySelector('[data-slot=mark] svg')).toHaveAttribute('data-icon', icon)
  expect(row()).toHaveAccessibleName(new RegExp(`^${word} run_load`))
})

test.each(['running', 'queued'] as const)(
  'a call that is %s says that it waits for the login, once the session has ended',
  (state) => {
    const call = storyCall('run_load', { pool: 8 }, { state })
    const { container } = render(
      <ToolCallView call={call} live={{ state, words: 'Paid', needsLogin: true }} />,
    )
    expect(row()).toHaveAccessibleName(/^Waiting for you to sign in run_load/)
    expect(container.querySelector('[data-slot=progress]')).toHaveTextContent(/^Waiting for you to sign in$/)
  },
)

test('the row shows the arguments, flags behind others and a long one last, and how long it took', () => {
  const args = { dry: false, query: 'histogram_quantile(0.95, checkout_latency)', range: '12h' }
  render(<ToolCallView call={storyCall('query_metrics', args, { ms: 4_900, result: 'ok' })} />)
  expect(row()).toHaveTextContent(
    /^Done query_metrics range 12h dry false query histogram_quantile\(0.95, checkout_latency\) 4.9 s$/,
  )
})

test('the row of an edit begins with the path that it edits', () => {
  const args = {
    file_path: '/home/ann/checkout/src/pool/limits.ts',
    old_string: 'size: 16',
    new_string: 'size: 32',
  }
  render(<ToolCallView call={storyCall('Edit', args, { result: 'ok' })} />)
  expect(row()).toHaveTextContent(
    /^Done Edit file_path \/home\/ann\/checkout\/src\/pool\/limits.ts old_string size: 16/,
  )
})

test('arguments appear as they are written', () => {
  const { container } = render(
    <ToolCallView call={storyCall('read', '{"path": "checkout/po', { state: 'writing' })} />,
  )
  expect(container.querySelector('[data-slot=peek]')).toHaveTextContent('{"path": "checkout/po')
})

test('a failed call is open, and folded it still shows the first line of its error', async () => {
  const result = '{"error":{"message":"upstream timeout\\nafter 10 s"}}'
  const { container } = render(
    <ToolCallView call={storyCall('query', { a: 1 }, { state: 'error', result })} />,
  )
  expect(row()).toHaveAttribute('aria-expanded', 'true')
  expect(container.querySelector('[data-slot=error-line]')).toBeNull()
  await userEvent.click(row())
  expect(row()).toHaveAttribute('aria-expanded', 'false')
  expect(container.querySelector('[data-slot=error-line]')).toHaveTextContent(/^upstream timeout$/)
})

test('a refusal shows the reason that was given', () => {
  render(
    <ToolCallView
      call={storyCall('rollback', { sha: '9f' }, { state: 'denied', result: 'Not during the freeze' })}
    />,
  )
  expect(row()).toHaveTextContent('Denied by you: Not during the freeze')
})

test.each([
  ['null', 'null'],
  ['false', 'false'],
  ['0', '0'],
  ['""', '""'],
  ['[]', '[]'],
  ['', 'Returned nothing'],
])('the result %j prints as "%s"', (result, shown) => {
  const { container } = render(<ToolCallView call={storyCall('read', {}, { result })} defaultOpen />)
  expect(container.querySelector('[data-slot=tool-result]')?.textContent).toBe(shown)
})

test('the question of an approval is never inside a fold', () => {
  const call = storyCall('rollback', { sha: '9f' }, { state: 'awaiting' })
  render(<ToolCallView call={call} approval={<p>Allow rollback?</p>} />)
  expect(screen.getByText('Allow rollback?').closest('[data-slot=fold]')).toBeNull()
})

test('hidden characters in a name or an argument are named', () => {
  render(<ToolCallView call={storyCall('g\u0435t', { path: 'a\u202eb' })} defaultOpen />)
  expect(screen.getAllByTitle('Letter from another alphabet')[0]).toHaveTextContent('U+0435')
  expect(screen.getAllByTitle('U+202E').length).toBeGreaterThan(0)
})

test('a number too long for a double shows as it was written', () => {
  const { container } = render(
    <ToolCallView call={storyCall('pay', '{"order": 90071992547409931}')} defaultOpen />,
  )
  expect(container.textContent).toContain('90071992547409931')
  expect(container.textContent).not.toContain('90071992547409930')
})

test('results are data: no markup, no terminal codes, no images until asked', () => {
  const html = '</pre><img src=x onerror=alert(1)><b>bold</b>\u001b[31mred\u001b[0m'
  const { container } = render(<ToolCallView call={storyCall('read', {}, { result: html })} defaultOpen />)
  expect(container.querySelector('img, b')).toBeNull()
  expect(container.querySelector('[data-slot=raw]')?.textContent).toBe(
    '</pre><img src=x onerror=alert(1)><b>bold</b>red',
  )
})

const open = (options: CallOptions): HTMLElement =>
  render(<ToolCallView call={storyCall('list', {}, options)} defaultOpen />).container

test('an array of flat objects is a table with figures set right', () => {
  const container = open({ result: '[{"pod":"a","ms":3},{"pod":"b","ms":4,"note":null}]' })
  expect([...container.querySelectorAll('th')].map((cell) => cell.textContent)).toEqual(['pod', 'ms', 'note'])
  expect([...container.querySelectorAll('td')].map((cell) => cell.textContent)).toEqual([
    'a',
    '3',
    '',
    'b',
    '4',
    'null',
  ])
  expect(container.querySelectorAll('td[data-numeric]')).toHaveLength(2)
})

test('over forty lines fold with their number', async () => {
  const container = open({ result: Array.from({ length: 1_200 }, (_, i) => `line ${i}`).join('\n') })
  expect(container.querySelector('[data-slot=raw]')?.textContent?.split('\n')).toHaveLength(40)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 1,200 lines' }))
  expect(container.querySelector('[data-slot=raw]')?.textContent?.split('\n')).toHaveLength(1_200)
})

test('a tool may have its own view, but the status row stays', () => {
  const Weather = ({ input }: ToolRendererProps) => <p>Rain in {(input as { city: string }).city}</p>
  render(
    <ToolRenderersContext.Provider value={{ weather: Weather }}>
      <ToolCallView call={storyCall('weather', { city: 'Bergen' }, { state: 'error', result: 'no' })} />
    </ToolRenderersContext.Provider>,
  )
  expect(screen.getByText('Rain in Bergen')).toBeInTheDocument()
  expect(row()).toHaveAccessibleName(/^Failed weather/)
})

test('a view that throws is replaced by the data', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = (): never => {
    throw new Error('broke')
  }
  render(
    <ToolRenderersContext.Provider value={{ weather: Broken }}>
      <ToolCallView call={storyCall('weather', { city: 'Bergen' }, { result: 'rain' })} defaultOpen />
    </ToolRenderersContext.Provider>,
  )
  expect(screen.getByText('The view for weather failed. The data is shown instead.')).toBeInTheDocument()
  expect(screen.getByText('rain')).toBeInTheDocument()
  vi.restoreAllMocks()
})

test('a tool named like a property of every object has no view', () => {
  render(<ToolCallView call={storyCall('constructor', { a: 1 }, { result: 'ok' })} defaultOpen />)
  expect(screen.getByText('ok')).toBeInTheDocument()
})

test.each<[CallState, string | undefined, string]>([
  ['running', undefined, 'Not finished yet'],
  ['unanswered', undefined, 'This was never finished. It is the last that came.'],
  ['error', 'moderation_blocked', 'This was never finished. It is the last that came.'],
])(
  'a picture that is not whole is drawn in the row of its call, which says so: %s',
  (state, result, words) => {
    const call = storyCall('image_generation', {}, { state, result })
    const partial = [{ type: 'image_url' as const, image_url: { url: tinyImage } }]
    const asked = { ...call.call, providerRun: { ...call.call.providerRun, partial } }
    const { rerender } = render(<ToolCallView call={{ ...call, call: asked }} />)
    expect(screen.getByRole('img', { name: /image/i })).toHaveAttribute('src', tinyImage)
    expect(screen.getByText(words)).toBeVisible()
    // The row closes by itself once the result is complete, because the answer shows it.
    if (state !== 'running') return
    const done = storyCall('image_generation', {}, { result: 'completed' })
    rerender(<ToolCallView call={done} />)
    expect(row()).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText(words)).toBeNull()
  },
)
