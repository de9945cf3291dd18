import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FileCard } from './file-card.js'

it('says the size first, because a narrow card cuts the end of the line', async () => {
  const data = `data:text/plain;base64,${btoa('one\ntwo\n')}`
  const { container } = render(<FileCard name={`${'a long name '.repeat(8)}.txt`} data={data} />)
  await screen.findByText(/2 lines/)
  expect(container.querySelector('[data-slot="attachment-detail"]')).toHaveTextContent(/^8 bytes · 2 lines$/)
})
