import { createKeyedListeners, createListeners, type Unsubscribe } from '@antiphon/base'
import { randomId } from '../message/random-id.js'
import type { Message, StoredMessage } from '../message/types.js'
import { createBranchTree } from './branch-tree.js'
import { frameScheduler, type Scheduler } from './scheduler.js'

export interface MessageStoreOptions {
  /** The thread to start with. Messages without an id get one. */
  messages?: readonly Message[]
  /** When collected writes are published. Default: with the next frame. */
  scheduler?: Scheduler
  /** Makes ids for messages that have none. Default: `randomId`. */
  generateId?: () => string
}

/** A thread with all its branches, as plain data. */
export interface ThreadTree {
  /** Every message with the id of the one it follows, null at the top. A parent comes before what follows it. */
  nodes: readonly { message: StoredMessage; parent: string | null }[]
  /** Ids of messages that are shown although they have a younger version. */
  chosen: readonly string[]
}

/**
 * Owns the messages of a thread, outside any framework. Readers see published snapshots: a message that did not change is the
 * same object (`===`). There are listeners per message id and for the order of ids, so a delta wakes only the readers of its
 * message.
 */
export interface MessageStore {
  /** Ids of the active path, oldest first. */
  getIds(): readonly string[]
  getMessage(id: string): StoredMessage | undefined
  /** The active path as an array: the OpenAI messages, with local fields. */
  getMessages(): readonly StoredMessage[]
  /** Called when the order of ids changes: a message added, removed, or another branch chosen. */
  subscribeIds(listener: () => void): Unsubscribe
  subscribeMessage(id: string, listener: () => void): Unsubscribe
  /** Called after every publication, whatever changed. */
  subscribe(listener: () => void): Unsubscribe

  /**
   * Adds a message after the last one, or under `parent` as a new branch, and publishes at once. With `between` it makes no
   * branch: the messages after `parent` then follow the new one. With `aside` it is a version that is not shown: the branch on
   * screen stays. Returns its id.
   */
  append(message: Message, options?: { parent?: string | null; between?: boolean; aside?: boolean }): string
  /**
   * Replaces a message and publishes with the next frame. A function is called once, in that frame, and not before. An answer that is
   * being written, here or in another tab (`chat.getLiveStep`), is written over by its run.
   */
  write(id: string, next: Message | (() => Message)): void
  /** Removes a message and everything after it in its branch, and publishes at once. */
  remove(id: string): void
  /** Replaces the whole thread, branches included, and publishes at once. */
  reset(messages: readonly Message[]): void
  /** The whole thread as it is published, siblings in order. */
  getTree(): ThreadTree
  /**
   * Replaces the whole thread and publishes at once. A message that is the same object as before wakes nobody. Collected
   * writes to messages that stay are kept.
   */
  setTree(tree: ThreadTree): void
  /** Publishes what `write` has collected, now. */
  flush(): void

  /** The versions of a message: its siblings, itself included, and its place among them. */
  getVersions(id: string): { ids: readonly string[]; index: number }
  /** The message that `id` answers, or undefined at the top. */
  getParent(id: string): string | undefined
  /** The messages directly below `id` (null: at the top): one message, or its versions, oldest first. */
  getChildren(id: string | null): readonly string[]
  /** The messages from the top down to `id`, by parents, whatever branch is shown. Empty for null and for an unknown id. */
  getPath(id: string | null): readonly StoredMessage[]
  /** Shows the branch that runs through `id`. */
  activate(id: string): void
}

/**
 * Creates the store of a conversation: a tree of versions whose active path is the array. Writes are published at most once per
 * turn of the `scheduler`.
 */
export function createMessageStore(options: MessageStoreOptions = {}): MessageStore {
  const { scheduler = frameScheduler, generateId = randomId } = options
  const published = new Map<string, StoredMessage>()
  const drafts = new Map<string, Message | (() => Message)>()
  const ids = createListeners()
  const all = createListeners()
  const perMessage = createKeyedListeners()
  let tree = createBranchTree()
  let array: readonly StoredMessage[] | undefined
  let cancelScheduled: (() => void) | undefined

  const put = (message: Message, parent: string | undefined, how?: 'between' | 'aside'): string => {
    // A repeated id would make two messages one; the later one gets a new id.
    const id = message.id && !tree.has(message.id) ? message.id : generateId()
    tree.add(id, parent, how)
    published.set(id, withId(message, id))
    return id
  }

  const fill = (messages: readonly Message[]): void => {
    let parent: string | undefined
    for (const message of messages) parent = put(message, parent)
  }

  /** Takes the drafts over; returns the ids that really changed. */
  const takeDrafts = (): string[] => {
    cancelScheduled?.()
    cancelScheduled = undefined
    const changed: string[] = []
    for (const [id, draft] of drafts) {
      const next = typeof draft === 'function' ? draft() : draft
      const before = published.get(id)
      if (!before || next === before) continue
      published.set(id, withId(next, id))
      changed.push(id)
      const after = published.get(id)!
      array = array?.map((message) => (message === before ? after : message))
    }
    drafts.clear()
    return changed
  }

  const publish = (orderChanged: boolean): void => {
    const changed = takeDrafts()
    if (orderChanged) array = undefined
    for (const id of changed) perMessage.notify(id)
    if (orderChanged) ids.notify()
    if (orderChanged || changed.length > 0) all.notify()
  }

  const replace = (refill: () => void): void => {
    const before = [...published]
    published.clear()
    tree = createBranchTree()
    refill()
    publish(true)
    for (const [id, message] of before) if (published.get(id) !== message) perMessage.notify(id)
  }

  fill(options.messages ?? [])

  return {
    getIds: () => tree.path(),
    getMessage: (id) => published.get(id),
    getMessages: () => (array ??= tree.path().map((id) => published.get(id)!)),
    subscribeIds: ids.add,
    subscribeMessage: perMessage.add,
    subscribe: all.add,

    append(message, { parent, between, aside } = {}) {
      const under = parent === null ? undefined : (parent ?? tree.path().at(-1))
      const id = put(message, under, between ? 'between' : aside ? 'aside' : undefined)
      publish(true)
      return id
    },
    write(id, next) {
      if (!published.has(id)) return
      drafts.set(id, next)
      if (cancelScheduled) return
      // An immediate scheduler publishes inside `schedule`; then there is nothing left to cancel.
      const cancel = scheduler.schedule(() => publish(false))
      if (drafts.size > 0) cancelScheduled = cancel
    },
    remove(id) {
      const removed = tree.remove(id)
      for (const gone of removed) {
        published.delete(gone)
        drafts.delete(gone)
      }
      if (removed.length === 0) return
      publish(true)
      for (const gone of removed) perMessage.notify(gone)
    },
    reset(messages) {
      drafts.clear()
      replace(() => fill(messages))
    },
    getTree: () => ({
      nodes: tree.ids().map((id) => ({ message: published.get(id)!, parent: tree.parentOf(id) ?? null })),
      chosen: tree.chosen(),
    }),
    setTree({ nodes, chosen }) {
      replace(() => {
        for (const { message, parent } of nodes) {
          tree.add(message.id, parent ?? undefined)
          published.set(message.id, message)
        }
        for (const id of chosen) tree.activate(id, true)
      })
    },
    flush: () => publish(false),

    getVersions(id) {
      const versions = tree.siblings(id)
      return { ids: versions, index: versions.indexOf(id) }
    },
    getParent: (id) => tree.parentOf(id),
    getChildren: (id) => tree.childrenOf(id ?? undefined),
    getPath: (id) => (id === null ? [] : tree.pathTo(id).map((one) => published.get(one)!)),
    activate(id) {
      const before = tree.path()
      tree.activate(id)
      if (tree.path() !== before) publish(true)
    },
  }
}

/** The message itself where it has this id: a thread of thousands is taken over without a copy. */
const withId = (message: Message, id: string): StoredMessage =>
  message.id === id ? (message as StoredMessage) : { ...message, id }
