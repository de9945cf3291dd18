import { defineTool } from '@antiphon/core'
import { Chat, EmptyState } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { useMemo } from 'react'
import * as z from 'zod'

interface Props {
  book(berth: string): Promise<{ berth: string; until: string }>
}

const prompts = [{ label: 'A berth', prompt: 'A berth for tonight, please.' }]
const empty = <EmptyState title="The harbour desk" suggestions={prompts} />

export function Assistant({ book }: Props) {
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
  return <Chat endpoint="/api/v1" model="gpt-5" audience="people" tools={tools} transcript={{ empty }} />
}
