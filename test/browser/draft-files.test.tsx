import { createIndexedDbDraftFiles, StorageError } from '@antiphon/threads'
import { afterEach, expect, it, vi } from 'vitest'

const name = 'draft files'
const connect = (keep?: number, now?: () => number) => createIndexedDbDraftFiles({ name, keep, now })
const file = (title: string, bytes: BlobPart = title): File =>
  new File([bytes], title, { type: 'text/plain' })
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof StorageError ? error.problem.kind : error),
  )

afterEach(async () => {
  vi.restoreAllMocks()
  await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
})

it('files come back byte for byte, with their names, types and order, and are gone when they are forgotten', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const one = connect()
  await one.write('t', [file('b.bin', bytes), file('قائمة.txt', 'ä')])
  one.close()
  const two = connect()
  const found = await two.read('t')
  expect(found.map(({ name, type }) => [name, type])).toEqual([
    ['b.bin', 'text/plain'],
    ['قائمة.txt', 'text/plain'],
  ])
  expect(new Uint8Array(await found[0]!.arrayBuffer())).toEqual(bytes)
  expect(await two.read('other')).toEqual([])
  await two.write('t', [])
  expect(await two.read('t')).toEqual([])
  two.close()
})

it('of too many begun messages those begun longest ago are forgotten', async () => {
  let at = 0
  const drafts = connect(2, () => ++at)
  for (const id of ['a', 'b', 'c']) await drafts.write(id, [file(id)])
  expect(
    await Promise.all(['a', 'b', 'c'].map((id) => drafts.read(id).then(({ length }) => length))),
  ).toEqual([0, 1, 1])
  drafts.close()
})

it('a full disk and a browser without storage are told as such, and what was kept before stays', async () => {
  const drafts = connect()
  await drafts.write('t', [file('a')])
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError')
  })
  expect(await problemOf(drafts.write('t', [file('a'), file('b')]))).toBe('quota')
  full.mockRestore()
  expect((await drafts.read('t')).map(({ name }) => name)).toEqual(['a'])
  drafts.close()

  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Not here.', 'SecurityError')
  })
  const refused = connect()
  expect(await problemOf(refused.read('t'))).toBe('denied')
  expect(await problemOf(refused.write('t', [file('a')]))).toBe('denied')
})
