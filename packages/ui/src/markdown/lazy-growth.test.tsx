import { render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { lazyGrowth } from './render/markdown.js'
import { Markdown } from './render/markdown.js'

test('a text that grows shows its whole words until what follows it is loaded, then all of it in the same elements', async () => {
  const text = '**One**\n\nSee https://exa'
  const served = renderToString(<Markdown text={text} streaming />)
  expect(served).not.toContain('exa')
  const { container, rerender } = render(<Markdown text={text} streaming />)
  const [one, see] = container.querySelectorAll('p')
  expect(see).toHaveTextContent(/^See$/)
  expect(screen.getByText('One').tagName).toBe('STRONG')

  await waitFor(() => expect(lazyGrowth.peek()).toBeDefined())
  await waitFor(() => expect(see).toHaveTextContent('See https://exa'))
  expect(container.querySelector('a')).toBeNull()
  rerender(<Markdown text={`${text}mple.org and **more`} streaming />)
  expect([...container.querySelectorAll('p')]).toEqual([one, see])
  expect(see).toHaveTextContent('See https://example.org and more')
  expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.org/')
})
