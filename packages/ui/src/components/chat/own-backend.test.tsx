import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { german } from '../../strings/german.js'
import { EmptyState } from '../empty-state/empty-state.js'
import { Chat } from './chat.js'

const refused = (message: string) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify({ error: { message } }), { status: 401 }))

it.each(['/api/v1', `${location.origin}/api/v1`])(
  'a session that ended at %s is no matter of a key',
  async (baseUrl) => {
    const user = userEvent.setup()
    const fetch = refused('Bitte melden Sie sich neu an.')
    render(<Chat endpoint={{ baseUrl }} model="m" fetch={fetch} strings={german} locale="de" />)
    await user.type(screen.getByRole('textbox'), 'Hallo{Enter}')
    expect(await screen.findByText('Sie sind abgemeldet')).toBeVisible()
    const card = document.querySelector<HTMLElement>('[data-slot="notice"]')!
    expect(card.textContent).toMatch(/Bitte melden Sie sich neu an\..*Nach dem Anmelden/)
    expect(card.textContent).not.toMatch(/Schlüssel/)
    expect(card.querySelector('[data-slot="detail"]')!.textContent).not.toMatch(/neu an.*neu an/)
    fetch.mockClear()
    await user.click(within(card).getByRole('button', { name: /Erneut versuchen/ }))
    await waitFor(() => expect(fetch).toHaveBeenCalled())
  },
)

it.each([
  ['a key of the page', { baseUrl: '/api/v1', apiKey: 'k' }, 'Not you.'],
  ['another origin', { baseUrl: 'https://models.example/v1' }, 'Not you.'],
  ['a proxy that passes on the words of a provider', { baseUrl: '/api/v1' }, 'Incorrect API key provided.'],
])('%s that is refused is a matter of the key', async (_, endpoint, words) => {
  const user = userEvent.setup()
  render(<Chat endpoint={endpoint} model="m" fetch={refused(words)} />)
  await user.type(screen.getByRole('textbox'), 'Hello{Enter}')
  expect(await screen.findByText(/key/i, { selector: '[data-slot="title"]' })).toBeVisible()
})

it('a suggestion fills the box of the chat around it, and Shift sends it', async () => {
  const user = userEvent.setup()
  const fetch = refused('No.')
  const empty = (
    <EmptyState suggestions={['Track my order', { label: 'Refund', prompt: 'Refund order A-17' }]} />
  )
  render(<Chat endpoint="/api/v1" model="m" fetch={fetch} transcript={{ empty }} />)
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  expect(screen.getByRole('textbox')).toHaveValue('Refund order A-17')
  expect(screen.getByRole('textbox')).toHaveFocus()
  expect(fetch).not.toHaveBeenCalled()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: 'Track my order' }))
  await user.keyboard('{/Shift}')
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1))
})
