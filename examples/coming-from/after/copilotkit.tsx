import { defineTool } from '@antiphon/core'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { useMemo } from 'react'
import * as z from 'zod'

interface Props {
  free: string[]
  book(berth: string): Promise<{ berth: string; until: string }>
}

export function Assistant({ free, book }: Props) {
  const tools = useMemo(
    () => [
      defineTool({
        name: 'book_berth',
        title: 'Book a berth',
        description: 'Books a berth of the harbour for tonight.',
        parameters: z.object({ berth: z.string() }),
        approval: 'always',
        execute: ({ berth }) => book(berth),
      }),
    ],
    [book],
  )
  const system = `You book berths. These are free: ${free.join(', ')}`
  return <Chat endpoint="/api/v1" model="gpt-5" system={system} tools={tools} />
}
