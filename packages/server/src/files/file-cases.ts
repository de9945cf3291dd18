import assert from 'node:assert/strict'
import type { FileStore } from './types.js'

/** One promise of `FileStore`. `run` rejects with what is wrong. */
export interface FileCase {
  name: string
  run(engine: FilesUnderTest): Promise<void>
}

/** A store of files under test. */
export interface FilesUnderTest {
  /** Empty. */
  files: FileStore
  /** The same files as another process sees them. Where there is none, the same object. */
  other: FileStore
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
/** SHA-256 of "hello". */
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const keyOf = (user: string, thread: string, hash = HELLO): string => `${user}/${thread}/${hash}`
const KEY = keyOf('ab', '01')

/**
 * The promises of every `FileStore`. Run each in a test of its own, over a fresh store:
 * `for (const { name, run } of fileCases) test(name, () => run({ files, other }))`.
 */
export const fileCases: readonly FileCase[] = [
  {
    name: 'gives back the bytes, in each process',
    async run({ files, other }) {
      await files.put(KEY, bytesOf('hello'))
      for (const one of [files, other]) assert.deepEqual(await one.get(KEY), bytesOf('hello'))
    },
  },
  {
    name: 'keeps every byte of a large file, and an empty one',
    async run({ files }) {
      const large = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7) % 256)
      const hash = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
        Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
      for (const bytes of [large, new Uint8Array()]) {
        const key = keyOf('ab', '01', await hash(bytes))
        await files.put(key, bytes)
        assert.ok(Buffer.from(bytes).equals((await files.get(key))!))
      }
    },
  },
  {
    name: 'has no file that was not stored',
    async run({ files }) {
      assert.equal(await files.get(KEY), undefined)
      await files.put(keyOf('ab', '02'), bytesOf('hello'))
      assert.equal(await files.get(KEY), undefined)
    },
  },
  {
    name: 'takes the same file twice, also at once',
    async run({ files, other }) {
      await Promise.all([files, other, files].map((one) => one.put(KEY, bytesOf('hello'))))
      assert.deepEqual(await files.get(KEY), bytesOf('hello'))
    },
  },
  {
    name: 'deletes what is below a prefix and nothing beside it',
    async run({ files, other }) {
      const keys = [KEY, keyOf('ab', '02'), keyOf('abc', '01'), keyOf('ac', '01')]
      for (const key of keys) await files.put(key, bytesOf('hello'))
      const left = async (): Promise<boolean[]> =>
        Promise.all(keys.map(async (key) => (await other.get(key)) !== undefined))
      await files.deleteAll('ab/01/')
      assert.deepEqual(await left(), [false, true, true, true])
      await files.deleteAll('ab/')
      assert.deepEqual(await left(), [false, false, true, true])
      await files.deleteAll('ab/')
      await files.deleteAll('never/')
      assert.deepEqual(await left(), [false, false, true, true])
    },
  },
  {
    name: 'with addresses: a file is uploaded and read there, and the address takes no other one',
    async run({ files }) {
      if (!files.writeAddress || !files.readAddress) return
      const { url, headers } = await files.writeAddress(KEY, { bytes: 5 })
      const upload = async (text: string): Promise<boolean> =>
        (await fetch(url, { method: 'PUT', body: bytesOf(text), ...(headers && { headers }) })).ok
      assert.equal(await upload('hello, longer'), false)
      assert.equal(await files.get(KEY), undefined)
      assert.equal(await upload('hello'), true)
      assert.deepEqual(await files.get(KEY), bytesOf('hello'))
      const address = await files.readAddress(KEY)
      assert.equal(await (await fetch(address)).text(), 'hello')
      await files.put(keyOf('ab', '02'), bytesOf('hello'))
      assert.equal((await fetch(address.replace('ab/01', 'ab/02'))).ok, false)
      // An address to read writes nothing.
      assert.equal((await fetch(address, { method: 'PUT', body: 'other' })).ok, false)
    },
  },
]
