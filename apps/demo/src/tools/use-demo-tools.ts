import type { Tool } from '@antiphon/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { demoTools } from './demo-tools.js'
import { createFetchPage } from './fetch-page-tool.js'
import { allowedPagesQuery } from './pages/pages-query.js'

/** What the model may call: the tools of the page, and those that the server of the page makes possible. */
export function useDemoTools(): readonly Tool[] {
  const { data: pages } = useQuery(allowedPagesQuery())
  return useMemo(
    () => (pages && pages.length > 0 ? [...demoTools, createFetchPage(pages)] : demoTools),
    [pages],
  )
}
