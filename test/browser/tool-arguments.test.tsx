import type { CallState, PairedCall } from '@antiphon/core'
import { ToolArgs, ToolCallView } from '@antiphon/ui'
import { act, cleanup, render } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeAll, expect, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { lazyLive } from '../../packages/ui/src/components/live-parts/use-live-parts.js'

// A chat with tools has it before the first call.
beforeAll(() => lazyLive.load())
afterEach(cleanup)

function Page({ children }: { children: ReactNode }) {
  return (
    <div data-antiphon-root="" data-theme="light" style={{ inlineSize: '40rem' }}>
      {children}
    </div>
  )
}
const callOf = (text: string, state: CallState): PairedCall => ({
  key: 'm/0',
  call: { id: 'c', type: 'function', function: { name: 'save', arguments: text } },
  state,
  messageIndex: 0,
  callIndex: 0,
})

test.each([
  ['flat', { path: 'checkout/pool.ts', size: 16, dry: true, note: null }],
  ['with a value of one full line', { note: 'w'.repeat(62), last: 'x'.repeat(61) }],
  ['deep', { filter: { region: ['eu-west', 'eu-north'], since: { hours: 12 } }, rows: [{ a: 1 }, { a: 2 }] }],
  [
    'with a long text',
    { path: 'report.md', text: 'Between 22:04 and 22:31 the pool was full.\n'.repeat(400) },
  ],
  ['with a text of one long line', { text: 'abc '.repeat(6_000) }],
  ['with many fields', Object.fromEntries(Array.from({ length: 140 }, (_, i) => [`field_${i}`, i]))],
])('arguments that are %s keep their height when the call is complete', (_, args) => {
  const text = JSON.stringify(args)
  const element = (state: CallState) => (
    <Page>
      <ToolCallView call={callOf(text, state)} defaultOpen />
      <p id="after">After</p>
    </Page>
  )
  const { rerender, container } = render(element('writing'))
  const top = () => container.querySelector('#after')!.getBoundingClientRect().top
  const before = top()
  rerender(element('running'))
  expect(top() - before).toBe(0)
})

/** Twenty calls of 5,000 pieces each. A frame draws what has arrived since the one before. */
const CALLS = 20
const FRAMES = 100
const texts = Array.from({ length: CALLS }, (_, call) => {
  const rows = Array.from({ length: 350 }, (_, row) => ({ city: `City ${call}-${row}`, degrees: row % 30 }))
  return JSON.stringify({ title: `Report ${call}`, rows, body: 'It rained all day. '.repeat(300) })
})

/** Changes to the page, each added node counted, that every frame of the arriving texts makes. */
async function changesOf(show: (text: string) => ReactNode): Promise<number[]> {
  let set!: (share: number) => void
  function Calls() {
    const [share, setShare] = useState(0)
    set = setShare
    return texts.map((text, at) => <div key={at}>{show(text.slice(0, Math.ceil(text.length * share)))}</div>)
  }
  const { container } = render(
    <Page>
      <Calls />
    </Page>,
    { reactStrictMode: false },
  )
  const observer = new MutationObserver(() => {})
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
  return Array.from({ length: FRAMES }, (_, frame) => {
    act(() => flushSync(() => set((frame + 1) / FRAMES)))
    return observer.takeRecords().reduce((sum, { addedNodes }) => sum + Math.max(1, addedNodes.length), 0)
  })
}

// `pnpm bench tools` measures the time of a frame.
test('100,000 pieces over twenty calls change a few nodes of each call in a frame, the last frames no more than the first', async () => {
  const changes = await changesOf((text) => (
    <ToolArgs raw={text} json={{ ok: false }} name="save" state="writing" />
  ))
  const sum = (frames: number[]) => frames.reduce((total, count) => total + count, 0)
  expect(sum(changes) / FRAMES / CALLS).toBeLessThan(4)
  expect(sum(changes.slice(-20))).toBeLessThanOrEqual(sum(changes.slice(0, 20)))
})
