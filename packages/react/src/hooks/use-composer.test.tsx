import { createChat, type ChatController } from '@antiphon/core'
import { scriptedTransport, sseText } from '@antiphon/core/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ChatProvider, useChat, useComposer, type ComposerOptions } from '../index.js'

const answer = sseText([{ choices: [{ index: 0, delta: { content: 'ok' }, finish_reason: 'stop' }] }])

function Box(options: ComposerOptions) {
  const composer = useComposer(options)
  const { queue, status } = useChat()
  return (
    <>
      <output>{`${status} ${composer.status} ${composer.canSend}`}</output>
      <textarea aria-label="box" {...composer.fieldProps} />
      <button onClick={composer.submit}>send</button>
      <button onClick={composer.stop}>stop</button>
      <ul>
        {queue.map(({ id, content }) => (
          <li key={id}>{String(content)}</li>
        ))}
      </ul>
    </>
  )
}

function setup(options: ComposerOptions = {}) {
  let release: (() => void) | undefined
  const held = () => ({
    async *[Symbol.asyncIterator]() {
      await new Promise<void>((resolve) => (release = resolve))
      yield answer
    },
  })
  const chat: ChatController = createChat({ transport: scriptedTransport([held, held, held]) })
  render(
    <ChatProvider chat={chat}>
      <Box enterKey="send" {...options} />
    </ChatProvider>,
  )
  const sent = () =>
    chat.store
      .getMessages()
      .filter((m) => m.role === 'user')
      .map((m) => m.content)
  return {
    chat,
    sent,
    box: screen.getByLabelText<HTMLTextAreaElement>('box'),
    /** Lets the answer come, once it has been asked for. */
    release: async () => {
      await vi.waitFor(() => expect(release).toBeDefined())
      await act(async () => release!())
    },
    user: userEvent.setup(),
  }
}

describe('the composer', () => {
  it('sends on Enter, makes a line on Shift+Enter, and is empty after', async () => {
    const { sent, box, user } = setup()
    await user.type(box, 'one{Shift>}{Enter}{/Shift}two{Enter}')
    expect(sent()).toEqual(['one\ntwo'])
    expect(box.value).toBe('')
  })

  it('sends once on a double Enter, a double click or a held key, and never nothing', async () => {
    const { sent, box, user } = setup()
    await user.type(box, '  {Enter}')
    await user.clear(box)
    await user.type(box, 'hi')
    fireEvent.keyDown(box, { key: 'Enter' })
    fireEvent.keyDown(box, { key: 'Enter', repeat: true })
    await user.dblClick(screen.getByText('send'))
    expect(sent()).toEqual(['hi'])
  })

  it('ignores the Enter that ends a composition, in the Safari form too', async () => {
    const { sent, box, user } = setup()
    await user.type(box, 'かな')
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
    expect(sent()).toEqual([])
  })

  it('makes a line on Enter where there is a touch keyboard; with a modifier it sends', async () => {
    const { sent, box, user } = setup({ enterKey: 'line' })
    await user.type(box, 'a{Enter}b')
    expect(sent()).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(sent()).toEqual(['a\nb'])
  })

  it('queues while an answer is on its way', async () => {
    const { sent, box, user, release } = setup()
    await user.type(box, 'one{Enter}two{Enter}')
    expect(screen.getByRole('listitem')).toHaveTextContent('two')
    expect(sent()).toEqual(['one'])
    await release()
    await vi.waitFor(() => expect(sent()).toEqual(['one', 'two']))
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  it('has the status of the chat, in the same words', async () => {
    const { sent, box, user, release, chat } = setup()
    const said = () => screen.getByRole('status').textContent
    expect(said()).toBe('ready ready false')
    await user.type(box, 'one{Enter}')
    expect(said()).toBe('submitted submitted false')
    await release()
    await vi.waitFor(() => expect(said()).toBe('ready ready false'))
    act(() => chat.configure({ transport: scriptedTransport([sseText([{ error: { message: 'no' } }])]) }))
    await user.type(box, 'two{Enter}')
    await vi.waitFor(() => expect(said()).toBe('error error false'))
    await user.type(box, 'three{Enter}')
    expect(sent()).toEqual(['one', 'two', 'three'])
  })

  it('sends nothing while it is disabled', async () => {
    const { sent, box, user } = setup({ isDisabled: true })
    await user.type(box, 'one{Enter}')
    await user.click(screen.getByText('send'))
    expect(sent()).toEqual([])
    expect(screen.getByRole('status')).toHaveTextContent('ready ready false')
  })

  it('stops on Escape at once after a send', async () => {
    const { chat, box, user } = setup()
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    await user.type(box, 'one{Enter}{Escape}')
    expect(chat.getState().status).toBe('ready')
    vi.restoreAllMocks()
  })

  it('does not let the click that sent also stop', async () => {
    const { chat, box, user } = setup()
    const stop = vi.spyOn(performance, 'now').mockReturnValue(1000)
    await user.type(box, 'one{Enter}')
    await user.click(screen.getByText('stop'))
    expect(chat.getState().status).toBe('submitted')
    stop.mockReturnValue(1400)
    await user.click(screen.getByText('stop'))
    await vi.waitFor(() => expect(chat.getState().status).toBe('ready'))
    stop.mockRestore()
  })
})
