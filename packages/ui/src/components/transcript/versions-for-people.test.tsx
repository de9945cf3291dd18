import { createChat } from '@antiphon/core'
import { immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Chat } from '../chat/chat.js'
import '../../testing/late-parts.js'

const refused = () => Promise.reject(new Error('You are signed out.'))

it.each([
  ['people', undefined, '2/2'],
  ['developers', '2/2', '3/3'],
] as const)(
  'for %s an attempt that failed before its first word is not a version beside an answer (%s)',
  async (audience, afterRetry, afterAnother) => {
    const chat = createChat({
      transport: scriptedTransport([refused, textAnswer('It is ready.'), textAnswer('Since noon.')]),
      scheduler: immediateScheduler,
    })
    const { container } = render(
      <ChatProvider chat={chat}>
        <Chat audience={audience} />
      </ChatProvider>,
    )
    const versions = () =>
      container.querySelector('[data-slot="branch-picker"] [data-slot="label"]')?.textContent
    await act(async () => void chat.send('Is it ready?'))
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText('It is ready.')
    expect(versions()).toBe(afterRetry)
    await act(async () => void chat.regenerate())
    await screen.findByText('Since noon.')
    expect(versions()).toBe(afterAnother)
    await userEvent.click(screen.getByRole('button', { name: /revious/ }))
    expect(await screen.findByText('It is ready.')).toBeVisible()
  },
)
