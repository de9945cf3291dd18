import type { Share, ShareStore } from './types.js'

/** Shared pages that last as long as the process. `isLive` tells whether a thread is there and not deleted. */
export function createMemoryShares(
  isLive: (userId: string, threadId: string) => Promise<boolean>,
): ShareStore {
  const all = new Map<string, { userId: string; threadId: string; share: Share; page: string }>()
  const own = (userId: string, threadId: string) =>
    [...all.values()].filter((one) => one.userId === userId && one.threadId === threadId)
  return {
    async add(userId, threadId, share, page) {
      if (!(await isLive(userId, threadId))) return false
      all.set(share.id, { userId, threadId, share, page })
      return true
    },
    list: async (userId, threadId, now) =>
      (await isLive(userId, threadId))
        ? own(userId, threadId).flatMap(({ share }) => (share.expiresAt > now ? [share] : []))
        : [],
    async remove(userId, threadId, id) {
      if (own(userId, threadId).some(({ share }) => share.id === id)) all.delete(id)
    },
    async page(id, now) {
      for (const [old, { share }] of all) if (share.expiresAt <= now) all.delete(old)
      const found = all.get(id)
      return found && (await isLive(found.userId, found.threadId)) ? found.page : undefined
    },
  }
}
