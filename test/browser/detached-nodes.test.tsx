import { createChat } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import './support/chat-layout.css'
import { frames } from './support/paced-answer.js'
import { rest } from './support/rest.js'

afterEach(cleanup)

interface Session {
  send(method: string): Promise<{ metrics?: { name: string; value: number }[] }>
}

/** Nodes that live on outside of the document, after a collection. */
async function detached(): Promise<number> {
  const browser = cdp() as unknown as Session
  await browser.send('Performance.enable')
  await browser.send('HeapProfiler.collectGarbage')
  const { metrics = [] } = await browser.send('Performance.getMetrics')
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
  let attached = 1
  while (walker.nextNode()) attached++
  return metrics.find(({ name }) => name === 'Nodes')!.value - attached
}

it.skipIf(!cdp)('a thread of 150 answers keeps no node that left the document (needs CDP)', async () => {
  const chat = createChat({ model: 'm', transport: scriptedTransport([]) })
  render(
    <ChatProvider chat={chat}>
      <Chat style={{ height: 600 }} />
    </ChatProvider>,
  )
  const before = await detached()
  for (let at = 0; at < 150; at++) {
    chat.store.append({ role: 'user', content: `Question ${at}` })
    chat.store.append({ role: 'assistant', content: `Answer **${at}**.`, finishReason: 'stop' })
    // Far turns are drawn as text in the idle time between two questions.
    await frames(1)
  }
  await rest()
  const built = () => document.querySelectorAll('[data-slot=turn]:not([data-plain])').length
  await expect.poll(built).toBeLessThan(100)
  expect((await detached()) - before).toBeLessThan(20)
})
