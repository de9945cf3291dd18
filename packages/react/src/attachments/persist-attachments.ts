import type { AttachmentTray } from './types.js'

/** A store for the files of one unsent message, such as a thread's part of a `DraftFileStorage`. */
export interface AttachmentStore {
  read(): Promise<readonly File[]>
  /** Replaces them; an empty list forgets them. */
  write(files: readonly File[]): Promise<void>
}

interface KeptAttachmentsState {
  /** True once the stored files are in the tray. Nothing is written before. */
  isLoaded: boolean
  /** Why the files in the tray are not stored, in the words of the store. Every change tries again. */
  problem?: unknown
}

/** The link between a tray and its store, until it is closed. */
export interface KeptAttachments {
  getState(): KeptAttachmentsState
  subscribe(listener: () => void): () => void
  /** Resolves when the stored files are in the tray or could not be read. Never rejects. */
  readonly loaded: Promise<void>
  /** Resolves when all files of the tray have been written or could not be. Never rejects. */
  settled(): Promise<void>
  /** Stops following the tray. Files that are in it now are still written, and stored files stay. */
  close(): void
}

/**
 * Stores the files of a tray, so that they survive a reload. Adds the stored files as if they were picked, and writes every
 * change. Reads and uploads are not stored; they are done again. When the store fails, the files stay in the tray, and the
 * state says why they would be lost with the page.
 */
export function persistAttachments(tray: AttachmentTray, store: AttachmentStore): KeptAttachments {
  const listeners = new Set<() => void>()
  let state: KeptAttachmentsState = { isLoaded: false }
  let stored: readonly File[] = []
  let isClosed = false
  /** The files in the tray at the time of `close`. Later changes are ignored. */
  let last: readonly File[] | undefined
  let writing: Promise<void> | undefined

  const set = (next: KeptAttachmentsState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const inTray = (): readonly File[] => last ?? tray.getState().items.flatMap(({ file }) => file ?? [])
  /** Another tab may have changed the stored files, so only changes in this tab are written. */
  const isChanged = (files: readonly File[]): boolean =>
    files.length !== stored.length || files.some((file, at) => file !== stored[at])

  const write = async (): Promise<void> => {
    for (let files = inTray(); isChanged(files); files = inTray()) {
      stored = files
      try {
        await store.write(files)
        if (state.problem !== undefined) set({ isLoaded: true })
      } catch (problem) {
        // Without files there is nothing to lose.
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
      // A store that cannot be read cannot be written either. The first file reports it.
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
