import { createChat, defineTool, type ChatController, type Message } from '@antiphon/core'
import { immediateScheduler, countingIds } from '@antiphon/core/testing'
import type { AgentTransport } from '@antiphon/agents'

export const depth = defineTool({
  name: 'depth',
  description: 'Depth of water at a berth, in metres.',
  parameters: { type: 'object', properties: { berth: { type: 'string' } } },
  execute: ({ berth }) => `${String(berth)}: 4.2 m`,
})

/** A chat that asked one question of the transport. */
export async function ask(transport: AgentTransport): Promise<ChatController> {
  const chat = createChat({
    transport,
    tools: transport.tools,
    generateId: countingIds('m'),
    now: () => 1,
    scheduler: immediateScheduler,
  })
  await chat.send('How deep is berth B?')
  return chat
}

/** The thread of a chat as a reader sees it, a line for each message. */
export function lines(chat: ChatController): string[] {
  return chat.store.getMessages().map((message: Message) => {
    const { role, content } = message
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    if (message.role !== 'assistant')
      return `${role}: ${text}${'isError' in message && message.isError ? ' (failed)' : ''}`
    const calls = message.tool_calls?.map(({ function: fn }) => `${fn.name}(${fn.arguments})`) ?? []
    const thought = message.reasoning ? `<${message.reasoning}> ` : ''
    return `${role}: ${thought}${[text, ...calls].filter(Boolean).join(' ')} [${message.finishReason}]`
  })
}

export const answered = [
  'user: How deep is berth B?',
  'assistant: <Look it up.> One moment. depth({"berth":"B"}) [tool_calls]',
  'tool: B: 4.2 m',
  'assistant: Berth B has 4.2 metres. [stop]',
]

/** Gives the lists of events one after the other, one for each request, and keeps what was asked. */
export function scripted(...runs: unknown[][]) {
  const asked: unknown[] = []
  return {
    asked,
    stream: (request: unknown) => {
      asked.push(request)
      return runs[asked.length - 1] ?? []
    },
  }
}

export const call = { id: 'c1', type: 'function', function: { name: 'depth', arguments: '{"berth":"B"}' } }
