import { Transcript } from '@antiphon/ui'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/css/print.css'
import '../../packages/ui/src/testing/late-parts.js'

afterEach(cleanup)

const COUNT = 20
const rows = (at: number) => Array.from({ length: 30 }, (_, row) => ({ id: row, note: `row${row}of${at}` }))
/** One answer of twenty calls, each with a table for a result. */
const thread = [
  { role: 'user', content: 'Ask all of them.' },
  {
    role: 'assistant',
    content: '',
    tool_calls: Array.from({ length: COUNT }, (_, at) => ({
      id: `c${at}`,
      type: 'function',
      function: {
        name: `ask_${at}`,
        arguments: JSON.stringify({ query: `question${at}`, deep: { at: [at] } }),
      },
    })),
  },
  ...Array.from({ length: COUNT }, (_, at) => ({
    role: 'tool',
    tool_call_id: `c${at}`,
    content: JSON.stringify(rows(at)),
  })),
  { role: 'assistant', content: 'All asked.' },
]
const page = <Transcript messages={thread} style={{ height: 600 }} />
const calls = (root: ParentNode): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-slot=tool-call]'),
]
const tables = (root: ParentNode): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>('[data-slot=result-table]'),
]

test('twenty calls nobody has opened put every word of theirs in the document and no table', () => {
  const { container } = render(page)
  expect(calls(container)).toHaveLength(COUNT)
  expect(tables(container)).toHaveLength(0)
  calls(container).forEach((call, at) => {
    const inner = call.querySelector('[data-slot=fold-inner]')!
    expect(inner.getAttribute('hidden')).toBe('until-found')
    // The row, its fold and one text.
    expect(call.querySelectorAll('*').length).toBeLessThan(30)
    expect(inner.querySelectorAll('*')).toHaveLength(1)
    for (const word of [`question${at}`, `row0of${at}`, `row29of${at}`])
      expect(inner.textContent).toContain(word)
  })
})

test.skipIf(!cdp)(
  'printed, they are all drawn and stand there in full; afterwards they are as they were (needs CDP)',
  async () => {
    const { container } = render(page)
    const { send } = cdp() as unknown as { send(method: string, params: object): Promise<unknown> }
    await send('Emulation.setEmulatedMedia', { media: 'print' })
    try {
      await expect.poll(() => tables(container).length).toBe(COUNT)
      for (const table of tables(container)) {
        expect(table.checkVisibility({ visibilityProperty: true })).toBe(true)
        expect(table.getBoundingClientRect().height).toBeGreaterThan(100)
      }
    } finally {
      await send('Emulation.setEmulatedMedia', { media: '' })
    }
    await expect.poll(() => tables(container).length).toBe(0)
  },
)

test('a call that find-in-page leads to is open and drawn in the same turn of the page', async () => {
  const { container } = render(page)
  const call = calls(container)[7]!
  const inner = call.querySelector('[data-slot=fold-inner]')!
  await act(async () => void inner.dispatchEvent(new Event('beforematch', { bubbles: true })))
  expect(tables(container)).toHaveLength(1)
  expect(call.contains(tables(container)[0]!)).toBe(true)
  expect(inner.hasAttribute('hidden')).toBe(false)
  expect(screen.getByRole('button', { name: /^Done ask_7/ }).getAttribute('aria-expanded')).toBe('true')
})
