import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Chat, type ToolRendererProps } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode, useEffect, useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import './support/chat-layout.css'
import { frames, pacedFetch } from './support/paced-answer.js'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const call = (id: string, name: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: '{"q":1}' },
})
const messages: Message[] = [
  { role: 'user', id: 'q', content: 'before' },
  { role: 'assistant', id: 'a', content: 'fine', tool_calls: [call('c', 'chart')] },
  { role: 'tool', id: 'r', tool_call_id: 'c', content: 'the result' },
  { role: 'assistant', id: 'b', content: 'and after' },
]

const views: Record<string, (props: ToolRendererProps) => null> = {
  'while it renders': () => {
    throw new Error('broken view')
  },
  'in a layout effect': function View() {
    useLayoutEffect(() => {
      throw new Error('broken view')
    }, [])
    return null
  },
  'in an effect': function View() {
    useEffect(() => {
      throw new Error('broken view')
    }, [])
    return null
  },
  'with something that is no error': () => {
    throw undefined
  },
}

function open(transcript: NonNullable<Parameters<typeof Chat>[0]['transcript']>) {
  const server = pacedFetch()
  const endpoint = { baseUrl: 'http://paced.test/v1' }
  const chat = createChat({ messages, endpoint, model: 'm', fetch: server.fetch })
  render(
    <StrictMode>
      <ChatProvider chat={chat}>
        <Chat style={{ height: 400 }} composer={{ enterKey: 'send' }} transcript={transcript} />
      </ChatProvider>
    </StrictMode>,
  )
  return { chat, server }
}

const turns = () => screen.getAllByRole('article')
const unfold = () => {
  for (const head of document.querySelectorAll<HTMLElement>('[data-slot=tool-call] [aria-expanded=false]'))
    head.click()
}

/** The composer goes on, and what comes next is shown. */
async function goesOn({ server }: ReturnType<typeof open>): Promise<void> {
  screen.getByRole('textbox').focus()
  await userEvent.keyboard('still here{Enter}')
  await server.deltas(['of ', 'course'])
  await expect.poll(() => turns().at(-1)!.textContent).toContain('of course')
  expect(turns().at(-2)!.textContent).toContain('still here')
  await server.end()
  await expect.poll(() => turns().at(-1)!.dataset['state']).toBe('done')
}

describe('R24 a part of the host that throws is caught at its message', () => {
  it.each(Object.keys(views))('a tool view that throws %s', async (when) => {
    const page = open({ toolRenderers: { chart: views[when]! } })
    unfold()
    await expect.poll(() => document.body.textContent).toContain('the result')
    expect(turns()).toHaveLength(2)
    expect(document.body.textContent).toContain('and after')
    await goesOn(page)
  })

  it('a tool view that throws with each delta of its own call, while it streams', async () => {
    const page = open({
      toolRenderers: {
        live: () => {
          throw new Error('broken view')
        },
      },
    })
    const { chat, server } = page
    const sending = chat.send('go')
    await server.deltas(['text ', 'first'])
    await server.delta({
      tool_calls: [{ index: 0, ...call('l', 'live'), function: { name: 'live', arguments: '{"a":"' } }],
    })
    await expect.poll(() => document.querySelectorAll('[data-slot=tool-call]').length).toBe(2)
    unfold()
    for (let i = 0; i < 20; i++) {
      await server.delta({ tool_calls: [{ index: 0, function: { arguments: `word ${i} ` } }] })
      await frames(1)
    }
    await server.delta({ tool_calls: [{ index: 0, function: { arguments: '"}' } }] })
    await server.end('tool_calls')
    await sending
    await frames()
    expect(turns().at(-1)!.textContent).toContain('text first')
    expect(document.querySelector('textarea')).not.toBeNull()
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.keyboard('typed')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('typed')
  })
})
