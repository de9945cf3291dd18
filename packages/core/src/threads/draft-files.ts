/**
 * Keeps the files of messages that were begun and not sent, for each thread. It stands beside `ThreadStorage`: such files are no
 * part of a thread, go into no export and stay on the device. Every method rejects with a `StorageError`.
 */
export interface DraftFileStorage {
  /** The files in their order; none when there are none. */
  read(threadId: string): Promise<readonly File[]>
  /** Replaces them; an empty list forgets them. */
  write(threadId: string, files: readonly File[]): Promise<void>
  close(): void
}
