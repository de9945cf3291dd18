import { defineTool } from '@antiphon/core'
import { ChatProvider, useChat } from '@antiphon/react'
import * as z from 'zod'
import { MessageBox } from './message-box.js'
import { Thread } from './thread.js'

const bookTable = defineTool({
  name: 'book_table',
  title: 'Book a table',
  description: 'Books a table at the restaurant.',
  parameters: z.object({ name: z.string(), guests: z.number(), wishes: z.string().optional() }),
  approval: 'always',
  execute: async ({ guests }) => ({ table: 7, guests }),
})
const tools = [bookTable]

export function Assistant() {
  const { chat } = useChat({ endpoint: 'http://localhost:11434/v1', model: 'qwen3', tools })
  return (
    <ChatProvider chat={chat}>
      <main style={{ display: 'flex', flexDirection: 'column', height: '100dvh' }}>
        <Thread />
        <MessageBox />
      </main>
    </ChatProvider>
  )
}
