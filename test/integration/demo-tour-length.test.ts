import { createChat } from '@antiphon/core'
import { immediateScheduler } from '@antiphon/core/testing'
import { createEndpoint, createEndpointFetch, SCRIPTED_BASE_URL } from '@antiphon/endpoint'
import { expect, it, vi } from 'vitest'
import { createTour, tourSteps } from '../../apps/demo/src/chat/tour.js'
import { createIncidentTools } from '../../apps/demo/src/tools/incident-tools.js'

/** A timer is late by about this much in a browser that has nothing else to do. */
const LATE_MS = 1.5

it('the tour of a first run waits for less than 55 s in all at real speed, so that everything was seen within a minute', async () => {
  let waited = 0
  const wait = async (ms: number): Promise<void> => void (waited += ms + LATE_MS)
  const endpoint = createEndpoint({
    sleep: wait,
  })
  const chat = createChat({
    endpoint: { baseUrl: SCRIPTED_BASE_URL },
    model: 'antiphon-tour',
    fetch: createEndpointFetch(endpoint),
    scheduler: immediateScheduler,
    tools: createIncidentTools(wait),
  })
  const tour = createTour(chat, wait)
  void tour.start()
  await vi.waitFor(() => expect(chat.getState().approvals).toHaveLength(1))
  expect(chat.store.getMessages().filter(({ role }) => role === 'user')).toHaveLength(tourSteps.length)
  console.log(`The tour waits for ${(waited / 1000).toFixed(1)} s.`)
  expect(waited).toBeGreaterThan(15_000)
  expect(waited).toBeLessThan(55_000)
  const endings = chat.store
    .getMessages()
    .flatMap((message) =>
      message.role === 'assistant'
        ? [message.refusal ? 'refused' : (message.error?.kind ?? message.finishReason)]
        : [],
    )
  expect(endings).toEqual([
    'tool_calls',
    'stop',
    // The report: cut off, and joined by Continue.
    'stop',
    'length',
    'content_filter',
    'refused',
    'network_or_cors',
    'overloaded',
    'tool_calls',
    'tool_calls',
  ])
  expect(tour.getState()).toEqual({ step: tourSteps.length - 1, isPaused: false })
  chat.stop()
  await vi.waitFor(() => expect(tour.getState()?.isEnded).toBe(true))
  tour.leave()
  expect(tour.getState()).toBeUndefined()
})
