import { createChat, type ChatController as AntiphonChat } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { createIndexedDbStorage, createThreadSessions, loadThread, type SaveState } from '@antiphon/threads'
import { ChatProvider } from '@antiphon/react'
import { ThreadsProvider, useThread } from '@antiphon/threads/react'
import { Chat } from '@antiphon/ui'
import { screen, within } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/markdown/markdown.css'
import './support/chat-layout.css'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

/** An app with a pane for each thread that is shown; of those that nobody shows it keeps one open. */
function openApp(name: string) {
  const storage = createIndexedDbStorage({ name })
  const timers = new Set<() => void>()
  const sessions = createThreadSessions({
    storage,
    keep: 1,
    setTimer(callback) {
      timers.add(callback)
      return () => void timers.delete(callback)
    },
    createChat: (threadId) =>
      createChat({
        threadId,
        scheduler: immediateScheduler,
        transport: scriptedTransport([
          [textAnswer(`First in ${threadId}.`)],
          [textAnswer(`Second in ${threadId}.`)],
        ]),
      }),
  })
  const saves = new Map<string, SaveState>()
  const chats = new Map<string, Set<AntiphonChat>>()
  function Pane({ threadId }: { threadId: string }) {
    const { chat, save } = useThread(threadId)
    saves.set(threadId, save)
    chats.set(threadId, (chats.get(threadId) ?? new Set()).add(chat))
    return (
      <section aria-label={threadId} style={{ width: 400 }}>
        <ChatProvider chat={chat}>
          <Chat style={{ height: 300 }} />
        </ChatProvider>
      </section>
    )
  }
  const place = document.body.appendChild(document.createElement('div'))
  place.style.display = 'flex'
  const root = createRoot(place)
  const client = new QueryClient()
  const show = (...threads: string[]): void =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <ThreadsProvider threads={sessions}>
            {threads.map((threadId) => (
              <Pane key={threadId} threadId={threadId} />
            ))}
          </ThreadsProvider>
        </QueryClientProvider>
      </StrictMode>,
    )
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    root.unmount()
    place.remove()
    await sessions.close()
    storage.close()
  }
  cleanups.push(close)
  const pane = (threadId: string) => within(screen.getByRole('region', { name: threadId }))
  const sees = (threadId: string, text: string) =>
    expect.poll(() => pane(threadId).getByText(text)).toBeVisible()
  const say = async (threadId: string, text: string): Promise<void> => {
    const shown = await screen.findByRole('region', { name: threadId })
    const box = await within(shown).findByRole('textbox')
    box.focus()
    await userEvent.keyboard(`${text}{Enter}`)
  }
  /** Runs everything that is due later now. */
  const passTime = (): void => {
    for (const timer of Array.from(timers)) {
      timers.delete(timer)
      timer()
    }
  }
  const isSaved = (threadId: string) => expect.poll(() => saves.get(threadId)?.status).toBe('saved')
  return { sessions, storage, show, close, sees, say, passTime, isSaved, chats }
}

function nameOfDatabase(): string {
  const name = `panes ${crypto.randomUUID()}`
  cleanups.push(() => new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve)))
  return name
}
const storedIn = async (app: ReturnType<typeof openApp>, threadId: string) =>
  (await loadThread(app.storage, threadId))!.tree.nodes.map(({ message }) => message.content)

test('each of two panes keeps its thread, however many others are opened: what is said in both is stored', async () => {
  const name = nameOfDatabase()
  const app = openApp(name)
  app.show('left', 'right')
  await app.say('left', 'one')
  await app.sees('left', 'First in left.')
  for (const other of ['a', 'b', 'c', 'd']) {
    app.show('left', 'right', other)
    await expect.poll(() => screen.getByRole('region', { name: other })).toBeVisible()
  }
  app.show('left', 'right')
  // Until all are closed that nobody holds.
  await expect
    .poll(() => {
      app.passTime()
      return ['a', 'b', 'c'].map((id) => app.sessions.get(id))
    })
    .toEqual([undefined, undefined, undefined])
  await app.say('left', 'two')
  await app.say('right', 'three')
  await app.sees('left', 'Second in left.')
  await app.sees('right', 'First in right.')
  await app.isSaved('left')
  await app.isSaved('right')
  expect(app.chats.get('left')!.size).toBe(1)
  const said = {
    left: ['one', 'First in left.', 'two', 'Second in left.'],
    right: ['three', 'First in right.'],
  }
  expect({ left: await storedIn(app, 'left'), right: await storedIn(app, 'right') }).toEqual(said)
  await app.close()

  const again = openApp(name)
  again.show('left', 'right')
  for (const [threadId, texts] of Object.entries(said))
    for (const text of texts) await again.sees(threadId, text)
})

test('a thread that is deleted and had back in one pane, while the other shows it too, loses nothing that is said in it', async () => {
  const app = openApp(nameOfDatabase())
  app.show('left', 'right')
  await app.say('left', 'one')
  await app.sees('left', 'First in left.')
  await app.isSaved('left')
  await app.sessions.remove('left')
  await app.say('left', 'two')
  await app.sees('left', 'Second in left.')
  await app.say('right', 'three')
  await app.sessions.restore('left')
  await app.isSaved('left')
  expect(await storedIn(app, 'left')).toEqual(['one', 'First in left.', 'two', 'Second in left.'])
  expect(await storedIn(app, 'right')).toEqual(['three', 'First in right.'])
})
