import { createChat } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createMemoryStorage, createThreadSessions, loadThread, StorageError } from '../index.js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import { StrictMode, Suspense, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi, onTestFinished } from 'vitest'
import { ThreadsProvider, useThread, useThreadActivity, useThreads, useThreadSearch } from './index.js'

afterEach(cleanup)

/** Threads whose answers arrive as the test says. */
function setUp(options: { keep?: number; setTimer?: (callback: () => void, ms: number) => () => void } = {}) {
  const storage = createMemoryStorage()
  const answers = new Map<string, (choice: object | undefined) => void>()
  const aborted: string[] = []
  const sessions = createThreadSessions({
    ...options,
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

describe('useThread among many threads', () => {
  /** Timers that fire when the test says. */
  const handTimers = () => {
    const timers = new Set<() => void>()
    return {
      setTimer: (callback: () => void) => {
        timers.add(callback)
        return () => void timers.delete(callback)
      },
      async pass() {
        for (let looks = 0; looks < 3; looks++) {
          for (const timer of Array.from(timers)) {
            timers.delete(timer)
            timer()
          }
          await Promise.resolve()
        }
      },
    }
  }
  const userMessage = (content: string) => ({ role: 'user' as const, content })
  const contents = async (storage: ReturnType<typeof createMemoryStorage>, id: string) =>
    (await loadThread(storage, id))?.tree.nodes.map(({ message }) => message.content)

  it('keeps the session of every view, in StrictMode too: all that is said in each is stored', async () => {
    const { setTimer, pass } = handTimers()
    const { wrapper, sessions, storage } = setUp({ keep: 1, setTimer })
    const { result } = renderHook(() => ['a', 'b', 'c'].map((id) => useThread(id)), { wrapper })
    await waitFor(() => expect(result.current.map(({ save }) => save.isLoaded)).toEqual([true, true, true]))
    for (let n = 0; n < 10; n++) await act(() => sessions.open(`other ${n}`).saver.loaded)
    await act(pass)
    for (const [n, { chat, saveNow }] of result.current.entries()) {
      act(() => void chat.store.append(userMessage(`said ${n}`)))
      await act(saveNow)
      expect(await contents(storage, 'abc'[n]!)).toEqual([`said ${n}`])
      expect(sessions.get('abc'[n]!)?.chat).toBe(chat)
    }
    expect(result.current.map(({ save }) => save.status)).toEqual(['saved', 'saved', 'saved'])
    expect(sessions.get('other 0')).toBeUndefined()
  })

  it('lets go of what is shown no more, however quickly threads are switched', async () => {
    const { setTimer, pass } = handTimers()
    const { wrapper, sessions } = setUp({ keep: 1, setTimer })
    const { result, rerender, unmount } = renderHook(({ id }) => useThread(id), {
      wrapper,
      initialProps: { id: 't0' },
    })
    for (let n = 1; n <= 20; n++) rerender({ id: `t${n}` })
    await waitFor(() => expect(result.current.save.isLoaded).toBe(true))
    await Promise.all(Array.from({ length: 20 }, async (_, n) => sessions.get(`t${n}`)?.saver.loaded))
    await act(pass)
    const open = () => Array.from({ length: 21 }, (_, n) => `t${n}`).filter((id) => sessions.get(id))
    await waitFor(() => expect(open()).toEqual(['t20']))
    expect(sessions.get('t20')?.chat).toBe(result.current.chat)
    unmount()
    await act(() => sessions.open('next').saver.loaded)
    await act(pass)
    await waitFor(() => expect(open()).toEqual([]))
  })

  it('shows a thread that is deleted as in memory only, with one chat, until it is had back with all that was said', async () => {
    const { wrapper, sessions, storage } = setUp()
    const { result } = renderHook(() => useThread('a'), { wrapper })
    await waitFor(() => expect(result.current.save.isLoaded).toBe(true))
    const { chat } = result.current
    act(() => void chat.store.append(userMessage('one')))
    await act(() => result.current.saveNow())
    await act(() => sessions.remove('a'))
    expect(result.current.save).toMatchObject({ status: 'memory-only', problem: { kind: 'removed' } })
    act(() => void chat.store.append(userMessage('two')))
    await act(() => result.current.saveNow())
    expect(result.current.save.status).toBe('memory-only')
    await act(() => sessions.restore('a'))
    expect(result.current.chat).toBe(chat)
    expect(result.current.save.status).toBe('saved')
    expect(await contents(storage, 'a')).toEqual(['one', 'two'])
  })

  it('what was opened for a render that was thrown away is closed; what is shown in the end is open', async () => {
    const { setTimer, pass } = handTimers()
    const { wrapper: Wrapper, sessions } = setUp({ keep: 0, setTimer })
    let isReady = false
    let ready = (): void => {}
    const wait = new Promise<void>((resolve) => (ready = resolve))
    let shown: unknown
    function View() {
      const { chat } = useThread('a')
      if (!isReady) throw wait
      shown = chat
      return null
    }
    render(
      <Wrapper>
        <Suspense>
          <View />
        </Suspense>
      </Wrapper>,
    )
    const first = sessions.get('a')!
    await act(() => first.saver.loaded)
    await act(pass)
    expect(sessions.get('a')).toBeUndefined()
    isReady = true
    await act(async () => ready())
    await waitFor(() => expect(shown).toBeDefined())
    await act(pass)
    expect(sessions.get('a')?.chat).toBe(shown)
    expect(shown).not.toBe(first.chat)
  })
})

describe('useThreads', () => {
  it('keeps a change in sight when other writes are told before it is stored', async () => {
    const { wrapper, ask, delta, finish, storage } = setUp()
    const told = vi.spyOn(storage, 'subscribe')
    const { result } = renderHook(() => useThreads(), { wrapper })
    await act(async () => {
      const { chat } = await ask('a', 'Question')
      delta('a', 'x')
      finish('a')
      await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    })
    const titles = () => result.current.threads.map(({ title }) => title)
    await waitFor(() => expect(titles()).toEqual(['Question']))
    vi.spyOn(storage, 'update').mockReturnValue(new Promise(() => {}))
    act(() => void result.current.rename('a', 'Mine'))
    await waitFor(() => expect(titles()).toEqual(['Mine']))
    const read = vi.spyOn(storage, 'list')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    for (const [listener] of told.mock.calls) listener({ threadId: 'b', kind: 'nodes' } as never)
    const due = timers.mock.calls.filter(([, delay]) => delay === 150)
    expect(due.length).toBeGreaterThan(0)
    await act(async () => due.forEach(([run]) => run()))
    expect(read).not.toHaveBeenCalled()
    expect(titles()).toEqual(['Mine'])
  })

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
    const slow = vi.spyOn(storage, 'update').mockReturnValue(new Promise(() => {}))
    act(() => void result.current.move('a', ' Trips '))
    await waitFor(() => expect(result.current.threads[0]!.folder).toBe('Trips'))
    slow.mockRestore()
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
    await act(() => expect(result.current.move('a', 'Trips')).rejects.toThrow('Full.'))
    expect(result.current.threads[0]).not.toHaveProperty('folder')
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
