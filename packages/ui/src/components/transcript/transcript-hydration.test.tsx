import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { checkoutLatency } from '../../fixtures/checkout-latency.js'
import { Transcript } from './transcript.js'
import '../../testing/late-parts.js'

test('renders on a server, and hydrates without a word', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = <Transcript messages={checkoutLatency} />
  const html = renderToString(element)
  expect(html).toContain('504 upstream timeout')
  expect(html).toContain('acknowledged at 22:23')
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const root = await act(async () =>
    hydrateRoot(container, element, { onRecoverableError: (error) => errors(error) }),
  )
  expect(errors.mock.calls).toEqual([])
  act(() => root.unmount())
  container.remove()
  errors.mockRestore()
})
