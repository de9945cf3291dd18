import type { PairedCall } from '@antiphon/core'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import * as ledgerRow from '../status-row/status-row.js'
import { ToolGroup } from './tool-group.js'
import '../../testing/late-parts.js'

vi.mock('../status-row/status-row.js', { spy: true })

/** Calls whose arguments are being written, one after another for as long as each has come. */
const calls = (texts: readonly string[], state: PairedCall['state'] = 'writing'): PairedCall[] =>
  texts.map((text, index) => storyCall(`tool_${index}`, text, { state, index }))
const tails = (container: Element): string[] =>
  [...container.querySelectorAll('[data-slot=peek] i')].map((tail) => tail.textContent)

test('a piece of an argument changes one text in one row, and draws no row', () => {
  const texts = Array.from({ length: 20 }, (_, at) => `{"query": "part ${at}`)
  const { container, rerender } = render(<ToolGroup calls={calls(texts)} />)
  const seen = new MutationObserver(() => {})
  seen.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
  vi.mocked(ledgerRow.StatusRow).mockClear()
  for (let piece = 0; piece < 100; piece++) {
    texts[piece % 20] += ` word ${piece}`
    rerender(<ToolGroup calls={calls(texts)} />)
    const changes = seen.takeRecords()
    expect(changes.map(({ type }) => type)).toEqual(['characterData'])
  }
  expect(ledgerRow.StatusRow).not.toHaveBeenCalled()
  expect(tails(container)).toEqual(texts)
})

test('a row that ends or in which something hides is drawn with all that has arrived', () => {
  const { container, rerender } = render(<ToolGroup calls={calls(['{"a', '{"b'])} />)
  const show = (first: string, state?: PairedCall['state']): void =>
    rerender(<ToolGroup calls={calls([first, '{"b'], state)} />)
  show('{"a": "x')
  expect(tails(container)[0]).toBe('{"a": "x')
  show('{"a": "x\u202ey')
  expect(tails(container)[0]).toContain('U+202E')
  expect(container.querySelector('[data-slot=hidden-character]')).not.toBeNull()
  const long = `{"a": "x\u202ey${'z'.repeat(120)}`
  show(long)
  expect(container.querySelector('[data-slot=hidden-character]')).toBeNull()
  expect(tails(container)[0]).toBe(`…${long.slice(-90)}`)
  show(`${long}"}`, 'queued')
  expect(container.querySelector('[data-slot=peek] i')?.textContent).toContain('zzz')
  expect(container.querySelector('[data-slot=tool-call-body]')?.textContent).toContain('zzz')
})

test('behind an open row all that arrives shows', async () => {
  const { container, rerender } = render(<ToolGroup calls={calls(['{"a', '{"b'])} />)
  rerender(<ToolGroup calls={calls(['{"a": "x', '{"b'])} />)
  await userEvent.click(screen.getByRole('button', { name: /tool_0/ }))
  rerender(<ToolGroup calls={calls(['{"a": "x and more', '{"b'])} />)
  const body = container.querySelector('[data-slot=tool-call-body]')!
  await waitFor(() => expect(body).toHaveTextContent('x and more'))
  expect(tails(container)[0]).toBe('{"a": "x and more')
})

test('a row keeps its place in the text when the arguments begin anew', () => {
  const { container, rerender } = render(<ToolGroup calls={calls(['{"a', '{"b'])} />)
  for (const text of ['{"a": 1', '{"a', '{"a": 2']) rerender(<ToolGroup calls={calls([text, '{"b'])} />)
  expect(tails(container)).toEqual(['{"a": 2', '{"b'])
})
