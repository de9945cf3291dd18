import { Transcript } from '@antiphon/ui'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'

afterEach(cleanup)

const thread = (content: string, isError: boolean) => [
  { role: 'user', content: 'Look it up.' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"word":"aurora"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content, ...(isError && { isError }) },
  { role: 'assistant', content: 'That is all.' },
]
const isSeen = (root: ParentNode): boolean =>
  root.querySelector('[data-slot=turns]')!.checkVisibility({ visibilityProperty: true })
const body = (root: ParentNode) => root.querySelector('[data-slot=tool-call-body]')

// The first test of the file that renders: nothing has loaded the insides of calls before it.
test('messages wait for the inside of a call that is open from the start, and for none that is opened later', async () => {
  const closed = render(<Transcript messages={thread('A light.', false)} />).container
  fireEvent.click(closed.querySelector('[data-slot=row]')!)
  expect(body(closed)).toBeNull()
  expect(isSeen(closed)).toBe(true)

  const failed = render(<Transcript messages={thread('No such word.', true)} />).container
  expect(body(failed)).toBeNull()
  expect(isSeen(failed)).toBe(false)
  await expect.poll(() => body(failed)?.textContent).toContain('No such word.')
  expect(isSeen(failed)).toBe(true)
  expect(isSeen(closed)).toBe(true)
})
