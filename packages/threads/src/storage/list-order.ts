import type { ThreadRecord } from './types.js'

/** Pinned ones first, then the one last written to. */
export const inListOrder = (a: ThreadRecord, b: ThreadRecord): number =>
  (b.pinnedAt ?? 0) - (a.pinnedAt ?? 0) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
