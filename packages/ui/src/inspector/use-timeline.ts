import { loadExplainer } from '@antiphon/core'
import { createTimeline, type Timeline, type WireExchange } from '@antiphon/devtools'
import { useEffect, useMemo, useState } from 'react'

/** Timelines that are kept at once; each holds the states of one answer. */
const KEPT = 4

interface TimelineCache {
  read(exchange: WireExchange): Timeline
  refresh(): void
}

/** Makes and keeps timelines. Each exchange is read once, and then only what is new of it. */
function createTimelineCache(): TimelineCache {
  const known = new Map<string, Timeline>()
  return {
    read(exchange) {
      let timeline = known.get(exchange.id)
      if (timeline) timeline.update(exchange)
      else timeline = createTimeline(exchange)
      known.delete(exchange.id)
      known.set(exchange.id, timeline)
      for (const id of known.keys()) {
        if (known.size <= KEPT) break
        known.delete(id)
      }
      return timeline
    },
    refresh() {
      for (const timeline of known.values()) timeline.refresh()
    },
  }
}

/** One version of an exchange beside its timeline. The timeline grows in place, so this is what changes. */
export interface ReadExchange {
  exchange: WireExchange
  timeline: Timeline
  /** Counts how often everything was read anew. */
  edition: number
}

/** The exchange, read. Another object whenever there is more of it. */
export function useTimeline(exchange: WireExchange | undefined): ReadExchange | undefined {
  const [cache] = useState(createTimelineCache)
  // The words for failures are loaded apart; what was read without them is read again.
  const [edition, setEdition] = useState(0)
  useEffect(() => {
    let live = true
    void loadExplainer().then(() => {
      if (!live) return
      cache.refresh()
      setEdition(1)
    })
    return () => {
      live = false
    }
  }, [cache])
  return useMemo(
    () => exchange && { exchange, timeline: cache.read(exchange), edition },
    [exchange, cache, edition],
  )
}
