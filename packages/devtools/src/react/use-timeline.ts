'use client'

import { createTimeline } from '../timeline.js'
import type { Timeline, WireExchange } from '../types.js'
import { useMemo, useState } from 'react'

/** Timelines that are kept at once; each holds the states of one answer. */
const KEPT = 4

/** Makes and keeps timelines. Each exchange is read once, and then only what is new of it. */
function createTimelineCache(): (exchange: WireExchange) => Timeline {
  const known = new Map<string, Timeline>()
  return (exchange) => {
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
  }
}

/** One version of an exchange beside its timeline. The timeline grows in place, so this is what changes. */
export interface ReadExchange {
  exchange: WireExchange
  timeline: Timeline
}

/** The exchange, read. Another object whenever there is more of it. */
export function useTimeline(exchange: WireExchange | undefined): ReadExchange | undefined {
  const [read] = useState(createTimelineCache)
  return useMemo(() => exchange && { exchange, timeline: read(exchange) }, [exchange, read])
}
