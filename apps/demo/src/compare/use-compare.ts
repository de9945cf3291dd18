import type { ChatController, ContentPart } from '@antiphon/core'
import type { ModelsQuery } from '@antiphon/shell'
import { createContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { beginThread } from '../chat/system-prompts.js'
import { offerMessageBox } from '../header.js'
import { appFetch } from '../settings/endpoints.js'
import { createComparison, type Comparison, type Side } from 'workbench/comparison'

/** The second model of the message box; undefined while one model answers, empty while it is to be chosen. */
export interface SecondModel {
  id: string | undefined
  set: (id: string | undefined) => void
}

/** A comparison in a conversation. */
export interface Compare {
  comparison: Comparison | undefined
  models: ModelsQuery
  first: string
  second: SecondModel
  onFirstChange: (id: string) => void
  /** An answer of the comparison is on its way. */
  isRunning: boolean
  /** Shows one answer in the conversation and ends the comparison. */
  keep: (side: Side) => void
  /** Asks both models. */
  ask: (content: string | ContentPart[]) => void
  /** Back to one model; what runs is stopped and stays as a version. */
  end: () => void
}

export const CompareContext = createContext<Compare | undefined>(undefined)

export interface CompareOptions {
  chat: ChatController
  models: ModelsQuery
  model: string
  second: SecondModel
  onModelChange: (id: string) => void
  /** Opens a conversation that has not begun. */
  system: string
}

/** The state of comparing in one conversation. */
export function useCompare({ chat, models, model, second, onModelChange, system }: CompareOptions): Compare {
  const [comparison, setComparison] = useState<Comparison>()
  useEffect(() => () => comparison?.stop(), [comparison])
  const isRunning = useIsRunning(comparison)
  const isOff = second.id === undefined
  return useMemo(() => {
    const leave = (): void => {
      setComparison(undefined)
      second.set(undefined)
      offerMessageBox()
    }
    return {
      models,
      first: model,
      second,
      onFirstChange: onModelChange,
      comparison: isOff ? undefined : comparison,
      isRunning,
      ask: (content) => {
        beginThread(chat, system)
        setComparison(createComparison(chat, content, [model, second.id!], appFetch))
      },
      keep: (side) => {
        comparison?.stop()
        comparison?.keep(side)
        leave()
      },
      end: () => {
        comparison?.stop()
        leave()
      },
    }
  }, [chat, comparison, isOff, isRunning, model, models, onModelChange, second, system])
}

function useIsRunning(comparison: Comparison | undefined): boolean {
  const read = (): boolean =>
    comparison?.sides.some(({ chat }) => ['submitted', 'streaming'].includes(chat.getState().status)) ?? false
  return useSyncExternalStore(
    (listener) => {
      const leave = comparison?.sides.map(({ chat }) => chat.subscribe(listener)) ?? []
      return () => leave.forEach((stop) => stop())
    },
    read,
    read,
  )
}
