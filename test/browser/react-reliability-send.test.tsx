import { createChat } from '@antiphon/core'
import { scriptedTransport, textAnswer, type ScriptedAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import './support/chat-layout.css'
import { frames } from './support/paced-answer.js'
import { holdTime } from './support/pass-time.js'

afterEach(cleanup)

interface Session {
  send(method: string, params: object): Promise<unknown>
}

const box = (): HTMLTextAreaElement => screen.getByRole('textbox')
const held: ScriptedAnswer = (_, signal) => ({
  // oxlint-disable-next-line require-yield -- an answer of which nothing comes
  async *[Symbol.asyncIterator]() {
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
})

/** Pastes as a browser does, but without the editing of `execCommand`, which is quadratic in Chromium. */
function paste(field: HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }))
}

/** A chat whose answers are there at once, or never come. */
function open(answer: ScriptedAnswer) {
  const transport = scriptedTransport(Array.from({ length: 9 }, () => answer))
  const chat = createChat({ transport, model: 'm' })
  render(
    <StrictMode>
      <ChatProvider chat={chat}>
        <Chat style={{ height: 400 }} composer={{ enterKey: 'send' }} />
      </ChatProvider>
    </StrictMode>,
  )
  box().focus()
  return {
    chat,
    transport,
    sent: () =>
      chat.store.getMessages().flatMap(({ role, content }) => (role === 'user' ? [String(content)] : [])),
  }
}

const cases: [string, ScriptedAnswer][] = [
  ['an answer that never comes', held],
  ['an answer that is there at once', [textAnswer('ok')]],
]

describe('R26 exactly one send or none', () => {
  it.each(cases)('a double click on Send, with %s: one send, which is not stopped', async (_, answer) => {
    const { chat, transport, sent } = open(answer)
    holdTime()
    await userEvent.keyboard('hello')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Send' }))
    await frames(5)
    expect(sent()).toEqual(['hello'])
    expect(chat.getState().queue).toEqual([])
    expect(transport.requests).toHaveLength(1)
    expect(chat.store.getMessages().at(-1)).not.toMatchObject({ finishReason: 'cancelled' })
  })

  it.each(cases)('a double Enter, and a held one, with %s: one send', async (_, answer) => {
    const { chat, transport, sent } = open(answer)
    await userEvent.keyboard('hello{Enter}{Enter}{Enter>5/}')
    await frames(5)
    expect(sent()).toEqual(['hello'])
    expect(chat.getState().queue).toEqual([])
    expect(transport.requests).toHaveLength(1)
    expect(box().value).toBe('')
  })

  it('Enter in one task twice, before React has rendered: one send', async () => {
    const { chat, sent } = open(held)
    await userEvent.keyboard('hello')
    const key = { key: 'Enter', bubbles: true, cancelable: true }
    box().dispatchEvent(new KeyboardEvent('keydown', key))
    box().dispatchEvent(new KeyboardEvent('keydown', key))
    box().form!.requestSubmit()
    await frames()
    expect(sent()).toEqual(['hello'])
    expect(chat.getState().queue).toEqual([])
  })

  it.skipIf(!cdp)(
    'Enter that takes a word of an input method sends nothing; the next one sends once (needs CDP)',
    async () => {
      const { sent } = open(held)
      const browser = cdp() as Session
      const composing: string[] = []
      box().addEventListener('keydown', (event) =>
        composing.push(`${event.key} ${event.keyCode} ${event.isComposing}`),
      )
      await browser.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
      expect(box().value).toBe('にほん')
      // As Chromium reports the key to the page while the input method has it.
      const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 13 }
      await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await browser.send('Input.insertText', { text: '日本' })
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, windowsVirtualKeyCode: 13 })
      await frames()
      expect(composing).toEqual(['Enter 229 true'])
      expect(box().value).toBe('日本')
      expect(sent()).toEqual([])
      await userEvent.keyboard('{Enter}')
      expect(sent()).toEqual(['日本'])
    },
  )

  it.each([
    ['Safari, which ends the composition before the key', { keyCode: 229, isComposing: false }],
    ['Firefox, where the key still belongs to it', { keyCode: 13, isComposing: true }],
  ])('the same in %s', async (_, told) => {
    const { sent } = open(held)
    await userEvent.keyboard('nihon')
    box().dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    if (!told.isComposing) box().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    const enter = { key: 'Enter', bubbles: true, cancelable: true, ...told }
    box().dispatchEvent(new KeyboardEvent('keydown', enter))
    if (told.isComposing) box().dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
    box().dispatchEvent(new KeyboardEvent('keyup', { ...enter, keyCode: 13, isComposing: false }))
    await frames()
    expect(sent()).toEqual([])
    expect(box().value).toBe('nihon')
  })

  it('1 MB that is pasted is not sent by its own line ends; Enter sends it once, whole', async () => {
    const { chat, transport, sent } = open([textAnswer('ok')])
    const line = 'All work and no play makes a dull transcript.\n'
    const text = line.repeat(Math.ceil((1 << 20) / line.length))
    const before = performance.now()
    paste(box(), text)
    await frames()
    const pastedIn = performance.now() - before
    expect(box().value).toBe(text)
    expect(sent()).toEqual([])
    const pressedAt = performance.now()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.poll(() => chat.getState().status).toBe('ready')
    await frames()
    console.info(`[R26] ${JSON.stringify({ pastedIn, sentIn: performance.now() - pressedAt })}`)
    expect(sent()).toEqual([text.trim()])
    expect(transport.requests).toHaveLength(1)
    expect(box().value).toBe('')
  })
})
