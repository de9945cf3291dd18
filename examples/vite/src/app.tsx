import { defineTool } from '@antiphon/core'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import * as z from 'zod'

const clock = defineTool({
  name: 'get_time',
  description: 'The current time in a time zone.',
  parameters: z.object({ timezone: z.string().describe('IANA name, such as Europe/Oslo') }),
  execute: ({ timezone }) => new Date().toLocaleTimeString('en', { timeZone: timezone }),
})

export function App() {
  return <Chat endpoint="http://localhost:11434/v1" model="qwen3" tools={[clock]} />
}
