import { createChat, immediateScheduler } from '@antiphon/core'
import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { expect, it, vi } from 'vitest'
import { playTour } from '../../apps/demo/src/chat/tour.js'
import { demoTools } from '../../apps/demo/src/tools/demo-tools.js'

/** A timer is late by about this much in a browser that has nothing else to do. */
const LATE_MS = 1.5

it('the tour of a first run waits for less than 55 s in all at real speed, so that everything was seen within a minute', async () => {
  let waited = 0
  const endpoint = createEndpoint({
    sleep: async (ms) => void (waited += ms + LATE_MS),
  })
  const chat = createChat({
    endpoint: { baseUrl: SCRIPTED_BASE_URL },
    model: 'antiphon-tour',
    fetch: createEndpointFetch(endpoint),
    scheduler: immediateScheduler,
    tools: demoTools,
  })
  void playTour(chat)
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  expect(chat.store.getMessages().filter(({ role }) => role === 'user')).toHaveLength(10)
  console.log(`The tour waits for ${(waited / 1000).toFixed(1)} s.`)
  expect(waited).toBeGreaterThan(15_000)
  expect(waited).toBeLessThan(55_000)
  chat.stop()
})
