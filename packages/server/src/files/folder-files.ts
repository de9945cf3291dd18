import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { field } from '@antiphon/base'
import type { FileStore } from './types.js'

interface FolderFilesOptions {
  /** On a local disk, or one that all processes share. It is made when it is not there. */
  folder: string
}

/** Files of messages in a folder. */
export function createFolderFiles({ folder }: FolderFilesOptions): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[\w-]+(?:\/[\w-]+)*\/?$/.test(key))
      throw new Error('The key of a file has letters, digits and slashes.')
    return join(folder, key)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Beside it and then in its place, so that nobody reads half of it, whatever happens to the process.
      const half = `${path}.${randomUUID()}`
      try {
        const file = await open(half, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(half, path)
      } catch (error) {
        await rm(half, { force: true })
        throw error
      }
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(pathOf(key)))
      } catch (error) {
        if (field(error, 'code') === 'ENOENT') return undefined
        throw error
      }
    },
    deleteAll: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
  }
}
