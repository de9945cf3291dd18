'use client'

import { createReplay, type Replay, type ReplayState } from '../replay.js'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ReadExchange } from './use-timeline.js'

export interface ReplayControl {
  replay: Replay
  state: ReplayState
}

/** A player for one exchange. It follows one that still runs, until the person goes elsewhere in it. */
export function useReplay(read: ReadExchange): ReplayControl {
  const { timeline } = read
  const replay = useMemo(() => createReplay(timeline), [timeline])
  useEffect(() => replay.follow(read.timeline), [replay, read])
  useEffect(() => () => replay.close(), [replay])
  const state = useSyncExternalStore(replay.subscribe, replay.getState, replay.getState)
  return useMemo(() => ({ replay, state }), [replay, state])
}
