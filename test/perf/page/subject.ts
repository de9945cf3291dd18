import type { PastMessage, Piece } from './workload.js'

/** One thing that is measured. The same shape as a subject of the comparison with other kits. */
export interface Subject {
  name: string
  /** Resolves once the thread is painted. */
  mount(root: HTMLElement, messages: readonly PastMessage[]): Promise<void>
  startStream(): Promise<void>
  push(pieces: readonly Piece[]): void
  finish(): Promise<void>
  unmount(): void
}

declare global {
  interface Window {
    subject?: Subject
  }
}
