import { startCounting } from '../../../../test/support/count-work.js'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { amount } from '../../../../test/support/amount.js'
import { GrowingText } from './growing-text.js'

const line = 'Давай подумаем ещё раз: 3 × 4 = 12 🤔, и это верно.'

/** Lets a text grow by 48 characters at a time. */
function stream(text: string): number {
  const { rerender, unmount } = render(<GrowingText text="" />)
  const stop = startCounting()
  for (let at = 48; at < text.length + 48; at += 48) rerender(<GrowingText text={text.slice(0, at)} />)
  const work = stop()
  unmount()
  return work
}

test.each([
  ['lines', '\n'],
  ['one line', ' '],
])('%s of another alphabet, twice as long, cost at most 2.3 times as much to stream', (_, between) => {
  const times = amount(200, 2_000)
  const text = (line + between).repeat(times)
  expect(stream(text) / stream(text.slice(0, text.length / 2))).toBeLessThan(2.3)
})

test('what was drawn stays as it is while the text grows, and reads as the text', () => {
  const text = [...Array(101).keys()].map((at) => `${at}. ${line}${at % 3 ? '' : '\r'}`).join('\n')
  const { container, rerender } = render(<GrowingText text={text.slice(0, 3_000)} />)
  const first = [...container.children].slice(0, -1)
  const nodes = first.map((block) => [...block.childNodes])
  expect(first.length).toBeGreaterThan(1)
  rerender(<GrowingText text={text} end={<b>|</b>} />)
  expect([...container.children].slice(0, first.length)).toEqual(first)
  expect(first.map((block) => [...block.childNodes])).toEqual(nodes)
  // A pair of CR and LF is a line end, and not shown.
  expect(container.textContent).toBe(`${text}|`)
  expect(container.lastElementChild!.lastElementChild!.textContent).toBe('|')
})
