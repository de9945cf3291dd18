import { createChat } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { ApprovalCard } from './approval-card.js'

test('a question that cannot be loaded says so, and is asked for again', async () => {
  const load = vi.spyOn(lazyLive, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
  const chat = createChat({ endpoint: { baseUrl: 'http://localhost/v1' }, model: 'm' })
  render(
    <ChatProvider chat={chat}>
      <ApprovalCard call={storyCall('rollback', { sha: '9f' }, { state: 'awaiting' })} />
    </ChatProvider>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('A call waits for your answer')
  load.mockRestore()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(lazyLive.peek()).toBeDefined())
  expect(screen.queryByRole('alert')).toBeNull()
})
