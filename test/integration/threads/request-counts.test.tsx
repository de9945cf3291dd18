import { createChat } from '@antiphon/core'
import { immediateScheduler, sseText } from '@antiphon/core/testing'
import { createHttpStorage } from '@antiphon/server-client'
import { createThreadSessions, loadThread, type ThreadSessions } from '@antiphon/threads'
import { ThreadsProvider, useThread, useThreads } from '@antiphon/threads/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createLockTable } from '../../property/threads/scripted-page.js'
import { startThreadServer, type ThreadServer } from './thread-server.js'

let server: ThreadServer
const opened: ThreadSessions[] = []
beforeAll(async () => void (server = await startThreadServer()))
afterAll(() => server.close())
afterEach(async () => {
  cleanup()
  for (const sessions of opened.splice(0)) await sessions.close()
})

const answer = sseText([{ choices: [{ index: 0, delta: { content: 'Hi.' }, finish_reason: 'stop' }] }])
/** Asks the server, and answers as a model does where it lets somebody in. */
const ask: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  const headers = { 'content-type': 'text/event-stream' }
  return response.status === 401 ? response : new Response(answer, { headers })
}

/** A page with a thread, two lists of three others, and timers that fire when the test says. */
async function openPage() {
  const baseUrl = server.reset(500, 3)
  const timers = new Map<() => void, number>()
  let show = (): void => {}
  const sessions = createThreadSessions({
    storage: createHttpStorage({ baseUrl, channel: () => undefined }),
    locks: createLockTable().page(),
    page: { onHide: () => () => {}, onShow: (listener) => ((show = listener), () => {}) },
    setTimer(run, ms) {
      timers.set(run, ms)
      return () => void timers.delete(run)
    },
    createChat: (threadId) =>
      createChat({
        threadId,
        scheduler: immediateScheduler,
        fetch: ask,
        endpoint: `${baseUrl}/v1`,
        model: 'm',
      }),
  })
  opened.push(sessions)
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ThreadsProvider threads={sessions}>{children}</ThreadsProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  const id = sessions.newId()
  const { result } = renderHook(() => [useThread(id), useThreads(), useThreads()] as const, { wrapper })
  await waitFor(() => expect(result.current[1].threads).toHaveLength(3))
  server.log.length = 0
  return {
    id,
    sessions,
    thread: () => result.current[0],
    list: () => result.current[2],
    comeBack: () => show(),
    /** Lets the timers of ten seconds fire. */
    async tenSeconds() {
      for (const [run, ms] of timers) if (ms === 10_000 && timers.delete(run)) run()
    },
    /** The requests since the last look, when none has come for three rounds to the server. */
    async asked(): Promise<string[]> {
      const others = () => server.log.map(({ request }) => request).filter((one) => !one.includes('q=round'))
      for (let quiet = 0, before = -1; quiet < 3; before = others().length) {
        // The list collects writes for 150 ms.
        await act(() => new Promise((resolve) => setTimeout(resolve, 200)))
        await fetch(`${baseUrl}/threads?q=round`)
        quiet = others().length === before ? quiet + 1 : 0
      }
      const asked = others().map((one) => one.replace(id, ':id').replace(/since=\d+/, 'since'))
      server.log.length = 0
      return asked
    },
  }
}

it('after each write and each change the list is asked once, however many show it', async () => {
  const { thread, list, asked } = await openPage()
  await act(() => thread().chat.send('hello'))
  await act(() => thread().saveNow())
  const stored = await asked()
  const count = (wanted: string): number => stored.filter((one) => one === wanted).length
  expect(count('POST /threads/:id/nodes')).toBe(2)
  // Writes within 150 ms are one change of the list.
  expect(count('GET /threads?since')).toBeLessThanOrEqual(2)
  expect(stored.at(-1)).toBe('GET /threads?since')
  await act(() => list().rename(thread().threadId, 'Mine'))
  expect(await asked()).toEqual(['PATCH /threads/:id', 'GET /threads?since'])
  await act(() => list().remove('other 1'))
  expect(await asked()).toEqual(['PATCH /threads/other%201', 'GET /threads?since'])
  expect(list().threads.map(({ title }) => title)).toContain('Mine')
})

it('a store that refused is asked by a question, and then once in ten seconds; after the login all is stored', async () => {
  const { id, sessions, thread, comeBack, tenSeconds, asked } = await openPage()
  await act(() => thread().chat.send('first'))
  await act(() => thread().saveNow())
  await asked()
  server.signOut()
  await act(() => thread().chat.send('second'))
  const write = 'POST /threads/:id/nodes'
  const model = 'POST /v1/chat/completions'
  expect(await asked()).toEqual([write, model, write])
  for (let times = 0; times < 2; times++) {
    await act(tenSeconds)
    expect(await asked()).toEqual([write])
  }
  // Now it is behind too: what may not be read is not written.
  comeBack()
  expect(await asked()).toEqual(['GET /threads/:id'])
  await act(tenSeconds)
  expect(await asked()).toEqual(['GET /threads/:id'])
  await act(() => thread().chat.send('third'))
  expect(await asked()).toEqual(['GET /threads/:id', model, 'GET /threads/:id'])
  expect(thread().save).toMatchObject({ status: 'memory-only', problem: { kind: 'refused' } })

  server.signOut(false)
  await act(tenSeconds)
  await waitFor(() => expect(thread().save.status).toBe('saved'))
  const questions = (await loadThread(sessions.storage, id))?.tree.nodes.filter(
    ({ message }) => message.role === 'user',
  )
  expect(questions?.map(({ message }) => message.content)).toEqual(['first', 'second', 'third'])
})
