import { field } from '@antiphon/base'
import type { UserFiles } from './user-files.js'
import type { UserThreads } from './user-threads.js'

/** Threads whose large files are kept beside their messages. Without files, the threads themselves. */
export function withFiles<Threads extends UserThreads>(threads: Threads, files?: UserFiles): Threads {
  if (!files) return threads
  return {
    ...threads,
    async read(threadId, ids, as) {
      const thread = await threads.read(threadId, ids)
      if (!thread || as === 'references') return thread
      return { ...thread, nodes: await files.putBack(threadId, thread.nodes) }
    },
    async write(write) {
      const { threadId } = write
      const answer = await threads.write({ ...write, nodes: await files.takeOut(threadId, write.nodes) })
      // Nothing would purge the thread again, and its files with it.
      if (answer === 'removed' && field((await threads.read(threadId, []))?.thread, 'purged') === true)
        await files.deleteThread(threadId)
      return answer
    },
  }
}
