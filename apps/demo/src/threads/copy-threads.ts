import { createIndexedDbStorage, exportThreads, importThreads, type ThreadStorage } from '@antiphon/threads'
import { browserStorageName } from './keeping.js'

/** Puts the conversations of this browser beside those of another storage. Those that are there already are left out. */
export async function copyThreads(to: ThreadStorage): ReturnType<typeof importThreads> {
  const text = await exportThreads(createIndexedDbStorage({ name: browserStorageName }))
  return importThreads(to, text, { skipKnown: true })
}
