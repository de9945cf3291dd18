import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { act } from 'react'
import { expect, test } from 'vitest'
import { JsonTree } from './json-tree.js'

const deep = { a: { b: { c: { d: 1 } } }, e: { f: { g: 2 } } }
const states = (): boolean[] => [...document.querySelectorAll('details')].map(({ open }) => open)

test('on paper every level is open, and afterwards each is as the reader left it', async () => {
  render(<JsonTree value={deep} label="Result" />)
  const first =
    document.querySelector('details details details') ?? document.querySelector('details details')!
  await userEvent.click(first.querySelector('summary')!)
  // The browser toggles by itself; jsdom does not tell.
  fireEvent(first, new Event('toggle'))
  const before = states()
  expect(before).toContain(false)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(states().every(Boolean)).toBe(true)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(states()).toEqual(before)
  expect(screen.getByRole('group', { name: 'Result' })).toBeInTheDocument()
})
