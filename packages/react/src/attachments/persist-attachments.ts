import type { AttachmentTray } from './types.js'

/** Where the files of one message that is not sent yet are kept, such as a thread's part of a `DraftFileStorage`. */
export interface AttachmentStore {
  read(): Promise<readonly File[]>
  /** Replaces them; an empty list forgets them. */
  write(files: readonly File[]): Promise<void>
}

export interface KeptAttachmentsState {
  /** Is what was kept in the tray? Until then nothing is written. */
  isLoaded: boolean
  /** Why the files in the tray are not kept, as the store said. Every change tries again. */
  problem?: unknown
}

export interface KeptAttachments {
  getState(): KeptAttachmentsState
  subscribe(listener: () => void): () => void
  /** Resolves when what was kept is in the tray, or could not be read. Never rejects. */
  readonly loaded: Promise<void>
  /** Resolves when all of the tray has been written, or could not be. Never rejects. */
  settled(): Promise<void>
  /** Stops following the tray. What is in it now is written to the end, and what is kept stays. */
  close(): void
}

/**
 * Keeps the files of a tray, so that they are there again after a reload: those that were kept are added as if they were picked, and
 * every change is written. What was read or uploaded of them is not kept; that is done again. A store that fails stops nothing:
 * the files stay in the tray, and the state says why they would not outlast the page.
 */
export function persistAttachments(tray: AttachmentTray, store: AttachmentStore): KeptAttachments {
  const listeners = new Set<() => void>()
  let state: KeptAttachmentsState = { isLoaded: false }
  let stored: readonly File[] = []
  let isClosed = false
  /** What was in the tray when it was closed: what happens there later is none of its business. */
  let last: readonly File[] | undefined
  let writing: Promise<void> | undefined

  const set = (next: KeptAttachmentsState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const inTray = (): readonly File[] => last ?? tray.getState().items.flatMap(({ file }) => file ?? [])
  /** Another tab may have changed what is kept; only what changes here is written. */
  const isChanged = (files: readonly File[]): boolean =>
    files.length !== stored.length || files.some((file, at) => file !== stored[at])

  const write = async (): Promise<void> => {
    for (let files = inTray(); isChanged(files); files = inTray()) {
      stored = files
      try {
        await store.write(files)
        if (state.problem !== undefined) set({ isLoaded: true })
      } catch (problem) {
        // Nothing is lost where nothing is to be kept.
        if (files.length > 0 || state.problem !== undefined)
          set(files.length > 0 ? { isLoaded: true, problem } : { isLoaded: true })
      }
    }
  }
  const follow = (): void => {
    if (isClosed || writing || !state.isLoaded || !isChanged(inTray())) return
    writing = write().then(() => {
      writing = undefined
      follow()
    })
  }

  const load = async (): Promise<void> => {
    try {
      const kept = await store.read()
      if (isClosed) return
      stored = kept
      if (kept.length > 0) tray.add(kept)
    } catch {
      // What cannot be read cannot be written either; that is told with the first file.
    }
    set({ isLoaded: true })
    follow()
  }
  const loaded = load()
  const unsubscribe = tray.subscribe(follow)

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    loaded,
    async settled() {
      await loaded
      for (let current = writing; current; current = writing) await current
    },
    close() {
      last ??= inTray()
      isClosed = true
      unsubscribe()
    },
  }
}
