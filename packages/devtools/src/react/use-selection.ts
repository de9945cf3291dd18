'use client'

import type { ChatController } from '@antiphon/core'
import { createRecorder, type Recorder } from '../recorder.js'
import { recordChat } from '../record-chat.js'
import type { WireExchange } from '../types.js'
import { useEffect, useMemo, useSyncExternalStore, useCallback, useState } from 'react'
import type { ReadExchange } from './use-timeline.js'
import { useReplay, type ReplayControl } from './use-replay.js'

const nothing = (): (() => void) => () => {}

export interface ExchangeSource {
  /** Its requests are recorded as long as the inspector is there. */
  chat?: ChatController
  /** Holds the exchanges. With one, the inspector records nothing itself, because its owner does. */
  recorder?: Recorder
}

/** The exchanges to show, and where opened ones go. */
export function useExchanges({ chat, recorder }: ExchangeSource): {
  recorder: Recorder
  exchanges: readonly WireExchange[]
} {
  const own = useMemo(() => recorder ?? createRecorder(), [recorder])
  useEffect(() => (chat && !recorder ? recordChat(chat, own) : nothing()), [chat, recorder, own])
  const exchanges = useSyncExternalStore(own.subscribe, own.getExchanges, own.getExchanges)
  return { recorder: own, exchanges }
}

/** Where in an exchange the person is. The place is one number, the byte; the row follows from it. */
export interface Selection {
  control: ReplayControl
  /** Index of the row, -1 before the person has gone anywhere. */
  selected: number
  selectRow: (index: number) => void
  /** Selects a row that must be seen, also in a group of rows that is closed. */
  showRow: (index: number) => void
  /** The row that was last asked to be seen. Another object each time. */
  shown: { row: number } | undefined
  /** The person goes somewhere by other means. */
  touch: () => void
}

export function useSelection(read: ReadExchange): Selection {
  const { timeline, exchange } = read
  const control = useReplay(read)
  const { replay, state } = control
  const [touched, setTouched] = useState<string>()
  const touch = useCallback(() => setTouched(exchange.id), [exchange.id])
  const selectRow = useCallback(
    (index: number) => {
      const row = timeline.rows[index]
      if (!row) return
      touch()
      replay.pause()
      replay.seek(row.end)
    },
    [timeline, replay, touch],
  )
  const [shown, setShown] = useState<Selection['shown']>()
  const showRow = useCallback(
    (index: number) => {
      setShown({ row: index })
      selectRow(index)
    },
    [selectRow],
  )
  const selected = touched === exchange.id ? timeline.rowBefore(state.byte) : -1
  return useMemo(
    () => ({ control, selected, selectRow, showRow, shown, touch }),
    [control, selected, selectRow, showRow, shown, touch],
  )
}
