import { ErrorCard } from '@antiphon/ui'
import type { ReactNode } from 'react'
import type { ModelsQuery } from './models-query.js'

export interface ModelsStatusProps {
  models: ModelsQuery
  /** Models that fit and are not shown. */
  more: number
  onOpenSettings?: () => void
}

/** What there is to say about the list itself: it is being read, failed, is empty, or goes on. */
export function ModelsStatus({ models, more, onOpenSettings }: ModelsStatusProps) {
  const { data, error, isFetching, refetch } = models
  if (isFetching) return <Line>Reading the list of models…</Line>
  if (error) {
    return (
      <div className="flex flex-col gap-1 p-1">
        <ErrorCard
          error={error.data}
          alert={false}
          onOpenSettings={onOpenSettings}
          onRetry={() => void refetch()}
        />
        <Line>The list of models could not be read. A typed model id works all the same.</Line>
      </div>
    )
  }
  if (!data) return <Line>Press Test to read the list of this address.</Line>
  if (data.length === 0) return <Line>The endpoint lists no models. Type the id of one.</Line>
  if (more > 0) return <Line>{more} more. Type to narrow the list.</Line>
  return null
}

function Line({ children }: { children: ReactNode }) {
  return <output className="block px-2 py-1.5 text-data text-text-2">{children}</output>
}
