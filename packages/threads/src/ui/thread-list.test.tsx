import { createChat } from '@antiphon/core'
import { createMemoryDatabase, createMemoryStorage } from '../storage/memory-storage.js'
import type { ThreadStorage } from '../storage/types.js'
import { createThreadSessions } from '../sessions/thread-sessions.js'
import { StorageError, storageProblemWords } from '../storage/problem.js'
import { ThreadsProvider } from '../react/use-threads.js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { StringsProvider } from '@antiphon/ui'
import { germanThreads } from './german.js'
import { ThreadList } from './thread-list.js'
import { UndoNote } from './undo-note.js'
import { InFolders, Threads, UnreadAndBusy } from './thread-list.stories.js'

const marks = (row: HTMLElement): (string | null)[] => [
  ...[...row.querySelectorAll('a [data-icon]')].map((icon) => icon.getAttribute('data-icon')),
  ...[...row.querySelectorAll('a [data-slot="thread-unread"]')].map(() => 'dot'),
]

it('each thread says what goes on in it, in its name and by a mark of its own: dot, ring, hand, cross', async () => {
  render(UnreadAndBusy.render())
  const expected: [name: string, mark: string][] = [
    ['Checkout latency, New answer', 'dot'],
    ['Parse server-sent events, Answering', 'running'],
    ['A table of colours in OKLCH, Waiting for your approval', 'awaiting'],
    ['ميناء الصيد, The last answer failed', 'error'],
  ]
  for (const [name, mark] of expected) {
    const link = await screen.findByRole('link', { name })
    expect([name, ...marks(link.closest('li')!)]).toEqual([name, mark])
  }
})

it('a thread at rest that was read says nothing', async () => {
  render(Threads.render())
  const link = await screen.findByRole('link', { name: 'Parse server-sent events' })
  expect(marks(link.closest('li')!)).toEqual([])
  expect(within(screen.getByRole('navigation')).queryByText(/New answer/)).toBeNull()
})

const row = async (name: string): Promise<HTMLElement> => screen.findByRole('link', { name })

it('is one stop: arrows, Home, End and first letters go through it', async () => {
  const user = userEvent.setup()
  render(Threads.render())
  const current = await row('Parse server-sent events')
  const links = screen.getAllByRole('link')
  expect(links.filter((link) => link.tabIndex === 0)).toEqual([current])
  current.focus()
  await user.keyboard('{ArrowDown}')
  expect(await row('A table of colours in OKLCH')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(await row('Checkout latency')).toHaveFocus()
  await user.keyboard('{End}')
  expect(links.at(-1)).toHaveFocus()
  await user.keyboard('p')
  expect(current).toHaveFocus()
})

it('renames with F2 and by double click: Enter keeps what was written, Escape what was there', async () => {
  const user = userEvent.setup()
  render(Threads.render())
  const link = await row('Parse server-sent events')
  link.focus()
  await user.keyboard('{F2}')
  const field = () => screen.getByRole('textbox', { name: 'Title of the conversation' })
  expect(field()).toHaveFocus()
  await user.keyboard('Another{Escape}')
  await user.dblClick(await row('Parse server-sent events'))
  await user.clear(field())
  await user.keyboard('Events{Enter}')
  expect(await row('Events')).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toContain('Events')
})

it('has one menu for each thread; Delete leads to the next one, and can be undone', async () => {
  const user = userEvent.setup()
  render(Threads.render())
  await row('Parse server-sent events')
  await user.click(screen.getByRole('button', { name: 'Actions for “Parse server-sent events”' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('Rename'),
    'Pin',
    'Move to folder…',
    expect.stringContaining('Delete'),
  ])
  await user.keyboard('{Escape}')
  ;(await row('A table of colours in OKLCH')).focus()
  await user.keyboard('{Delete}')
  expect(await screen.findByText('Deleted “A table of colours in OKLCH”')).toBeVisible()
  expect(await row('ميناء الصيد')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  // It was not the open one, and is not now.
  expect(await row('A table of colours in OKLCH')).not.toHaveAttribute('aria-current')
})

/** The headings of the list from its top, each with the titles below it in brackets. */
const shownGroups = (): string[] =>
  [...document.querySelectorAll('[data-slot="thread-rows"] section')].map((section) => {
    const titles = [...section.querySelectorAll('[data-slot="thread-title"]')].map((one) => one.textContent)
    return `${section.querySelector('h3')?.textContent} (${titles.join(', ')})`
  })
const folder = (name: string): HTMLElement => screen.getByRole('button', { name })
const openMenu = async (user: ReturnType<typeof userEvent.setup>, title: string): Promise<void> => {
  await user.click(screen.getByRole('button', { name: `Actions for “${title}”` }))
  await user.click(screen.getByRole('menuitem', { name: 'Move to folder…' }))
}
const lines = (): (string | null)[] => screen.getAllByRole('menuitem').map((item) => item.textContent)

it('shows folders by name, after the pinned ones and before the others; a folded one shows no rows', async () => {
  const user = userEvent.setup()
  render(InFolders.render())
  await row('Rome in three days')
  const open = [
    'Pinned (Checkout latency)',
    'Household ()',
    'Trips (Trains to Lisbon, Rome in three days)',
    'Work (Release notes, Standup)',
    'Today (Parse server-sent events)',
    'Yesterday (A table of colours in OKLCH)',
    'Last 7 days (ميناء الصيد)',
  ]
  expect(shownGroups()).toEqual(open)
  expect(folder('Household')).toHaveAttribute('aria-expanded', 'false')
  await user.click(folder('Household'))
  expect(folder('Household')).toHaveAttribute('aria-expanded', 'true')
  expect(await row('Taxes 2025')).toBeVisible()
  ;(await row('Trains to Lisbon')).focus()
  await user.keyboard('{ArrowUp}')
  expect(folder('Trips')).toHaveFocus()
  await user.keyboard(' ')
  expect(folder('Trips')).toHaveAttribute('aria-expanded', 'false')
  await user.keyboard('{ArrowDown}')
  expect(folder('Work')).toHaveFocus()
})

it('a folded folder shows the thread that is open; a search shows all', async () => {
  const user = userEvent.setup()
  render(InFolders.render())
  await user.click(await row('Rome in three days'))
  await user.click(folder('Trips'))
  expect(shownGroups()).toContain('Trips (Rome in three days)')
  await user.type(screen.getByRole('searchbox'), 't')
  await screen.findByText(/found/)
  expect(shownGroups()).toContain('Household (Taxes 2025)')
  expect(shownGroups()).toContain('Trips (Trains to Lisbon, Rome in three days)')
  await user.clear(screen.getByRole('searchbox'))
  expect(shownGroups()).toContain('Household ()')
})

it('a folded folder shows a thread that is unread and one that is answering', async () => {
  const user = userEvent.setup()
  render(UnreadAndBusy.render())
  for (const title of ['Checkout latency', 'Parse server-sent events']) {
    await screen.findByRole('link', { name: new RegExp(`^${title},`) })
    await openMenu(user, title)
    await user.click(screen.getAllByRole('menuitem')[0]!)
    if (title === 'Checkout latency') await user.keyboard('New{Enter}')
    await screen.findByText(`“${title}” is now in “New”.`)
  }
  await user.click(folder('New'))
  expect(folder('New')).toHaveAttribute('aria-expanded', 'false')
  expect(shownGroups()).toContain('New (Checkout latency, Parse server-sent events)')
})

it('a menu moves a thread into a folder, into a new one and out of it; the focus goes with it, and it is said', async () => {
  const user = userEvent.setup()
  render(InFolders.render())
  await row('Standup')
  await openMenu(user, 'Standup')
  expect(lines()).toEqual(['Household', 'Trips', 'No folder', 'New folder…'])
  expect(screen.getByRole('menuitem', { name: 'Household' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('“Standup” is now in “Household”.')).toHaveRole('status')
  expect(shownGroups()).toContain('Household (Standup, Taxes 2025)')
  expect(await row('Standup')).toHaveFocus()

  await openMenu(user, 'Standup')
  await user.click(screen.getByRole('menuitem', { name: 'New folder…' }))
  expect(screen.getByRole('textbox', { name: 'Name of the folder' })).toHaveFocus()
  await user.keyboard('  Daily {Enter}')
  await screen.findByText('“Standup” is now in “Daily”.')
  expect(shownGroups()).toContain('Daily (Standup)')
  await expect.poll(() => document.activeElement).toBe(await row('Standup'))

  await openMenu(user, 'Standup')
  await user.click(screen.getByRole('menuitem', { name: 'No folder' }))
  await screen.findByText('“Standup” is now in no folder.')
  expect(screen.queryByRole('button', { name: 'Daily' })).toBeNull()
  expect(shownGroups()).toContain('Yesterday (A table of colours in OKLCH, Standup)')

  await openMenu(user, 'Standup')
  await user.click(screen.getByRole('menuitem', { name: 'New folder…' }))
  await user.keyboard('Never{Escape}')
  expect(screen.queryByRole('button', { name: 'Never' })).toBeNull()
})

it.each([
  [storageProblemWords.denied, germanThreads.problems.denied],
  ['The folder is gone.', 'The folder is gone.'],
])(
  'says why nothing is stored in the words of the page; a storage of your own has its own: %s',
  async (message, said) => {
    const storage = {
      ...createMemoryStorage(),
      list: () => Promise.reject(new StorageError({ kind: 'denied', message })),
    }
    const threads = createThreadSessions({ storage, createChat: (threadId) => createChat({ threadId }) })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <StringsProvider strings={{ threads: germanThreads }} locale="de">
          <ThreadsProvider threads={threads}>
            <ThreadList currentId="t" onOpen={() => {}} onNew={() => {}} />
          </ThreadsProvider>
        </StringsProvider>
      </QueryClientProvider>,
    )
    expect(await screen.findByText(said)).toBeVisible()
  },
)

it.each([
  ['browser', true],
  ['server', false],
  [undefined, false],
] as const)('an empty list of a storage in the %s says that it stays here: %s', async (place, says) => {
  const storage = { ...createMemoryStorage(), place }
  const threads = createThreadSessions({
    storage,
    createChat: () => createChat({ endpoint: { baseUrl: '/v1' } }),
  })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ThreadsProvider threads={threads}>
        <ThreadList currentId="t" onOpen={() => {}} onNew={() => {}} />
      </ThreadsProvider>
    </QueryClientProvider>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  if (says) await screen.findByText('Your conversations stay in this browser.')
  expect(container.textContent?.includes('in this browser')).toBe(says)
})

it('renames a folder with F2 and by its menu: all its threads are in the new one, in their order, and the focus is on it', async () => {
  const user = userEvent.setup()
  render(InFolders.render())
  await row('Standup')
  const before = shownGroups()
  await user.click(screen.getByRole('button', { name: 'Actions for the folder “Trips”' }))
  expect(lines()).toEqual([expect.stringContaining('Rename')])
  await user.keyboard('{Enter}')
  const field = () => screen.getByRole('textbox', { name: 'Name of the folder' })
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('Trips')
  await user.keyboard('Holidays{Escape}')
  await expect.poll(() => document.activeElement).toBe(folder('Trips'))
  await user.keyboard('{F2} Aways {Enter}')
  await expect.poll(() => document.activeElement).toBe(folder('Aways'))
  // By name it is now the first of the folders.
  const aways = 'Aways (Trains to Lisbon, Rome in three days)'
  expect(shownGroups()).toEqual([
    before[0],
    aways,
    ...before.slice(1).filter((one) => !one.startsWith('Trips')),
  ])

  // A folded folder stays folded, and an open one of the name open.
  await user.click(folder('Aways'))
  await user.keyboard('{F2}Zoo{Enter}')
  await expect.poll(() => document.activeElement).toBe(folder('Zoo'))
  expect(folder('Zoo')).toHaveAttribute('aria-expanded', 'false')
  await user.keyboard('{F2}Work{Enter}')
  await expect.poll(() => document.activeElement).toBe(folder('Work'))
  expect(shownGroups()).toContain('Work (Release notes, Trains to Lisbon, Rome in three days, Standup)')
})

it('a deleted thread comes back into the folder as it is called by then', async () => {
  const user = userEvent.setup()
  render(InFolders.render())
  ;(await row('Rome in three days')).focus()
  await user.keyboard('{Delete}')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  folder('Trips').focus()
  await user.keyboard('{F2}Aways{Enter}')
  await expect.poll(() => document.activeElement).toBe(folder('Aways'))
  await user.click(undo)
  await expect.poll(shownGroups).toContain('Aways (Trains to Lisbon, Rome in three days)')
  expect(screen.queryByRole('button', { name: 'Trips' })).toBeNull()
})

/** A list over a server that may refuse everything, with the conversation "Tides" on screen. */
async function openList() {
  let isSignedIn = true
  const asked: string[] = []
  const memory = createMemoryStorage()
  const refuse = async () => {
    if (!isSignedIn) throw new StorageError({ kind: 'refused', message: 'Not stored yet. Sign in again.' })
  }
  const storage: ThreadStorage = {
    ...memory,
    place: 'server',
    update: async (...change) => (await refuse(), memory.update(...change)),
    search: async (query) => (asked.push(query), await refuse(), memory.search(query)),
  }
  for (const [threadId, title] of [
    ['a', 'Tides'],
    ['b', 'Moons'],
  ] as const) {
    const message = { id: `${threadId}1`, role: 'user' as const, content: title }
    const node = { v: 1 as const, threadId, id: message.id, parent: null, order: 1, message }
    await memory.write({ threadId, known: false, nodes: [node], title, at: 1, durability: 'strict' })
  }
  const threads = createThreadSessions({
    storage,
    createChat: (threadId) => createChat({ threadId, endpoint: '/v1' }),
  })
  const onCurrentRemoved = vi.fn()
  const list = (currentId: string) => (
    <QueryClientProvider client={client}>
      <ThreadsProvider threads={threads}>
        <ThreadList
          currentId={currentId}
          onOpen={() => {}}
          onNew={() => {}}
          onCurrentRemoved={onCurrentRemoved}
        />
      </ThreadsProvider>
    </QueryClientProvider>
  )
  const client = new QueryClient()
  const { rerender } = render(list('a'))
  await row('Tides')
  return {
    user: userEvent.setup(),
    asked,
    onCurrentRemoved,
    storage,
    show: (currentId: string) => rerender(list(currentId)),
    sign: (isIn: boolean) => void (isSignedIn = isIn),
  }
}
const takenBack = 'This could not be stored and was taken back.'

it('a deletion that failed closes nothing, offers no Undo and says that it was taken back', async () => {
  const { user, sign, onCurrentRemoved, show } = await openList()
  sign(false)
  ;(await row('Tides')).focus()
  await user.keyboard('{Delete}')
  expect(await screen.findByText(takenBack)).toBeVisible()
  expect(await row('Tides')).toBeVisible()
  expect(screen.queryByText(/Deleted/)).toBeNull()
  expect(onCurrentRemoved).not.toHaveBeenCalled()
  show('b')
  expect(screen.queryByText(takenBack)).toBeNull()
  sign(true)
  show('a')
  ;(await row('Tides')).focus()
  await user.keyboard('{Delete}')
  expect(await screen.findByText('Deleted “Tides”')).toBeVisible()
  expect(onCurrentRemoved).toHaveBeenCalledTimes(1)
})

it('a title that could not be stored is taken back, and nothing says that it waits', async () => {
  const { user, sign } = await openList()
  sign(false)
  await user.dblClick(await row('Moons'))
  const field = screen.getByRole('textbox', { name: 'Title of the conversation' })
  await user.clear(field)
  await user.keyboard('Planets{Enter}')
  expect(await screen.findByText(takenBack)).toBeVisible()
  expect(await row('Moons')).toBeVisible()
  expect(screen.queryByText(/yet/)).toBeNull()
})

it('a move that could not be stored is taken back and said, with the focus on its row; after the login it is stored', async () => {
  const { user, sign, storage } = await openList()
  sign(false)
  await openMenu(user, 'Moons')
  await user.click(screen.getByRole('menuitem', { name: 'New folder…' }))
  await user.keyboard('Space{Enter}')
  expect(await screen.findByText(takenBack)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Space' })).toBeNull()
  expect(screen.queryByText(/is now in/)).toBeNull()
  await expect.poll(() => document.activeElement).toBe(await row('Moons'))
  sign(true)
  await openMenu(user, 'Moons')
  await user.click(screen.getByRole('menuitem', { name: 'New folder…' }))
  await user.keyboard('Space{Enter}')
  expect(await screen.findByText('“Moons” is now in “Space”.')).toBeInTheDocument()
  expect(screen.queryByText(takenBack)).toBeNull()
  expect(await storage.list()).toContainEqual(expect.objectContaining({ id: 'b', folder: 'Space' }))
})

it('the name of a folder that could not be stored is taken back, with the folder as it was', async () => {
  const { user, sign, storage } = await openList()
  await storage.update('b', { folder: 'Space' })
  await user.click(await screen.findByRole('button', { name: 'Space' }))
  sign(false)
  await user.keyboard('{F2}Sky{Enter}')
  expect(await screen.findByText(takenBack)).toBeVisible()
  await expect.poll(() => document.activeElement).toBe(folder('Space'))
  expect(folder('Space')).toHaveAttribute('aria-expanded', 'false')
})

it('a conversation that cannot be read can be deleted for good, and one of a newer version of the app cannot', async () => {
  const user = userEvent.setup()
  const database = createMemoryDatabase()
  const sound = { v: 1, id: 'a', title: 'Tides', createdAt: 1, updatedAt: 1, chosen: [] }
  database.threads.set('a', sound).set('b', { id: 'b', title: 5 }).set('c', { v: 2, id: 'c' })
  const storage = createMemoryStorage({ database })
  const threads = createThreadSessions({ storage, createChat: (threadId) => createChat({ threadId }) })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThreadsProvider threads={threads}>
        <ThreadList currentId="t" onOpen={() => {}} onNew={() => {}} />
      </ThreadsProvider>
    </QueryClientProvider>,
  )
  expect(
    await screen.findByText('2 conversations could not be read. They were left unchanged.'),
  ).toBeVisible()
  const menu = { name: 'Actions for what could not be read' }
  await user.click(screen.getByRole('button', menu))
  await user.click(screen.getByRole('menuitem', { name: 'Delete for good' }))
  expect(await screen.findByText('1 conversation could not be read. It was left unchanged.')).toBeVisible()
  expect(screen.queryByRole('button', menu)).toBeNull()
  expect(database.threads.get('b')).toMatchObject({ purged: true })
  expect([database.threads.get('a'), database.threads.get('c')]).toEqual([sound, { v: 2, id: 'c' }])
})

it('a search that failed says so, and finds again after the login; a server is asked for no words', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { sign, asked } = await openList()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    sign(false)
    await user.type(screen.getByRole('searchbox'), 'Tides')
    expect(await screen.findByText('The search failed. These are all conversations.')).toBeVisible()
    expect(screen.queryByText(/found/)).toBeNull()
    sign(true)
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(await screen.findByText('1 conversation found.')).toBeVisible()
    expect(asked).not.toContain('')
  } finally {
    vi.useRealTimers()
  }
})

it('the time to undo does not begin anew when the list renders, with a callback in place', () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const note = () => <UndoNote title="Tides" onUndo={() => {}} onEnd={() => {}} />
  const { rerender } = render(note(), { reactStrictMode: false })
  rerender(note())
  rerender(note())
  expect(timers.mock.calls.filter(([, ms]) => ms === 8_000)).toHaveLength(1)
  timers.mockRestore()
})
