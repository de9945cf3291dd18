'use client'

import type { ChatError } from '@antiphon/core'
import type { ModelInfo } from '@antiphon/providers'
import type { ReactNode } from 'react'
import { Button, ErrorCard, useWords } from '@antiphon/ui'
import { englishShell } from '../strings/english-shell.js'
import { useEntryWords } from '@antiphon/ui/parts'

/** The fields of a query that the list of models needs; `useModels` gives more. */
export interface ModelsQuery {
  data: ModelInfo[] | undefined
  error: ChatError | null
  isFetching: boolean
  refetch: () => unknown
}

export interface ModelsStatusProps {
  models: ModelsQuery
  /** Models that fit and are not shown. */
  more: number
  onOpenSettings?: () => void
}

/** The state of the list itself: it is being read, failed, is empty, or goes on. */
export function ModelsStatus({ models, more, onOpenSettings }: ModelsStatusProps) {
  const { formats } = useWords()
  const words = useEntryWords('shell', englishShell)
  const { data, error, isFetching, refetch } = models
  if (isFetching) return <Line>{words.modelsReading}</Line>
  if (error) {
    return (
      <div className="ap:flex ap:flex-col ap:gap-1 ap:p-1">
        <ErrorCard
          error={error.data}
          alert={false}
          onOpenSettings={onOpenSettings}
          onRetry={() => void refetch()}
        />
        <Line>{words.modelsFailed}</Line>
      </div>
    )
  }
  if (!data)
    return (
      <div className="ap:flex ap:flex-col ap:items-start ap:gap-1 ap:p-1">
        <Line>{words.modelsUnread}</Line>
        <Button variant="small" onClick={() => void refetch()}>
          {words.modelsLoad}
        </Button>
      </div>
    )
  if (data.length === 0) return <Line>{words.modelsNone}</Line>
  if (more > 0) return <Line>{words.modelsMore(formats.number(more))}</Line>
  return null
}

function Line({ children }: { children: ReactNode }) {
  return <output className="ap:block ap:px-2 ap:py-1.5 ap:text-data ap:text-text-2">{children}</output>
}
