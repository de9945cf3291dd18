import type { ChatRecord } from './page.js'
import type { World } from './world.js'

/** Checks that values which readers see keep their identity until the readers are notified of a change. */
interface SnapshotWatch {
  check(): void
}

const watches = new WeakMap<ChatRecord, SnapshotWatch>()

export function watchSnapshots(world: World, record: ChatRecord): void {
  const { chat, page, threadId } = record
  const { store } = chat
  const reads = {
    getIds: () => store.getIds(),
    getMessages: () => store.getMessages(),
    getState: () => chat.getState(),
    getApprovals: () => chat.getApprovals(),
  }
  const seen = new Map<string, unknown>()
  const told = new Set<string>()
  store.subscribeIds(() => void told.add('getIds').add('getMessages'))
  store.subscribe(() => void told.add('getMessages'))
  chat.subscribe(() => void told.add('getState').add('getApprovals'))
  watches.set(record, {
    check() {
      for (const [name, read] of Object.entries(reads)) {
        const now = read()
        if (now !== read())
          world.fault('unstable', `${page.name} ${threadId}: ${name} gives another value each time`)
        if (seen.has(name) && seen.get(name) !== now && !told.has(name))
          world.fault('untold', `${page.name} ${threadId}: ${name} changed, and nobody was told`)
        seen.set(name, now)
      }
      told.clear()
    },
  })
}

export function checkSnapshots(world: World): void {
  for (const { records } of world.alive()) for (const record of records) watches.get(record)?.check()
}
