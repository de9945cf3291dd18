import { type UserMessage as UserMessageData } from '@antiphon/core'
import { unknownPart } from '@antiphon/core/message'
import { createAttachmentTray } from '@antiphon/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { tinyImage } from '../../fixtures/story-calls.js'
import { AttachmentList } from '../attachment/attachment-list.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
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
  ['file-8zkQ2'],
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

test.each(['/api/files/1', './files/1', '../files/1', `${location.origin}/api/files/1`])(
  '%s, on the origin of the page, is loaded at once, before its controls are there and after',
  async (url) => {
    const container = show([{ type: 'image_url', image_url: { url } }])
    expect(container.querySelector('img')).toHaveAttribute('src', url)
    await waitFor(() =>
      expect(container.querySelector('[data-slot=image-tile] img')).toHaveAttribute('src', url),
    )
  },
)

test.each(['//charts.example/p95.png', '/\\charts.example/p95.png', '/\t/charts.example/p95.png'])(
  '%j looks like a path and leads to another host, so it asks',
  async (url) => {
    const container = show([{ type: 'image_url', image_url: { url } }])
    expect(container.querySelector('img')).toBeNull()
    expect(container).toHaveTextContent('Image from charts.example, not loaded')
    await lazyLive.load()
    expect(container.querySelector('img')).toBeNull()
  },
)

test.each(['/api/files/1', `${location.origin}/api/files/1`])(
  'a server and the page render a message with %s alike; then it is shown',
  async (url) => {
    const errors = vi.fn()
    const element = (
      <UserMessageView message={{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }} />
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(element)
    // A server does not know where the page is.
    expect(container.querySelector('img') !== null).toBe(url.startsWith('/'))
    const root = await act(async () => hydrateRoot(container, element, { onRecoverableError: errors }))
    expect(errors).not.toHaveBeenCalled()
    expect(container.querySelector('img')).toHaveAttribute('src', url)
    act(() => root.unmount())
  },
)

test.each(['/api/files/1', `${location.origin}/api/files/1`])(
  '%s in what a model or tool sent stays unloaded',
  (url) => {
    const { container } = render(<ContentPartView part={{ type: 'image_url', image_url: { url } }} />)
    expect(container.querySelector('[data-slot=image-placeholder]')).not.toBeNull()
    expect(container.querySelector('img')).toBeNull()
  },
)

test('an attached image on the origin of the page is shown as a small picture', () => {
  const tray = createAttachmentTray({ parts: [{ type: 'image_url', image_url: { url: '/api/files/1' } }] })
  const { container } = render(<AttachmentList tray={tray} />)
  expect(container.querySelector('img')).toHaveAttribute('src', '/api/files/1')
})

test('a part of an unknown kind is named and shown as data', () => {
  const container = show([unknownPart({ type: 'location', latitude: 38.72 })])
  expect(container.querySelector('summary')).toHaveTextContent('Part of type location')
  expect(container.querySelector('pre')).toHaveTextContent('"latitude": 38.72')
})
