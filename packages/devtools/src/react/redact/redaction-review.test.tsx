import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StringsProvider } from '@antiphon/ui'
import { germanRedact } from './german.js'
import { Findings, NothingFound } from './redaction-review.stories.js'

test('each value is there with its kind, its name and its places, and is replaced or kept one by one', () => {
  render(Findings.render())
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('4 of 4 values will be replaced.')
  const group = screen.getByRole('region', { name: /Home folders/ })
  expect(group.textContent).toContain('/home/taavetti → <path-1> home-path')
  expect([...group.querySelectorAll('mark')].map((mark) => mark.parentElement!.textContent)).toEqual([
    expect.stringMatching(/^cat \/home\/taavetti\/tides\.md/),
    expect.stringMatching(/^Ask .* about the Windjammer\.$/),
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Replace <email-1>' }))
  expect(status.textContent).toBe('3 of 4 values will be replaced.')
  expect(screen.getByRole('region', { name: /Mail addresses/ }).textContent).toContain('kept as it is')
})

test('a kind is kept and replaced as a whole', () => {
  render(Findings.render())
  const all = screen.getByRole('checkbox', { name: 'Replace all: Keys' })
  fireEvent.click(all)
  expect(screen.getByRole('checkbox', { name: 'Replace <key-1>' })).toHaveProperty('checked', false)
  fireEvent.click(all)
  expect(screen.getByRole('checkbox', { name: 'Replace <key-1>' })).toHaveProperty('checked', true)
})

test('what the user adds is found and taken away again', () => {
  render(Findings.render())
  const form = within(screen.getByRole('form', { name: 'Replace more' }))
  fireEvent.change(form.getByRole('textbox'), { target: { value: 'Windjammer' } })
  fireEvent.click(form.getByRole('button', { name: 'Add' }))
  expect(screen.getByRole('checkbox', { name: 'Replace <text-1>' })).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Remove “Windjammer”' }))
  expect(screen.queryByRole('checkbox', { name: 'Replace <text-1>' })).toBeNull()
})

test('says so where nothing was found, in German too', () => {
  render(<StringsProvider strings={{ redact: germanRedact }}>{NothingFound.render()}</StringsProvider>)
  expect(screen.getByRole('status').textContent).toBe(
    'Keine Geheimnisse, Pfade, Namen oder Adressen gefunden.',
  )
})
