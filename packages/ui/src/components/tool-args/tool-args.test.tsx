import type { CallState, LiveStep, Message } from '@antiphon/core'
import * as partialJson from '@antiphon/core/partial-json'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import * as fc from 'fast-check'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import { readJson } from '../../lib/json.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { Transcript } from '../transcript/transcript.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { ToolArgs } from './tool-args.js'
import { assertProperty } from '../../../../../test/support/property.js'

vi.mock('@antiphon/core/partial-json', { spy: true })
// A chat with tools has it before the first call.
beforeAll(() => lazyLive.load())
beforeEach(() => void vi.clearAllMocks())

/** A call of which more arrives with each `write`. */
function calling() {
  const element = (text: string, state: CallState) => (
    <ToolCallView call={storyCall('save', text, { state })} defaultOpen />
  )
  const { rerender, container } = render(element('', 'writing'))
  const at = (): HTMLElement => container.querySelector('[data-slot=tool-call-body]')!
  return {
    write: (text: string) => rerender(element(text, 'writing')),
    finish: (text: string, state: CallState = 'queued') => rerender(element(text, state)),
    body: at,
    fields: () =>
      [...at().querySelectorAll('[data-slot=pairs] > div')].map(
        (row) => `${row.textContent} ${row.getAttribute('data-status') ?? 'done'}`,
      ),
  }
}

test('fields fill in, each marked as arriving or complete, and finished ones are not drawn again', () => {
  const call = calling()
  call.write('{"pa')
  expect(call.fields()).toEqual([])
  call.write('{"path": "check')
  expect(call.fields()).toEqual(['pathcheck arriving'])
  expect(call.body().querySelectorAll('[data-slot=caret]')).toHaveLength(1)
  call.write('{"path": "checkout/pool.ts", "size": 1')
  expect(call.fields()).toEqual(['pathcheckout/pool.ts complete', 'size1 arriving'])
  const first = call.body().querySelector('dd code')!.firstChild
  call.write('{"path": "checkout/pool.ts", "size": 16, "dry": tr')
  expect(call.fields()).toEqual(['pathcheckout/pool.ts complete', 'size16 complete'])
  call.finish('{"path": "checkout/pool.ts", "size": 16, "dry": true}')
  expect(call.fields()).toEqual(['pathcheckout/pool.ts done', 'size16 done', 'drytrue done'])
  expect(call.body().querySelector('dd code')!.firstChild).toBe(first)
  expect(call.body().querySelector('[data-slot=caret]')).toBeNull()
})

test('a tree grows in its field, with one caret where it grows', () => {
  const call = calling()
  call.write('{"rows": [{"city": "Oslo"}, {"city": "Be')
  const tree = call.body().querySelector<HTMLElement>('[data-slot=json-tree]')!
  expect([...tree.querySelectorAll('li')].map((item) => item.getAttribute('data-status'))).toEqual([
    'complete',
    null,
    'arriving',
    'arriving',
  ])
  expect(tree.querySelectorAll('li li [data-slot=caret]')).toHaveLength(1)
})

test('when the call is complete, nothing but marks and carets goes', () => {
  // Long fractions would show as text throughout.
  const value = fc.jsonValue({ maxDepth: 2 }).map((one) => JSON.parse(JSON.stringify(one, short)) as unknown)
  assertProperty(
    fc.property(
      fc.dictionary(fc.string(), value, { minKeys: 1, maxKeys: 5, noNullPrototype: true }),
      (args) => {
        const text = JSON.stringify(args)
        const call = calling()
        for (let at = 1; at < text.length; at += Math.ceil(text.length / 6)) call.write(text.slice(0, at))
        call.write(text)
        const before = shape(call.body())
        call.finish(text)
        expect(shape(call.body())).toBe(before)
        cleanup()
      },
    ),
    { numRuns: 25 },
  )
})
const short = (_: string, one: unknown): unknown => (typeof one === 'number' ? Math.trunc(one % 1e6) : one)
function shape(body: HTMLElement): string {
  const copy = body.cloneNode(true) as HTMLElement
  for (const gone of copy.querySelectorAll('[data-slot=caret], details:not([open]) > ul')) gone.remove()
  for (const one of copy.querySelectorAll('[data-status], [data-state], [data-live]')) {
    one.removeAttribute('data-status')
    one.removeAttribute('data-state')
    one.removeAttribute('data-live')
  }
  return copy.innerHTML
}

test('each piece is read once', () => {
  const call = calling()
  const text = JSON.stringify({ text: 'abc '.repeat(2_000) })
  for (let at = 0; at <= text.length; at += 40) call.write(text.slice(0, at))
  call.write(text)
  // Strict mode makes a second one at first.
  expect(vi.mocked(partialJson.createPartialJsonReader).mock.calls.length).toBeLessThanOrEqual(2)
})

test('a long value grows in a box of its own, at its end; complete it begins at its beginning', () => {
  const call = calling()
  const text = Array.from({ length: 3_000 }, (_, i) => `line ${i}`).join('\\n')
  call.write(`{"text": "${text}`)
  const box = (): HTMLElement => within(call.body()).getByRole('group', { name: 'text' })
  expect(box().textContent.length).toBeLessThan(5_000)
  expect(box()).toHaveTextContent(/line 2999$/)
  call.finish(`{"text": "${text}"}`)
  expect(box()).toHaveTextContent(/^line 0 /)
  expect(screen.getByRole('button', { name: 'Show all 3,000 lines' })).toBeInTheDocument()
})

test('outside of a call nothing is folded away: what is asked about is all there', () => {
  const args = {
    text: 'a '.repeat(20_000),
    ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, i])),
  }
  const raw = JSON.stringify(args)
  const { container } = render(<ToolArgs raw={raw} json={readJson(raw)} name="save" />)
  expect(container.querySelectorAll('dd')).toHaveLength(301)
  expect(container.querySelector('dd')).toHaveTextContent(args.text.trim())
  expect(screen.getAllByRole('button').map((button) => button.textContent || button.title)).toEqual([
    'Raw',
    'Copy the arguments of save',
  ])
})

test('text that is no JSON, and numbers that would show changed, are shown as they came', () => {
  const call = calling()
  call.write('city=Os')
  expect(call.body()).toHaveTextContent(/^city=Os$/)
  call.finish('city=Oslo')
  expect(call.body()).toHaveTextContent('Not valid JSON, shown as it came')
  const big = calling()
  const text = `{"note": "${'n'.repeat(80)}", "order": 90071992547409931`
  for (let at = 1; at <= text.length; at++) big.write(text.slice(0, at))
  expect(big.body().querySelector('[data-slot=pairs]')).toBeNull()
  expect(big.body()).toHaveTextContent('90071992547409931')
})

test('a server that sends the whole text anew each time is read anew', () => {
  const call = calling()
  call.write('{"city": "Oslo", "days": 1')
  call.write('{"city": "Bergen", "days"')
  expect(call.fields()).toEqual(['cityBergen complete'])
})

test('the raw text is there while it is written, too', () => {
  const call = calling()
  call.write('{"city": "Os')
  fireEvent.click(within(call.body()).getByRole('button', { name: 'Raw' }))
  expect(call.body().querySelector('[data-slot=raw]')).toHaveTextContent('{"city": "Os')
})

test('a transcript of plain messages shows it without a chat', () => {
  const messages = (text: string): Message[] => [
    { role: 'user', content: 'Save it', id: 'u' },
    {
      role: 'assistant',
      content: '',
      id: 'a',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'save', arguments: text } }],
    },
  ]
  const live: LiveStep = { phase: 'streaming', startedAt: 0, calls: { 0: { state: 'writing' } } }
  const { container, rerender } = render(<Transcript messages={messages('{"path": "po')} live={live} />)
  expect(container.querySelector('[data-slot=tool-args]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Writing arguments save/ }))
  expect(container.querySelector('[data-slot=pairs]')).toHaveTextContent('pathpo')
  rerender(<Transcript messages={messages('{"path": "pool.ts", "si')} live={live} />)
  expect(container.querySelector('[data-slot=pairs] [data-status=complete]')).toHaveTextContent('pathpool.ts')
})
