import {
  createChat,
  defineTool,
  type ChatController as ChatData,
  type ChatOptions,
  type Message,
} from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat, type ChatProps } from '@antiphon/ui'
import '../../../packages/ui/css/tokens.css'
import '../../../packages/ui/css/base.css'
import '../../../packages/ui/css/components.css'
import '../../../packages/ui/src/markdown/markdown.css'
import { render, screen } from '@testing-library/react'
import * as z from 'zod'
import './chat-layout.css'
import { pacedFetch } from './paced-answer.js'

/** Everything a screen reader is told without being asked, in order, each once as it comes. */
interface LiveLog {
  spoken: string[]
  /** How often anything in any live region changed. */
  changes(): number
  stop(): void
}

const live = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"]'

/** Listens to every live region of the page, those that come later included. */
function recordLiveRegions(): LiveLog {
  const spoken: string[] = []
  let changes = 0
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(live)
      if (region) changes++
      for (const node of addedNodes) {
        const inside = region ? [node] : node instanceof Element ? [...node.querySelectorAll(live)] : []
        if (!region && node instanceof Element && node.matches(live)) inside.push(node)
        for (const one of inside) if (one.textContent?.trim()) spoken.push(one.textContent.trim())
      }
    }
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  return { spoken, changes: () => changes, stop: () => observer.disconnect() }
}

/** Asks before each run. */
export const pay = defineTool({
  name: 'pay',
  description: 'Pays somebody.',
  parameters: z.object({ to: z.string() }),
  approval: 'always',
  execute: ({ to }) => `paid ${to}`,
})

export interface SpokenChat {
  chat: ChatData
  server: ReturnType<typeof pacedFetch>
  log: LiveLog
  box: HTMLTextAreaElement
  /** The last turn. */
  lastTurn(): HTMLElement
}

/** A whole chat of 500 px whose answers the test writes. */
export function openChat(
  options: Partial<ChatOptions> & { messages?: readonly Message[] } = {},
  props: ChatProps = {},
): SpokenChat {
  const server = pacedFetch()
  const log = recordLiveRegions()
  const chat = createChat({
    endpoint: { baseUrl: 'http://spoken.test/v1' },
    model: 'm',
    fetch: server.fetch,
    ...options,
  })
  render(
    <ChatProvider chat={chat}>
      <Chat style={{ height: 500 }} {...props} composer={{ enterKey: 'send', ...props.composer }} />
    </ChatProvider>,
  )
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' })
  return { chat, server, log, box, lastTurn: () => screen.getAllByRole('article').at(-1)! }
}

/** A delta with calls of `pay`, one per name. */
export const payCalls = (...names: string[]) => ({
  tool_calls: names.map((to, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name: 'pay', arguments: JSON.stringify({ to }) },
  })),
})
