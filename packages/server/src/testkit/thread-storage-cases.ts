import { field } from '@antiphon/base'
import type { NodeRecord, ThreadChange, ThreadRecord, ThreadStorage, ThreadWrite } from '@antiphon/threads'
import { expectEqual } from './expect-equal.js'

/** A storage under test, and how it is opened once more. */
export interface StorageUnderTest {
  /** An empty storage: another user, or another database, for each case. */
  open(): Promise<ThreadStorage> | ThreadStorage
  /** Another view of the data of a storage that `open` gave, such as a second tab or another process. */
  again(storage: ThreadStorage): Promise<ThreadStorage> | ThreadStorage
}

/** One promise of `ThreadStorage`. `run` rejects with what is wrong. */
export interface StorageCase {
  /** A sentence that says what holds. */
  name: string
  /** Resolves when it holds, and rejects with an error that says what is different. */
  run(storage: StorageUnderTest): Promise<void>
}

const node = (id: string, content: string, rest: Partial<NodeRecord> = {}): NodeRecord => ({
  v: 1,
  threadId: 't',
  id,
  parent: null,
  order: 1,
  message: { id, role: 'user', content },
  ...rest,
})

const write = (nodes: readonly NodeRecord[], rest: Partial<ThreadWrite> = {}): ThreadWrite => ({
  threadId: 't',
  known: false,
  nodes,
  at: 1,
  durability: 'strict',
  ...rest,
})

const idsOf = (nodes: readonly unknown[]): string[] => nodes.map((one) => (one as NodeRecord).id).sort()
const nodesOf = async (storage: ThreadStorage, ids?: readonly string[]): Promise<unknown[]> =>
  (await storage.read('t', ids))?.nodes ?? []
const recordOf = async (storage: ThreadStorage): Promise<ThreadRecord | undefined> =>
  (await storage.list()).find((record) => (record as ThreadRecord).id === 't') as ThreadRecord | undefined

const one = (name: string, run: (storage: ThreadStorage) => Promise<void>): StorageCase => ({
  name,
  run: async ({ open }) => {
    const storage = await open()
    try {
      await run(storage)
    } finally {
      storage.close()
    }
  },
})

const two = (name: string, run: (a: ThreadStorage, b: ThreadStorage) => Promise<void>): StorageCase => ({
  name,
  run: async ({ open, again }) => {
    const a = await open()
    const b = await again(a)
    try {
      await run(a, b)
    } finally {
      a.close()
      b.close()
    }
  },
})

/**
 * The rules of every `ThreadStorage`, as cases without a runner: `for (const { name, run } of threadStorageCases) it(name, () =>
 * run({ open, again }))`.
 */
export const threadStorageCases: readonly StorageCase[] = [
  one('a thread that is not there is undefined, and the list is empty', async (storage) => {
    expectEqual(await storage.read('t'), undefined, 'read')
    expectEqual(await storage.list(), [], 'list')
  }),
  one(
    'records come back as they were written, fields and characters of any kind included',
    async (storage) => {
      const strange = { v: 1, later: { b: 1, a: [null, 1e300, '\u0000', '\ud800', '𝒳', '__proto__'] } }
      const nodes = [node('a', 'one'), { ...node('__proto__', 'two'), ...strange } as NodeRecord]
      const sentAs = { title: 'T', folder: 'Ärger 📁', chosen: ['a'] }
      expectEqual(await storage.write(write(nodes, sentAs)), 'written', 'answer')
      const back = await nodesOf(storage)
      expectEqual(idsOf(back), ['__proto__', 'a'], 'ids')
      for (const sent of nodes)
        expectEqual(
          back.find((got) => (got as NodeRecord).id === sent.id),
          sent,
          'message',
        )
      const record = { v: 1, id: 't', createdAt: 1, updatedAt: 1, ...sentAs }
      expectEqual(await storage.list(), [record], 'list')
      expectEqual((await storage.read('t'))?.thread, record, 'thread')
    },
  ),
  one('files of messages come back byte for byte, however the storage keeps them', async (storage) => {
    const base64 = (length: number): string =>
      btoa(Array.from({ length }, (_, i) => String.fromCharCode((i * 31) % 256)).join(''))
    const image = (url: string) => ({ type: 'image_url' as const, image_url: { url } })
    const sound = {
      type: 'input_audio' as const,
      input_audio: { data: base64(30_000), format: 'wav' as const },
    }
    const sent = node('a', '', {
      message: {
        id: 'a',
        role: 'user',
        content: [
          { type: 'text', text: `data:text/plain;base64,${'x'.repeat(20_000)} is a text` },
          ...[20_000, 20_000, 20_001, 10].map((size) => image(`data:image/png;base64,${base64(size)}`)),
          image(`data:image/png;base64,${base64(20_002).slice(0, -3)}`),
          sound,
        ],
      },
    })
    await storage.write(write([sent, { ...sent, id: 'b', message: { ...sent.message!, id: 'b' } }]))
    expectEqual(await nodesOf(storage, ['a']), [sent], 'whole')
    await storage.write(write([{ ...sent, open: true }], { known: true }))
    expectEqual(await nodesOf(storage, ['a']), [{ ...sent, open: true }], 'written again')
    await storage.purge('t')
    expectEqual(await nodesOf(storage), [], 'purged')
  }),
  one(
    'only the messages that are asked for are read, and those that are not there are left out',
    async (storage) => {
      await storage.write(write([node('a', 'one'), node('b', 'two'), node('c', 'three')]))
      expectEqual(idsOf(await nodesOf(storage, ['c', 'nobody', 'a', 'a'].slice(0, 3))), ['a', 'c'], 'ids')
      expectEqual(await nodesOf(storage, []), [], 'none')
    },
  ),
  one(
    'a later write replaces messages by id and adds others; a title stays once there is one, and a thread in its folder',
    async (storage) => {
      await storage.write(write([node('a', 'one'), node('b', 'two')], { title: 'First' }))
      const again = { known: true, title: 'Second', folder: 'Trips', at: 5 }
      const later = write([node('b', 'changed'), node('c', 'new')], again)
      expectEqual(await storage.write(later), 'written', 'answer')
      expectEqual(idsOf(await nodesOf(storage)), ['a', 'b', 'c'], 'ids')
      expectEqual(await nodesOf(storage, ['b']), [node('b', 'changed')], 'message')
      const { title, createdAt, updatedAt, folder = 'none' } = (await recordOf(storage))!
      const kept = { title: 'First', createdAt: 1, updatedAt: 5, folder: 'none' }
      expectEqual({ title, createdAt, updatedAt, folder }, kept, 'record')
    },
  ),
  one('a message that is named twice in a write is stored as the last one', async (storage) => {
    await storage.write(write([node('a', 'one'), node('a', 'last')]))
    expectEqual(await nodesOf(storage), [node('a', 'last')], 'message')
  }),
  one('the versions that are shown are kept until a write names others', async (storage) => {
    await storage.write(write([node('a', 'one')], { chosen: ['a'] }))
    await storage.write(write([], { known: true }))
    expectEqual((await recordOf(storage))?.chosen, ['a'], 'kept')
    await storage.write(write([], { known: true, chosen: [] }))
    expectEqual((await recordOf(storage))?.chosen, [], 'named')
  }),
  one('a known thread that is missing is not created again', async (storage) => {
    expectEqual(await storage.write(write([node('a', 'one')], { known: true })), 'missing', 'answer')
    expectEqual(await storage.list(), [], 'list')
    expectEqual(await nodesOf(storage), [], 'messages')
  }),
  one('a change sets fields and takes them away; one of a missing thread does nothing', async (storage) => {
    await storage.update('t', { title: 'nobody' })
    expectEqual(await storage.list(), [], 'missing')
    await storage.write(write([node('a', 'one')], { title: 'First' }))
    const change = { title: 'Mine', pinnedAt: 7, folder: 'Trips', unreadAt: 8 }
    await storage.update('t', change)
    const { title, pinnedAt, folder, unreadAt } = (await recordOf(storage))!
    expectEqual({ title, pinnedAt, folder, unreadAt }, change, 'set')
    await storage.update('t', { folder: 'Work' })
    expectEqual((await recordOf(storage))?.folder, 'Work', 'moved')
    await storage.update('t', { pinnedAt: null, folder: null })
    const left = Object.keys((await recordOf(storage))!)
    expectEqual(left.includes('pinnedAt') || left.includes('folder'), false, 'taken away')
    expectEqual((await recordOf(storage))?.unreadAt, 8, 'the other one')
  }),
  one(
    'a write or a change that could not be read again is refused, and nothing of it is stored',
    async (storage) => {
      const refused = async (work: Promise<unknown>): Promise<void> => {
        const error: unknown = await work.catch((reason: unknown) => reason)
        expectEqual(field(field(error, 'problem'), 'kind'), 'refused', 'problem')
      }
      const good = write([node('a', 'one')])
      for (const bad of [{ at: null }, { nodes: [{ id: 'a', threadId: 't' }] }])
        await refused(storage.write({ ...good, ...bad } as unknown as ThreadWrite))
      expectEqual(await storage.list(), [], 'list')
      await storage.write({ ...good, title: 'First' })
      await refused(storage.update('t', { title: 5 } as unknown as ThreadChange))
      expectEqual((await recordOf(storage))?.title, 'First', 'record')
    },
  ),
  one('a deleted thread takes no writes until it is restored, and keeps its messages', async (storage) => {
    await storage.write(write([node('a', 'one')]))
    await storage.update('t', { removedAt: 9 })
    expectEqual(await storage.write(write([node('b', 'late')])), 'removed', 'answer')
    await storage.update('t', { removedAt: null })
    expectEqual(idsOf(await nodesOf(storage)), ['a'], 'ids')
    expectEqual(await storage.write(write([node('b', 'two')], { known: true })), 'written', 'restored')
  }),
  one(
    'a thread deleted for good leaves its mark, and nobody brings it back or changes it',
    async (storage) => {
      await storage.write(write([node('a', 'secret')], { title: 'Secret' }))
      await storage.purge('t')
      for (const known of [true, false])
        expectEqual(await storage.write(write([node('a', 'late')], { known })), 'removed', 'answer')
      await storage.update('t', { title: 'late', removedAt: null })
      const mark = (await recordOf(storage))!
      expectEqual([mark.purged, mark.title], [true, ''], 'mark')
      expectEqual(await nodesOf(storage), [], 'messages')
      expectEqual(await storage.search('secret'), [], 'search')
    },
  ),
  one(
    'a search finds all words in any order over title and messages, the last one by its start',
    async (storage) => {
      const nodes = [
        node('a', 'The quarterly Übersicht'),
        node('b', '東京は晴れ snake_case'),
        node('c', 'The'),
      ]
      await storage.write(write(nodes, { title: 'Lighthouse' }))
      for (const query of [
        'quarterly',
        'QUART',
        'the',
        'übersicht lighthouse the',
        'light',
        '東京',
        '京',
        'snake_',
      ])
        expectEqual([query, await storage.search(query)], [query, ['t']], 'found')
      for (const query of ['quart the', 'quarterlyx', 'snake ', 'quart ', '京東', '', '"', "' | 'a", '*'])
        expectEqual([query, await storage.search(query)], [query, []], 'not found')
    },
  ),
  one(
    'a search does not find an answer that still arrives or a message that is taken out',
    async (storage) => {
      await storage.write(write([node('a', 'arriving', { open: true })]))
      expectEqual(await storage.search('arriving'), [], 'open')
      await storage.write(write([node('a', 'arrived')], { known: true }))
      expectEqual(await storage.search('arrived'), ['t'], 'ended')
      const { message: _, ...rest } = node('b', '')
      await storage.write(write([{ ...rest, removed: true }], { known: true }))
      expectEqual(await storage.search('arrived'), ['t'], 'other')
    },
  ),
  one('a new title is found, and the thread of another one is not', async (storage) => {
    await storage.write(write([node('a', 'one')]))
    await storage.write({ ...write([{ ...node('a', 'two'), threadId: 'u' }]), threadId: 'u' })
    await storage.update('t', { title: 'Lighthouse' })
    expectEqual(await storage.search('lighth'), ['t'], 'title')
    expectEqual(await storage.search('two'), ['u'], 'other')
  }),
  one('a write of many messages is stored whole', async (storage) => {
    const nodes = Array.from({ length: 1_201 }, (_, i) => node(`m${i}`, `text ${i}`, { order: i }))
    expectEqual(await storage.write(write(nodes)), 'written', 'answer')
    expectEqual((await nodesOf(storage)).length, 1_201, 'messages')
    expectEqual((await nodesOf(storage, nodes.map(({ id }) => id).slice(0, 200))).length, 200, 'asked for')
  }),
  one('a listener is told each change of this storage', async (storage) => {
    const heard: unknown[] = []
    storage.subscribe(({ type, ids, here }) => void heard.push([type, ...(ids ?? []), here]))
    await storage.write(write([node('a', 'one')]))
    await storage.update('t', { title: 'x' })
    await storage.update('t', { removedAt: 1 })
    await storage.update('t', { removedAt: null })
    await storage.purge('t')
    await storage.write(write([node('b', 'late')]))
    const types = [
      ['nodes', 'a', true],
      ['thread', true],
      ['removed', true],
      ['restored', true],
    ]
    expectEqual(heard, [...types, ['purged', true]], 'events')
  }),
  two('what one view writes the other one reads, and its list has it', async (a, b) => {
    expectEqual(await b.list(), [], 'before')
    await a.write(write([node('a', 'one')], { title: 'T' }))
    expectEqual(idsOf(await nodesOf(b)), ['a'], 'ids')
    await b.write(write([node('b', 'two')], { known: true }))
    expectEqual(idsOf(await nodesOf(a)), ['a', 'b'], 'ids')
    expectEqual((await recordOf(b))?.title, 'T', 'list')
    await a.update('t', { title: 'Fresh' })
    await b.update('t', { folder: 'Work' })
    for (const view of [a, b]) {
      const { title, folder } = (await recordOf(view))!
      expectEqual({ title, folder }, { title: 'Fresh', folder: 'Work' }, 'list after changes')
    }
    expectEqual(await b.search('fresh'), ['t'], 'search')
  }),
  two('a list has each of several threads once, and what changed since it was read', async (a, b) => {
    const put = (threadId: string) =>
      a.write({ ...write([{ ...node('a', threadId), threadId }], { title: threadId }), threadId })
    const expectTitles = async (what: string, ...titles: string[]): Promise<void> => {
      for (const view of [a, b])
        expectEqual((await view.list()).map((record) => (record as ThreadRecord).title).sort(), titles, what)
    }
    for (const id of ['t', 'u', 'v', 'w']) await put(id)
    await expectTitles('list', 't', 'u', 'v', 'w')
    await a.update('u', { title: 'later' })
    await a.purge('v')
    await put('x')
    await expectTitles('list after changes', '', 'later', 't', 'w', 'x')
    await expectTitles('list without a change', '', 'later', 't', 'w', 'x')
  }),
  two('writes of two views at the same time are all there', async (a, b) => {
    const names = Array.from({ length: 20 }, (_, i) => `m${String(i).padStart(2, '0')}`)
    await Promise.all(names.map((id, i) => (i % 2 ? a : b).write(write([node(id, id)]))))
    expectEqual(idsOf(await nodesOf(a)), names, 'ids')
    expectEqual((await b.list()).length, 1, 'threads')
  }),
]
