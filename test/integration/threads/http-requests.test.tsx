import { createChat, defineTool, type Message } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { createHttpStorage } from '@antiphon/server-client'
import { createThreadSessions, loadThread, type PageEvents, type ThreadSessions } from '@antiphon/threads'
import { ThreadsProvider, useThread, useThreads } from '@antiphon/threads/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { startThreadServer, type ThreadServer } from './thread-server.js'

const OTHERS = 2000

let server: ThreadServer
const opened: ThreadSessions[] = []
beforeAll(async () => void (server = await startThreadServer()))
afterAll(() => server.close())
afterEach(async () => {
  cleanup()
  // Their last writes would be in the log of the next test.
  for (const sessions of opened.splice(0)) await sessions.close()
})

const answer = (delta: object, finish_reason: string) => [
  sseText([{ choices: [{ index: 0, delta, finish_reason }] }]),
]
const call = { index: 0, id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } }
const withTool = [answer({ tool_calls: [call] }, 'tool_calls'), answer({ content: 'Done.' }, 'stop')]
const look = defineTool({ name: 'look', description: '', parameters: z.object({}), execute: () => 'seen' })

/** An app over the server. With a page size the server says what changed. */
function newApp(
  page?: number,
  others = 0,
  { messages, ...options }: { messages?: Message[]; page?: PageEvents } = {},
) {
  const baseUrl = server.reset(page, others)
  const storage = createHttpStorage({ baseUrl, channel: () => undefined })
  const sessions = createThreadSessions({
    ...options,
    storage,
    createChat: () =>
      createChat({
        messages,
        transport: scriptedTransport([...withTool, ...withTool]),
        tools: [look],
        scheduler: immediateScheduler,
      }),
  })
  opened.push(sessions)
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }, shown = sessions) => (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ThreadsProvider threads={shown}>{children}</ThreadsProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  return { baseUrl, sessions, wrapper }
}

const requests = (pattern: RegExp) => server.log.filter(({ request }) => pattern.test(request))

describe('the requests of an app that keeps its threads on a server', () => {
  it('are none until something is mounted, and never ask for a thread that was made a moment ago', async () => {
    const { baseUrl, sessions, wrapper } = newApp()
    const threadId = sessions.newId()
    // A request of its own ends after any that the app had begun before.
    await fetch(`${baseUrl}/threads?q=mark`)
    expect(server.log.map(({ request }) => request)).toEqual(['GET /threads?q=mark'])
    const { result } = renderHook(() => [useThread(threadId), useThreads()] as const, { wrapper })
    await act(() => result.current[0].chat.send('hello'))
    await act(() => result.current[0].saveNow())
    await waitFor(() => expect(result.current[1].threads).toMatchObject([{ id: threadId, title: 'hello' }]))
    expect(requests(/^POST/).length).toBeGreaterThan(0)
    expect(requests(/^GET \/threads\//)).toEqual([])
    // Stored, it is read as any other.
    await act(() => result.current[0].chat.send('again'))
    const again = createThreadSessions({
      storage: sessions.storage,
      createChat: () => createChat({ transport: scriptedTransport([]) }),
    })
    opened.push(again)
    await again.open(threadId).saver.loaded
    expect(requests(/^GET \/threads\//)).toHaveLength(1)
  })

  it('read each record once, and then what changed, where the server says that', async () => {
    const { sessions, wrapper } = newApp(500, OTHERS)
    const threadId = sessions.newId()
    const { result } = renderHook(() => [useThread(threadId), useThreads()] as const, { wrapper })
    await waitFor(() => expect(result.current[1].threads).toHaveLength(OTHERS))
    expect(server.log).toHaveLength(OTHERS / 500)
    for (const question of ['first', 'second']) {
      await act(() => result.current[0].chat.send(question))
      await act(() => result.current[0].saveNow())
    }
    // The list follows the last write.
    await waitFor(() => {
      expect(server.log.at(-1)!.request).toMatch(/^GET \/threads\?since/)
      expect(result.current[1].threads[0]).toMatchObject({ id: threadId, title: 'first' })
    })
    const records = server.log.reduce((sum, one) => sum + one.records, 0)
    expect(records - OTHERS).toBeLessThanOrEqual(requests(/since/).length)
  })

  it('ask once for a thread that is shown, and read its mark from that answer', async () => {
    const { sessions, wrapper } = newApp()
    const stored = sessions.open('of-a-link')
    await stored.saver.loaded
    await stored.chat.send('hello')
    await stored.saver.flush()
    await sessions.storage.update('of-a-link', { unreadAt: 7 })
    const again = createThreadSessions({
      storage: sessions.storage,
      createChat: () => createChat({ transport: scriptedTransport([]) }),
    })
    opened.push(again)
    server.log.length = 0
    const shown = ({ children }: { children: ReactNode }) => wrapper({ children }, again)
    renderHook(() => useThread('of-a-link'), { wrapper: shown })
    await waitFor(() => expect(requests(/^PATCH/)).toHaveLength(1))
    expect(requests(/^GET \/threads\//).map(({ request }) => request)).toEqual(['GET /threads/of-a-link'])
  })

  it.each(['system', 'developer'] as const)(
    'write no thread in which only a %s message stands, however the page ends, and then all of it with a question',
    async (role) => {
      let hide = (): void => {}
      const prompt = { role, content: 'Be brief.' }
      const { sessions } = newApp(undefined, 0, {
        messages: [prompt],
        page: { onHide: (listener) => ((hide = listener), () => {}), onShow: () => () => {} },
      })
      const ids = [sessions.newId(), 'of-a-link']
      for (const id of ids) {
        const { saver } = sessions.open(id)
        await saver.loaded
        hide()
        await saver.flush()
        hide()
        await saver.flush()
      }
      expect(requests(/^POST/)).toEqual([])
      const { chat, saver } = sessions.open('of-a-link')
      await chat.send('hello')
      await saver.flush()
      const stored = await loadThread(sessions.storage, 'of-a-link')
      expect(stored?.tree.nodes.map(({ message }) => message.role)).toEqual([
        role,
        'user',
        'assistant',
        'tool',
        'assistant',
      ])
    },
  )
})
