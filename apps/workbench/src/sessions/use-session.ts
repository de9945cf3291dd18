import { useEffect, useMemo, useRef, useState } from 'react'
import { ownFile, type OwnFile } from '../viewer/own-file.js'
import type { SourcePart } from '../viewer/read-types.js'
import { useReading, type Reading } from '../viewer/use-reading.js'
import { viewedOf, type Viewed } from '../viewer/viewer-result.js'
import type { SessionSource } from './source.js'

export interface SessionReading {
  reading: Reading
  /** A file that this kit made but that is not a transcript. */
  own: OwnFile | undefined
  /** Empty until it is read. */
  conversations: readonly Viewed[]
  /** Not all of the file is shown, so figures are the least that it can be. */
  isPartial: boolean
  /** Reads further into a long file, from both ends. */
  more: () => void
}

/** Reads a session of a source, and follows it while it is written. `onLive` is called when it has grown. */
export function useSession(
  source: SessionSource,
  id: string,
  name: string,
  onLive: () => void,
): SessionReading {
  const { reading, follow, grow, more } = useReading()
  const firstName = useRef(name)
  const [own, setOwn] = useState<OwnFile>()

  useEffect(() => {
    const stop = new AbortController()
    let isFirst = true
    const begin = async (parts: SourcePart[]): Promise<void> => {
      // Ignore a failure here: fetching fails again below, where it is reported.
      const own = await ownFile(parts).catch(() => undefined)
      if (stop.signal.aborted) return
      if (own) setOwn(own)
      else follow(parts, firstName.current)
    }
    let begun: Promise<void> | undefined
    const take = (parts: SourcePart[]): void => {
      if (stop.signal.aborted) return
      if (isFirst) begun = begin(parts)
      else {
        void begun?.then(() => grow(parts))
        onLive()
      }
      isFirst = false
    }
    source.watch(id, take, stop.signal)
    return () => stop.abort()
  }, [source, id, follow, grow, onLive])

  const opened = reading.state === 'done' ? reading.opened : undefined
  const conversations = useMemo(() => (opened ? viewedOf(opened) : []), [opened])
  return { reading, own, conversations, isPartial: reading.state === 'done' && reading.leftOut > 0, more }
}
