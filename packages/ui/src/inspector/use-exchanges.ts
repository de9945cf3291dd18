import { createRecorder, recordChat, type Recorder, type WireExchange } from '@antiphon/core/devtools'
import type { Chat } from '@antiphon/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'

const nothing = (): (() => void) => () => {}

export interface ExchangeSource {
  /** Its requests are recorded as long as the inspector is there. */
  chat?: Chat
  /** What holds the exchanges. With one, nothing is recorded here: its owner does. */
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
