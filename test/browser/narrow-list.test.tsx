import { createChat } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { createMemoryStorage, createThreadSessions } from '@antiphon/threads'
import { germanThreads } from '@antiphon/threads/german'
import { ThreadsProvider } from '@antiphon/threads/react'
import { ThreadList } from '@antiphon/threads/ui'
import { AntiphonRoot, StringsProvider } from '@antiphon/ui'
import { german } from '@antiphon/ui/german'
import '../../packages/ui/css/source.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'

afterEach(cleanup)

const nothing = (): void => {}

function makeSessions() {
  const storage = createMemoryStorage()
  ;['Spare parts and everything that belongs to them', undefined].forEach((folder, at) => {
    const threadId = `t${at}`
    const message = { id: `m${at}`, role: 'user' as const, content: 'Where is it?' }
    const node = { v: 1, threadId, id: message.id, parent: null, order: 1, message } as const
    const title = 'A teapot without its lid, and what to do about it'
    const durability = 'relaxed'
    void storage.write({ threadId, known: false, nodes: [node], title, folder, at: Date.now(), durability })
  })
  const newChat = () => createChat({ transport: scriptedTransport([]) })
  return createThreadSessions({ storage, createChat: newChat })
}

/** The buttons, headings and links of the list that end outside of it, or are narrower than their words and have no dots. */
function cutOff(list: HTMLElement): string[] {
  const { left, right } = list.getBoundingClientRect()
  return [...list.querySelectorAll<HTMLElement>('h2, h3, a, button, input, p')]
    .filter((element) => {
      const box = element.getBoundingClientRect()
      const isClipped = element.scrollWidth > element.clientWidth
      const hasDots = getComputedStyle(element).textOverflow === 'ellipsis'
      // Words for screen readers alone are a pixel wide.
      if (box.width <= 1) return false
      return box.left < left || box.right > right || (isClipped && !hasDots)
    })
    .map(({ textContent, localName }) => `${localName} ${textContent}`)
}

const languages = [
  ['en', {}],
  ['de', { ...german, threads: germanThreads }],
] as const
test.each(
  languages.flatMap((one) =>
    ['12rem', '16rem', '18rem', '320px'].map((width) => [one[0], width, one[1]] as const),
  ),
)('in %s the list of %s is whole', async (locale, width, strings) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StringsProvider strings={strings} locale={locale}>
        <ThreadsProvider threads={makeSessions()}>
          <AntiphonRoot style={{ width, height: '30rem' }}>
            <ThreadList currentId="t0" onOpen={nothing} onNew={nothing} />
          </AntiphonRoot>
        </ThreadsProvider>
      </StringsProvider>
    </QueryClientProvider>,
  )
  const list = screen.getByRole('navigation')
  const [row] = await screen.findAllByRole('link')
  expect(cutOff(list)).toEqual([])
  // The heading and the button are in one row where there is room.
  const heading = screen.getByRole('heading', { level: 2 }).getBoundingClientRect()
  const button = screen.getAllByRole('button')[0]!.getBoundingClientRect()
  if (width === '320px') expect(button.top).toBeLessThan(heading.bottom)
  row!.focus()
  await userEvent.keyboard('{Delete}')
  await screen.findByRole('button', { name: /^(Undo|Rückgängig)$/ })
  expect(cutOff(list)).toEqual([])
})
