import { createChat, immediateScheduler } from '@antiphon/core'
import { createMemoryStorage, createThreadSessions, StorageError } from '@antiphon/core/threads'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ThreadsProvider, useThread, useThreadActivity, useThreads, useThreadSearch } from './index.js'

afterEach(cleanup)

/** Threads whose answers arrive as the test says. */
function setUp() {
  const storage = createMemoryStorage()
  const answers = new Map<string, (choice: object | undefined) => void>()
  const aborted: string[] = []
  const sessions = createThreadSessions({
    storage,
    createChat: (threadId) =>
      createChat({
        threadId,
        scheduler: immediateScheduler,
        transport: {
          async send(_, { signal }) {
            signal.addEventListener('abort', () => aborted.push(threadId))
            return new ReadableStream<Uint8Array>({
              start(controller) {
                answers.set(threadId, (choice) => {
                  const data = choice ? JSON.stringify({ choices: [{ index: 0, ...choice }] }) : '[DONE]'
                  controller.enqueue(new TextEncoder().encode(`data: ${data}\n\n`))
                  if (!choice) controller.close()
                })
              },
            })
          },
        },
      }),
  })
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryClientProvider client={client}>
        <ThreadsProvider threads={sessions}>{children}</ThreadsProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  const delta = (id: string, content: string) => answers.get(id)!({ delta: { content } })
  const finish = (id: string) => {
    answers.get(id)!({ delta: {}, finish_reason: 'stop' })
    answers.get(id)!(undefined)
  }
  const ask = async (id: string, text: string) => {
    const { chat, saver } = sessions.open(id)
    await saver.loaded
    void chat.send(text)
    await vi.waitFor(() => expect(answers.has(id)).toBe(true))
    return { chat, saver }
  }
  return { storage, sessions, wrapper, delta, finish, ask, aborted }
}

describe('useThread', () => {
  it('faults: switch-thread-mid-stream: deltas land in their own thread while another one is shown', async () => {
    const { wrapper, ask, delta, finish } = setUp()
    const { result, rerender } = renderHook(({ id }) => useThread(id), { wrapper, initialProps: { id: 'a' } })
    await act(() => ask('a', 'first'))
    const { chat } = result.current
    rerender({ id: 'b' })
    await act(() => ask('b', 'second'))
    await act(async () => {
      delta('a', 'to a')
      delta('b', 'to b')
      finish('a')
      finish('b')
      await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    })
    const texts = () => result.current.chat.store.getMessages().map(({ content }) => content)
    await waitFor(() => expect(texts()).toEqual(['second', 'to b']))
    rerender({ id: 'a' })
    expect(result.current.chat).toBe(chat)
    expect(texts()).toEqual(['first', 'to a'])
    await waitFor(() => expect(result.current.save.status).toBe('saved'))
  })

  it('faults: unmount-mid-stream: the answer goes on into the storage, without a warning, until the app closes its threads', async () => {
    const warned = vi.spyOn(console, 'error')
    const { wrapper, ask, delta, storage, sessions, aborted } = setUp()
    const { unmount } = renderHook(() => [useThread('a'), useThreads(), useThreadActivity('a')], { wrapper })
    const { chat, saver } = await act(() => ask('a', 'go on'))
    unmount()
    delta('a', 'gone on')
    await vi.waitFor(() => expect(chat.store.getMessages()[1]!.content).toBe('gone on'))
    await saver.flush()
    expect(JSON.stringify(await storage.read('a'))).toContain('gone on')
    expect(aborted).toEqual([])
    await sessions.close()
    expect(aborted).toEqual(['a'])
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('useThreads', () => {
  it('lists what is written, renames, pins, deletes and brings back, each at once', async () => {
    const { wrapper, ask, delta, finish, storage } = setUp()
    const { result } = renderHook(() => useThreads(), { wrapper })
    for (const id of ['a', 'b']) {
      await act(async () => {
        const { chat } = await ask(id, `Question ${id}`)
        delta(id, 'x')
        finish(id)
        await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
      })
    }
    const titles = () => result.current.threads.map(({ title }) => title)
    await waitFor(() => expect(titles().toSorted()).toEqual(['Question a', 'Question b']))
    const update = vi.spyOn(storage, 'update').mockReturnValue(new Promise(() => {}))
    act(() => void result.current.rename('a', ' Mine '))
    await waitFor(() => expect(titles()).toContain('Mine'))
    update.mockRestore()
    await act(() => result.current.setPinned('a', true))
    await waitFor(() => expect(result.current.threads[0]!.id).toBe('a'))
    await act(() => result.current.remove('a'))
    await waitFor(() => expect(titles()).toEqual(['Question b']))
    await act(() => result.current.restore('a'))
    await waitFor(() => expect(result.current.threads.map(({ id }) => id)).toEqual(['a', 'b']))
  })

  it('takes a change back when it could not be stored, and says why', async () => {
    const { wrapper, ask, storage } = setUp()
    const { result } = renderHook(() => useThreads(), { wrapper })
    await act(() => ask('a', 'Question'))
    await waitFor(() => expect(result.current.threads).toHaveLength(1))
    vi.spyOn(storage, 'update').mockRejectedValue(new StorageError({ kind: 'quota', message: 'Full.' }))
    await act(() => expect(result.current.rename('a', 'Mine')).rejects.toThrow('Full.'))
    expect(result.current.threads[0]!.title).toBe('Question')
  })
})

it('useThreadActivity and useThreadSearch follow a thread that is not shown', async () => {
  const { wrapper, ask, delta, finish } = setUp()
  const { result } = renderHook(
    () => [useThreadActivity('a'), useThreadSearch('quest'), useThreads()] as const,
    { wrapper },
  )
  const { chat } = await act(() => ask('a', 'A question'))
  await waitFor(() => expect(result.current[0]).toBe('running'))
  await act(async () => {
    delta('a', 'x')
    finish('a')
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
  })
  await waitFor(() => expect(result.current[0]).toBeUndefined())
  await waitFor(() => expect(result.current[1]).toEqual(['a']))
})
