import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { EmptyState } from './empty-state.js'

it('has a sentence below its title', () => {
  render(
    <EmptyState title="Welcome" suggestions={['Where is it?']}>
      We answer at once.
    </EmptyState>,
  )
  const [title, sentence] = document.querySelectorAll('[data-slot=empty-state] > p')
  expect(title).toHaveTextContent('Welcome')
  expect(sentence).toHaveTextContent('We answer at once.')
  expect(screen.getByRole('button', { name: 'Where is it?' })).toBeVisible()
})
