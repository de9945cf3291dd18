'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { threadQuery, threadsKey } from './thread-queries.js'
import { useThreadSessions } from './threads-context.js'

/**
 * Ids of the threads that have all words of the query in their title or text; the last word may be the start of one.
 * Undefined for an empty query, and until the first answer is there; then the last answer stays until the next.
 */
export function useThreadSearch(query: string): readonly string[] | undefined {
  const { storage } = useThreadSessions()
  const words = query.trim()
  const { data } = useQuery({
    ...threadQuery,
    queryKey: [...threadsKey(storage), 'search', query.trimStart()],
    enabled: words !== '',
    gcTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: () => storage.search(query),
  })
  return words === '' ? undefined : data
}
