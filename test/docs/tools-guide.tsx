import { defineTool } from '@antiphon/core'
import { ChatProvider, useChat } from '@antiphon/react'
import { Chat, type ToolRendererProps } from '@antiphon/ui'
import * as z from 'zod'

const rollback = defineTool({
  name: 'rollback_deploy',
  description: 'Takes a service back to an earlier deploy.',
  parameters: z.object({ service: z.enum(['checkout', 'search']), sha: z.string() }),
  approval: ({ service }) => service === 'checkout',
  destructive: true,
  timeout: 60_000,
  async execute({ service, sha }, { signal, report }) {
    report({ type: 'step', id: 'drain', title: `Drain ${service}` })
    const response = await fetch(`/deploys/${service}/${sha}`, { method: 'POST', signal })
    report({ type: 'step', id: 'drain', state: response.ok ? 'done' : 'error' })
    if (!response.ok) throw new Error(`The deploy server answered ${response.status}.`)
    return { service, sha, at: Date.now() }
  },
})
/** Without `execute`: somebody else answers, with `chat.addToolResult(callKey, value)`. */
const pickDate = defineTool({
  name: 'pick_date',
  description: 'Asks the user for a date.',
  parameters: z.object({ question: z.string() }),
})
const tools = [rollback, pickDate]

function DateField({ call }: ToolRendererProps) {
  const { addToolResult } = useChat()
  return <input type="date" onChange={(event) => void addToolResult(call.key, event.target.value)} />
}
const toolRenderers = { pick_date: DateField }

export function Operations() {
  const { chat } = useChat({ endpoint: { baseUrl: 'https://models.example/v1' }, model: 'm', tools })
  return (
    <ChatProvider chat={chat}>
      <Chat transcript={{ toolRenderers }} />
    </ChatProvider>
  )
}
