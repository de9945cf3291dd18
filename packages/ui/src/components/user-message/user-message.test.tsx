import { unknownPart, type UserMessage as UserMessageData } from '@antiphon/core'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { tinyImage } from '../../fixtures/story-calls.js'
import { UserMessageView } from './user-message.js'

const show = (content: UserMessageData['content']): HTMLElement =>
  render(<UserMessageView message={{ role: 'user', content }} />).container

test('text is plain: marks stay marks, line breaks stay, fences become code', () => {
  const container = show('a **b**\nc <b>d</b>\n\n```ts\nlet x = 1\n```\nafter')
  expect([...container.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    'a **b**\nc <b>d</b>',
    'after',
  ])
  expect(container.querySelector('pre')).toHaveTextContent('let x = 1')
  expect(container.querySelector('pre')).toHaveAttribute('data-lang', 'ts')
})

test('twelve lines show whole, thirteen fold', async () => {
  show(Array.from({ length: 12 }, (_, i) => `line ${i}`).join('\n'))
  expect(screen.queryByRole('button')).toBeNull()
  const container = show(Array.from({ length: 13 }, (_, i) => `line ${i}`).join('\n'))
  const text = container.querySelector('[data-slot=bubble-text]')!
  expect(text).toHaveAttribute('data-folded')
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(text).not.toHaveAttribute('data-folded')
  expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('an image elsewhere is loaded only when the reader asks', async () => {
  const container = show([{ type: 'image_url', image_url: { url: 'https://charts.example/p95.png' } }])
  expect(container.querySelector('img')).toBeNull()
  expect(container).toHaveTextContent('Image from charts.example, not loaded')
  await userEvent.click(screen.getByRole('button', { name: 'Load image' }))
  expect(container.querySelector('img')).toHaveAttribute('referrerpolicy', 'no-referrer')
})

test.each([
  ['javascript:alert(1)'],
  ['data:image/svg+xml;base64,PHN2Zy8+'],
  ['data:text/html,<script>'],
  ['file:///etc/passwd'],
  ['not a url'],
])('%s is never an image', (url) => {
  const container = show([{ type: 'image_url', image_url: { url } }])
  expect(container.querySelector('img')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an image inside the message shows at once', () => {
  expect(show([{ type: 'image_url', image_url: { url: tinyImage } }]).querySelector('img')).toHaveAttribute(
    'src',
    tinyImage,
  )
})

test('a part of an unknown kind is named and shown as data', () => {
  const container = show([unknownPart({ type: 'location', latitude: 38.72 })])
  expect(container.querySelector('summary')).toHaveTextContent('Part of type location')
  expect(container.querySelector('pre')).toHaveTextContent('"latitude": 38.72')
})
