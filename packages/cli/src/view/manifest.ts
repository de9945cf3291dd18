import { stat } from 'node:fs/promises'
import type { FoundSession } from './find-files.js'

/** One of the parts of a session, which a page reads one after the other. */
interface SessionPart {
  /** Bytes. */
  size: number
  /** Changes with the content. */
  stamp: string
  /** It only grows at its end, so a page may ask for what is new alone. */
  grows: boolean
}

export interface Manifest {
  parts: SessionPart[]
}

/** The parts of a session as they are now: each file of a log, all files of a store together. */
export async function manifestOf(session: FoundSession): Promise<Manifest> {
  const sizes = await Promise.all(
    session.files.map(async (file) => {
      const found = await stat(file.path).catch(() => undefined)
      return { size: found?.size ?? 0, changedAt: found?.mtimeMs ?? 0 }
    }),
  )
  if (!session.isStore)
    return {
      parts: sizes.map(({ size, changedAt }) => ({ size, stamp: `${size}.${changedAt}`, grows: true })),
    }
  const size = sizes.reduce((sum, one) => sum + one.size + 1, 0)
  const stamp = `${sizes.length}.${size}.${Math.max(...sizes.map(({ changedAt }) => changedAt))}`
  return { parts: [{ size, stamp, grows: false }] }
}
