import type { AssistantMessage, LiveStep } from '@antiphon/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { exportHtml } from '../../export/export-html.js'
import { SlotComponentsContext } from '../slots/slots.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { AssistantMessageView } from './assistant-message.js'
import type { StructuredOutputProps } from './structured-output.js'

beforeAll(() => lazyLive.load())
afterEach(cleanup)

const live: LiveStep = { phase: 'streaming', activePart: 'text', startedAt: 0, activeSince: 0, calls: {} }
const step = (content: string, more: Partial<AssistantMessage> = { finishReason: 'stop' }) => ({
  key: 'a',
  assistant: { role: 'assistant' as const, id: 'a', content, ...more },
  results: [],
})

/** An answer of which more arrives with each `write`. */
function answering() {
  const { rerender, container } = render(<AssistantMessageView step={step('', {})} live={live} />)
  return {
    container,
    write: (text: string) => rerender(<AssistantMessageView step={step(text, {})} live={live} />),
    finish: (text: string, more?: Partial<AssistantMessage>) =>
      rerender(<AssistantMessageView step={step(text, more)} />),
    fields: () =>
      [...container.querySelectorAll('[data-part=text-0] [data-slot=pairs] > div')].map(
        (row) => `${row.textContent} ${row.getAttribute('data-status') ?? 'done'}`,
      ),
  }
}

test('an answer that is JSON fills in as data while it streams, and its elements stay', () => {
  const answer = answering()
  answer.write('{"city": "Os')
  expect(answer.fields()).toEqual(['cityOs arriving'])
  expect(answer.container.querySelectorAll('[data-slot=caret]')).toHaveLength(1)
  answer.write('{"city": "Oslo", "days": [{"day": 1}')
  expect(answer.fields()[0]).toBe('cityOslo complete')
  const first = answer.container.querySelector('dd code')!.firstChild
  answer.finish('{"city": "Oslo", "days": [{"day": 1}]}')
  expect(answer.fields()[0]).toBe('cityOslo done')
  expect(answer.container.querySelector('dd code')!.firstChild).toBe(first)
  expect(answer.container.querySelector('[data-slot=caret]')).toBeNull()
})

test('the text as it came is one press away', () => {
  const text = '{"city":\n   "*Oslo*"}'
  const answer = answering()
  answer.finish(text)
  expect(screen.getByRole('button', { name: 'Copy the answer as it came' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Raw' }))
  expect(answer.container.querySelector('[data-slot=raw]')!.textContent).toBe(text)
})

test.each([
  ['prose that begins with a bracket', '[1] says so.'],
  ['a template', '{name}, hello'],
  ['JSON with words behind it', '{"a": 1} is the answer'],
  ['a list of numbers', '[1, 2]'],
  ['JSON that the model left open', '{"a": 1'],
  ['an object without anything in it', '{}'],
  ['an object that was cut off before its first field', '{"', { finishReason: 'length' }],
] as [string, string, Partial<AssistantMessage>?][])('%s stays text', (_, text, more) => {
  const answer = answering()
  for (let at = 1; at <= text.length; at++) answer.write(text.slice(0, at))
  answer.finish(text, more)
  expect(answer.container.querySelector('[data-structured]')).toBeNull()
  expect(answer.container.querySelector('[data-slot=prose]')).toHaveTextContent(text)
})

test('an answer that was cut off keeps as data what arrived, with nothing that still grows', () => {
  const answer = answering()
  answer.write('{"city": "Oslo", "note": "Nor')
  answer.finish('{"city": "Oslo", "note": "Nor', { finishReason: 'length' })
  expect(answer.fields()).toEqual(['cityOslo done', 'noteNor done'])
  expect(answer.container.querySelector('[data-slot=caret]')).toBeNull()
})

test('numbers that would show changed are shown as they came', () => {
  const answer = answering()
  const text = '{"order": 90071992547409931'
  answer.write(text)
  expect(answer.container).toHaveTextContent('90071992547409931')
  answer.finish(text, { finishReason: 'length' })
  expect(answer.container).toHaveTextContent('90071992547409931')
  answer.finish(`${text}}`)
  expect(answer.container).toHaveTextContent('90071992547409931')
})

test('a host draws it in its own way, or as text', () => {
  const Card = ({ partial, state, otherwise }: StructuredOutputProps) =>
    state === 'cut-off' ? otherwise : <b>{(partial.value as { city?: string }).city}</b>
  const { container, rerender } = render(
    <SlotComponentsContext.Provider value={{ StructuredOutput: Card }}>
      <AssistantMessageView step={step('{"city": "Os', {})} live={live} />
    </SlotComponentsContext.Provider>,
  )
  expect(container.querySelector('b')).toHaveTextContent('Os')
  rerender(
    <SlotComponentsContext.Provider value={{ StructuredOutput: Card }}>
      <AssistantMessageView step={step('{"city": "Os', { finishReason: 'length' })} />
    </SlotComponentsContext.Provider>,
  )
  expect(container.querySelector('[data-slot=prose]')).toHaveTextContent('{"city": "Os')
})

test('a page of its own shows it as data, too', async () => {
  const html = await exportHtml([step('{"city": "Oslo"}').assistant])
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.querySelector('[data-structured] [data-slot=pairs]')?.textContent).toBe('cityOslo')
})
