/** Where the chat asks, and the tools that run in this page. */
import { defineTool } from '@antiphon/core'
import * as z from 'zod'

const bookBerth = defineTool({
  name: 'book_berth',
  title: 'Book a berth',
  description: 'Books a berth of the harbour for tonight.',
  parameters: z.object({ berth: z.string() }),
  approval: 'always',
  execute: async ({ berth }, { ask }) => {
    const schema = {
      type: 'object',
      properties: { power: { type: 'string', enum: ['yes', 'no'] } },
      required: ['power'],
    }
    const answer = await ask({ type: 'form', message: `Electricity on ${berth}?`, schema })
    return { berth, power: answer.type === 'accept' ? answer.content?.['power'] : 'no' }
  },
})

export const endpoint = 'http://localhost:11434/v1'
export const model = 'qwen3'
export const tools = [bookBerth]
