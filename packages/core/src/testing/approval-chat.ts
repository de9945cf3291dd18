import * as z from 'zod'
import type { ChatOptions } from '../chat/types.js'
import type { StoredMessage, ToolMessage } from '../message/types.js'
import { pairToolCalls } from '../pairing/pair-tool-calls.js'
import type { CallState } from '../pairing/types.js'
import { defineTool } from '../tools/define-tool.js'
import type { Tool } from '../tools/types.js'
import { scriptedChat } from './scripted-chat.js'
import { callsAnswer, type ScriptedAnswer } from './scripted-transport.js'

/** An answer that calls these tools, all under one wire id. */
export const calls = (...list: [name: string, args: unknown][]): ScriptedAnswer => [
  callsAnswer(list.map(([name, args]) => ({ name, args, id: 'call_0' }))),
]

/** `pay` always asks, `look` never does; `ran` holds what they were given. */
export function payTools(over: Partial<Tool> = {}): { ran: unknown[]; tools: [Tool, Tool] } {
  const ran: unknown[] = []
  const parameters = z.object({ to: z.string(), amount: z.number().default(1) })
  const execute = (args: z.output<typeof parameters>) => {
    ran.push(args)
    return `paid ${args.to}`
  }
  const pay = defineTool({ name: 'pay', description: 'Pays.', parameters, approval: 'always', execute })
  const look = defineTool({ name: 'look', description: '', parameters, execute })
  return { ran, tools: [{ ...pay, ...over }, look] }
}

export function approvalChat(answers: readonly ScriptedAnswer[], options: Partial<ChatOptions>) {
  const { chat, transport } = scriptedChat(answers, options)
  return {
    chat,
    transport,
    /** Resolves when so many calls wait. */
    async pending(count = 1) {
      while (chat.getApprovals().length !== count) await new Promise((resolve) => setTimeout(resolve, 1))
      return chat.getApprovals()
    },
    results: () =>
      chat.store
        .getMessages()
        .filter((message): message is StoredMessage & ToolMessage => message.role === 'tool'),
    /** State of a call of the last answer, as the screen has it. */
    stateOf(index = 0): CallState | undefined {
      const messages = chat.store.getMessages()
      const owner = messages.findLastIndex((message) => message.role === 'assistant')
      const call = pairToolCalls(messages).calls.find(
        ({ messageIndex, callIndex }) => messageIndex === owner && callIndex === index,
      )
      const live = call?.result ? undefined : chat.getLiveStep(messages[owner]!.id)?.calls[index]?.state
      return live ?? call?.state
    },
  }
}
